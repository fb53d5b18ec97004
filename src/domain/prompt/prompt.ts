import { CastNames } from '../names/cast-names.ts';
import { type NamesInText, namesInText } from '../names/names-in-text.ts';
import { arcsBefore, arcsWanted, groupsBefore } from './arc.ts';
import { type BlockName, textOf } from './block.ts';
import { bookBlocks } from './book-blocks.ts';
import { type FittedBlock, fitBlocks, isShown, tokensOf } from './budget.ts';
import {
  chapterBlock,
  nextChaptersBlock,
  presentTextBlock,
  previousTailBlock,
  requestBlock,
  taskBlock,
} from './chapter-blocks.ts';
import { entriesOf, type ManifestEntry, overrun } from './manifest.ts';
import { nameEntries } from './name-entries.ts';
import { ownTextBlock } from './own-text.ts';
import { namingText, peopleOf } from './participants.ts';
import { conflictsBlock, participantsBlock } from './people-blocks.ts';
import type { PromptInput } from './prompt-input.ts';
import { storyBlock } from './story-block.ts';
import { narrationBlock, styleBlock, voiceBlock } from './style-blocks.ts';
import { craftBlock, rulesBlock } from './system-rules.ts';

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
export function assemblePrompt(input: PromptInput): AssembledPrompt {
  const index = input.chapters.findIndex(({ id }) => id === input.chapterId);
  const chapter = input.chapters[index];
  if (chapter === undefined) throw new RangeError('the chapter to write is not in the outline');

  const { language } = input.book;
  const text = `${input.presentText ?? ''}\n${input.ownText}`;
  const castNames = new CastNames(input.cast, language);
  const people = peopleOf(chapter, text, input.cast, castNames);
  const { participants } = people;
  const names = namesInText(namingText(chapter, text), castNames);
  const arcs = arcsBefore(input.arcs ?? [], index);
  const ofBook = [rulesBlock(input), craftBlock(input), styleBlock(input), ...bookBlocks(input)];
  const ofChapter = [
    chapterBlock(input, chapter),
    requestBlock(input.instructions),
    participantsBlock(people),
    conflictsBlock(input.conflicts, participants),
    nextChaptersBlock(input.chapters.slice(index + 1), language),
    voiceBlock(input, input.chapters),
    previousTailBlock(input, input.chapters[index - 1]),
    ...(input.presentText ? [presentTextBlock(input.presentText, chapter)] : []),
    ownTextBlock(input, chapter, participants),
    narrationBlock(input, chapter),
    taskBlock(input, chapter),
  ];
  const blocksWith = (count: number) => [...ofBook, storyBlock(input, index, arcs.slice(0, count)), ...ofChapter];
  const { blocks: fitted } = fitBlocks(blocksWith, arcs.length, input);

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
    arcsWanted: arcsWanted(groupsBefore(input.chapters, index), arcs, roomIn(fitted)),
  };
}

/** Whether the recap of a chapter is there in full. */
function roomIn(fitted: readonly FittedBlock[]): (chapterId: string) => boolean {
  const recaps = fitted.flatMap(({ pieces }) => pieces).filter(({ piece }) => piece.kind === 'recap');
  const full = new Set(recaps.flatMap(({ piece, form }) => (form === piece.forms.at(-1) ? [piece.source?.id] : [])));
  return (chapterId) => full.has(chapterId);
}

/** Blocks in our own words. */
const systemBlocks: ReadonlySet<BlockName> = new Set(['rules', 'craft']);

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
