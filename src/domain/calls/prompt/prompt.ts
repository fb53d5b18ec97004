import { asOf } from '../../story/names/as-of.ts';
import { CastNames } from '../../story/names/cast-names.ts';
import { type NamesInText, namesInText } from '../../story/names/names-in-text.ts';
import { rolesIn } from '../../story/names/roles.ts';
import { arcsBefore, arcsWanted, groupsBefore } from './arc.ts';
import { type BlockName, textOf, unitsPerTokenMax } from './block.ts';
import { bookBlocks, isSmallCast } from './book-blocks.ts';
import { type FittedBlock, fitBlocks, fitWhole, isShown, tokensOf } from './budget.ts';
import { aheadBlock, chapterBlock, presentTextBlock, previousTailBlock, requestBlock } from './chapter-blocks.ts';
import { edgesBlock } from './edges-block.ts';
import { lastWordsBlock } from './last-words.ts';
import { entriesOf, type ManifestEntry, overrun } from './manifest.ts';
import { nameEntries } from './name-entries.ts';
import { ownTextBlock } from './own-text.ts';
import { namingText, type People, peopleOf } from './participants.ts';
import { conflictsBlock, participantsBlock } from './people-blocks.ts';
import type { PromptArc, PromptChapter, PromptCharacter, PromptInput } from './prompt-input.ts';
import { standingBlock } from './standing-block.ts';
import { storyBlock } from './story-block.ts';
import { styleBlock, voiceBlock } from './style-blocks.ts';
import { craftBlock, locksBlock, rulesBlock } from './system-rules.ts';
import { taskBlock } from './task-block.ts';
import { toldConflicts } from './told-conflicts.ts';
import { viewpointOf } from './viewpoint.ts';

export type { ManifestEntry } from './manifest.ts';
export type { PromptChapter, PromptCharacter, PromptConflict, PromptInput, PromptStyle } from './prompt-input.ts';

export interface PromptMessage {
  role: 'system' | 'user';
  content: string;
}

export interface AssembledPrompt {
  messages: PromptMessage[];
  manifest: ManifestEntry[];
  /** By the input's counter. */
  tokens: number;
  budgetTokens: number;
  /** Ids of the participants, viewpoint character first. */
  participants: string[];
  /** Whom title, summary, notes and text of the chapter name. */
  names: NamesInText;
  /** Orders of the last chapters of arcs that would make room for more, oldest first. */
  arcsWanted: number[];
}

/**
 * Assembles the messages for a chapter and their manifest (docs/prompt.md, "The chapter prompt"): shared parts first, then
 * variable ones. Pure and deterministic. Exceeds `budgetTokens` only if untrimmable parts do, which the manifest reports.
 * Throws a RangeError if `chapterId` is not among the chapters.
 */
export function assemblePrompt(given: PromptInput): AssembledPrompt {
  const index = given.chapters.findIndex(({ id }) => id === given.chapterId);
  const planned = given.chapters[index];
  if (planned === undefined) throw new RangeError('the chapter to write is not in the outline');

  const input = { ...given, cast: given.cast.map((character) => asOf(character, planned.order)) };
  const { language } = input.book;
  const text = [input.presentText ?? '', input.replacedText ?? '', input.ownText].join('\n');
  const castNames = new CastNames(input.cast, language);
  const people = peopleOf(planned, text, input, castNames);
  const { participants } = people;
  const chapter = withViewpoint(planned, input);
  const [former] = input.chapters.slice(0, index).slice(-1);
  const names = namesOf(planned, text, people, { cast: input.cast, castNames });
  const groups = groupsBefore(input.chapters, input.arcs ?? [], index);
  const arcs = arcsBefore(input.arcs ?? [], groups, language);
  const before = input.chapters.slice(0, index);
  const earlier = earlierTexts(input, former?.id);
  const ofBook = [rulesBlock(), craftBlock(input), locksBlock(input), styleBlock(input)];
  const ofChapter = [
    conflictsBlock(input, toldConflicts(input, chapter, participants)),
    aheadBlock(input, chapter),
    edgesBlock(before, input.ownText !== ''),
    lastWordsBlock(participants, earlier.others, before, castNames),
    voiceBlock(input, input.chapters),
    previousTailBlock(input, former && withViewpoint(former, input), earlier.former),
    ...(input.presentText ? [presentTextBlock(input.presentText, chapter)] : []),
    ownTextBlock(input, chapter, participants),
    taskBlock(input, chapter, participants),
  ];
  const standing = standingBlock(participants, before, castNames);
  const blocksOf = (castHasSheets: boolean) => {
    const shared = [...ofBook, ...bookBlocks(input, castHasSheets)];
    const own = [
      standing,
      chapterBlock(input, chapter, participants),
      requestBlock(input),
      participantsBlock(people, castHasSheets, chapter.order),
      ...ofChapter,
    ];
    return (some: readonly PromptArc[]) => [...shared, storyBlock(input, index, some), ...own];
  };
  // The sheets of those who take no part give way first.
  const whole = isSmallCast(input) ? fitWhole(blocksOf(true)([]), input) : undefined;
  const fitted = whole ?? fitBlocks(blocksOf(false), arcs, input);

  const tokens = tokensOf(fitted);
  return {
    messages: messagesOf(fitted),
    manifest: [
      ...overrun(tokens, input.budgetTokens),
      ...fitted.flatMap((block) => entriesOf(block, input.countTokens)),
      ...nameEntries(names, input.cast),
    ],
    tokens,
    budgetTokens: input.budgetTokens,
    participants: participants.map(({ id }) => id),
    names,
    arcsWanted: arcsWanted(groups, arcs, roomIn(fitted)),
  };
}

/** The names in a chapter, and whom it may mean by a role. */
function namesOf(
  planned: PromptChapter,
  text: string,
  { participants, mentioned }: People<PromptCharacter>,
  { cast, castNames }: { cast: readonly PromptCharacter[]; castNames: CastNames },
): NamesInText {
  const names = namesInText(namingText(planned, text), castNames);
  const known = new Set([...participants, ...mentioned].map(({ id }) => id));
  const roles = rolesIn(namingText(planned, ''), cast, castNames.language);
  const open = roles.filter(({ characterIds }) => !characterIds.some((id) => known.has(id)));
  return { ...names, ambiguous: [...names.ambiguous, ...open] };
}

/** The text of the former chapter, if it may have room, and the texts from which passages come. What is shown whole needs none. */
function earlierTexts({ earlier, countTokens }: PromptInput, formerId: string | undefined) {
  const { texts = [], roomTokens = 0 } = earlier ?? {};
  const former = texts.find(({ chapterId, isWhole }) => chapterId === formerId && isWhole)?.text;
  const mayFit = former !== undefined && former.length / unitsPerTokenMax <= roomTokens;
  if (!mayFit || countTokens(former) > roomTokens) return { former: undefined, others: texts };
  return { former, others: texts.filter(({ chapterId }) => chapterId !== formerId) };
}

/** The chapter with the character through whom it is told, also where only the cast says who that is. */
function withViewpoint(chapter: PromptChapter, { cast, plan }: Pick<PromptInput, 'cast' | 'plan'>): PromptChapter {
  return { ...chapter, povCharacterId: viewpointOf(chapter, cast, { plan })?.id ?? null };
}

/** Whether the recap of a chapter is there in full. */
function roomIn(fitted: readonly FittedBlock[]): (chapterId: string) => boolean {
  const recaps = fitted.flatMap(({ pieces }) => pieces).filter(({ piece }) => piece.kind === 'recap');
  const full = new Set(recaps.flatMap(({ piece, form }) => (form === piece.forms.at(-1) ? [piece.source?.id] : [])));
  return (chapterId) => full.has(chapterId);
}

/** Blocks in our own words. */
const systemBlocks: ReadonlySet<BlockName> = new Set(['rules', 'craft', 'locks']);

function messagesOf(fitted: readonly FittedBlock[]): PromptMessage[] {
  const shown = fitted.filter(isShown);
  const contentOf = (isSystem: boolean) =>
    shown
      .filter(({ block }) => systemBlocks.has(block.name) === isSystem)
      .map(render)
      .join('\n\n');
  return [
    { role: 'system', content: contentOf(true) },
    { role: 'user', content: contentOf(false) },
  ];
}

function render({ block, pieces }: FittedBlock): string {
  const shown = pieces.flatMap(({ form }) => (form === null ? [] : [textOf(form)]));
  return [block.open, ...shown, block.close].filter((text) => text !== '').join('\n');
}
