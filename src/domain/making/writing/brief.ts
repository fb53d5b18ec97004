import type { AnySql } from '../../../sql/connect.ts';
import type { AssemblyInput } from '../../calls/prompt/assembly.ts';
import { textsWanted } from '../../calls/prompt/texts-wanted.ts';
import { viewpointOf } from '../../calls/prompt/viewpoint.ts';
import type { BuiltFrom } from '../../shapes.ts';
import { type ModelTier, toldPremise } from '../../story/book/rules.ts';
import { bookById } from '../../story/book/store.ts';
import { characterRoster } from '../../story/character/store.ts';
import { conflictRoster } from '../../story/conflict/store.ts';
import { moodRoster } from '../../story/mood/store.ts';
import { placed } from '../../story/names/as-of.ts';
import { planOfBook } from '../../story/plan/store.ts';
import { styleOfBook } from '../../story/style/store.ts';
import { type Chapter, type ChapterKey, chaptersOfBook } from '../../text/chapter/store.ts';
import type { PresentState } from '../../text/texts/present.ts';
import { toldArcs } from '../arc/placed.ts';
import { arcsOfBook } from '../arc/store.ts';
import { recapsOfBook } from '../recap/store.ts';
import { InputReader } from '../staleness/inputs.ts';
import { earlierTexts, textEnds } from './ends-store.ts';
import type { ProsePlan } from './prose-plan.ts';
import type { WriteRequest } from './rules.ts';

/** The input of a prompt without the room that its model has. */
type BriefInput = Omit<AssemblyInput, 'budgetTokens'>;

/** The input of a chapter's prompt. */
interface Brief {
  input: BriefInput;
  /** Hashes of the records that the prompt uses, to detect later that the text is stale. */
  builtFrom: BuiltFrom;
  modelTier: ModelTier;
  /** Words of the present text. */
  wordCount: number;
}

/**
 * Reads the input of a chapter's prompt in a fixed number of statements, whatever the size of the book. Undefined if there
 * is no such chapter.
 */
export async function briefFor(
  sql: AnySql,
  key: ChapterKey,
  { savedText: ownText, wishes: instructions, notes = [], presentText }: ProsePlan,
): Promise<Brief | undefined> {
  const [book, plan, style, moods, people, conflicts, chapters, recaps, arcs] = await Promise.all([
    bookById(sql, key),
    planOfBook(sql, key),
    styleOfBook(sql, key),
    moodRoster.ofBook(sql, key, moodRoster.columns.all),
    characterRoster.ofBook(sql, key, characterRoster.columns.all),
    conflictRoster.ofBook(sql, key, conflictRoster.columns.all),
    chaptersOfBook(sql, key),
    recapsOfBook(sql, key),
    arcsOfBook(sql, key),
  ]);
  const index = chapters?.findIndex(({ id }) => id === key.chapterId) ?? -1;
  if (!book || !plan || !style || !moods || !people || !conflicts || !chapters || index < 0) return undefined;
  const cast = placed(people, chapters);
  const previous = chapters[index - 1];
  const told = chapters.map((chapter) => viewpointOf(chapter, cast, { plan })?.id ?? null);
  const voiceId = style.styleSample ? undefined : sameViewpoint(chapters, told, index);
  const ends = new Map((await textEnds(sql, key, previous?.id, voiceId)).map((one) => [one.chapterId, one]));
  const material = { book, plan, style, moods, cast, conflicts };
  const read = chapters.map((chapter) => ({
    ...chapter,
    ends: ends.get(chapter.id) ?? null,
    recap: recaps.get(chapter.id) ?? null,
  }));
  return {
    input: {
      ...material,
      book: { ...book, premise: toldPremise(book.premise) },
      chapters: read,
      earlierTexts: await earlierTexts(sql, key, textsWanted({ chapters: read, chapterId: key.chapterId, cast })),
      arcs: toldArcs(chapters, recaps, arcs),
      chapterId: key.chapterId,
      previousTail: (previous && ends.get(previous.id)?.tail) || null,
      voice: voiceOf(voiceId, ends),
      ownText,
      presentText,
      instructions: instructions || null,
      notes,
    },
    modelTier: book.modelTier,
    wordCount: chapters[index]?.wordCount ?? 0,
    builtFrom: new InputReader({ ...material, chapters }).inputsOf(key.chapterId) ?? {},
  };
}

/** The last chapter before this one that the same character tells; undefined if it is the previous one, or has no text. */
function sameViewpoint(
  chapters: readonly Chapter[],
  told: readonly (string | null)[],
  index: number,
): string | undefined {
  const viewpoint = told[index] ?? null;
  const at = chapters
    .slice(0, index)
    .findLastIndex(({ wordCount }, place) => viewpoint !== null && told[place] === viewpoint && wordCount > 0);
  return at === index - 1 ? undefined : chapters[at]?.id;
}

function voiceOf(chapterId: string | undefined, ends: ReadonlyMap<string, { head: string }>) {
  const text = chapterId && ends.get(chapterId)?.head;
  return chapterId && text ? { chapterId, text } : null;
}

/** The text that a write continues; empty if it starts from the beginning. */
export function textToContinue({ textStatus, body }: PresentState, request: WriteRequest): string {
  const continues = textStatus === 'partial' || (textStatus === 'complete' && request.continue);
  return continues && !request.restart ? body : '';
}
