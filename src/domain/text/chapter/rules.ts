import { z } from 'zod';
import { nearest } from '../../../nearest.ts';
import { contentMax, expectedVersion, idOf, idsMax, lengthOf, line, newRecap, text, textOrNull } from '../../shapes.ts';
import { beatKeys } from '../../story/plan/beats.ts';
import { persons } from '../../story/plan/rules.ts';

export const chapterStatuses = ['empty', 'generating', 'partial', 'complete'] as const;
export type ChapterStatus = (typeof chapterStatuses)[number];

export const audioStatuses = ['none', 'pending', 'ready', 'stale', 'failed'] as const;
export type AudioStatus = (typeof audioStatuses)[number];

export const origins = ['human', 'write', 'rewrite', 'restore', 'import'] as const;
export type Origin = (typeof origins)[number];

/** Maximum chapters of a book (ours). */
export const chaptersMax = 1000;

function unknownBeat(key: string): string {
  const near = nearest(key, beatKeys);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `is not the key of a beat.${hint} GET /v1/books/{bookId}/beat-sheets (list_beat_sheets over MCP) lists the keys.`;
}

/** Length of a text that somebody orders (ours). */
const [orderedMin, orderedMax] = [50, 30_000];
export const orderedLength = z.int().min(orderedMin).max(orderedMax);

/** The nearest length that can be ordered. */
export function orderable(words: number): number {
  return Math.min(Math.max(Math.round(words), orderedMin), orderedMax);
}

/** A beat of any sheet: a chapter keeps its beats when its book changes to another sheet. */
const beatKey = line(60).refine((key) => key === '' || beatKeys.has(key), {
  error: ({ input }) => unknownBeat(String(input)),
});

/** Writable fields of a chapter: the single source of their limits (contract 5; numbers of keys and people: ours). */
const fields = {
  title: line(200).describe('Heading. Default: `Chapter N`.'),
  summary: text(4000).describe('What happens; the main part of its prompt.'),
  content: text(contentMax).describe('The prose, Markdown.'),
  notes: text(4000).describe('Notes; part of its prompt.'),
  beatKeys: z.array(beatKey).max(40).describe('Its beats; see `beatSheets`.'),
  povCharacterId: idOf('character').nullable().describe('Viewpoint character; null: by the plan.'),
  participantIds: z.array(idOf('character')).max(idsMax).describe('Participants. Empty: those named in it.'),
  mentionedIds: z.array(idOf('character')).max(idsMax).describe('People only spoken of.'),
  targetWords: orderedLength.nullable().describe('Target words; null: a share of the book’s.'),
  person: z.enum(persons).nullable().describe('Grammatical person; null: the book’s.'),
  tense: textOrNull(40).describe('Tense; null: the book’s.'),
};

const savedRecap = newRecap.meta({ title: 'SavedRecap' }).describe('The recap of the text.');

export const newChapter = z.strictObject(fields).partial();
export type NewChapter = z.output<typeof newChapter>;

/** Absent fields stay unchanged. */
export const chapterPatch = z
  .strictObject({
    ...fields,
    status: z
      .enum(chapterStatuses)
      .describe('`partial`: the next write continues the text. `complete`: finished. Others change nothing.'),
    recap: savedRecap,
  })
  .partial();
export type ChapterPatch = z.output<typeof chapterPatch>;

export const chapterMove = z.strictObject({
  order: z.int().min(1).max(10_000).describe('Its new place, 1 for the first; beyond the end is the end.'),
});

export const chapterSplit = z.strictObject({
  at: z
    .int()
    .min(1)
    .max(contentMax)
    .describe('Start of the second part, in characters of the text. White space at the cut is removed.'),
  title: fields.title.optional().describe('Heading of the second part. Default: `Chapter N`.'),
});
export type ChapterSplit = z.output<typeof chapterSplit>;

/** A blank line, the paragraph break of Markdown. */
export const defaultSeparator = '\n\n';

export const chapterMerge = z.strictObject({
  separator: text(100)
    .optional()
    .describe('Text between the two texts, up to 100 characters, such as a scene break. Default: a blank line.'),
  nextExpectedVersion: expectedVersion
    .optional()
    .describe(
      'The version of the next chapter that you have read. If it has changed since, nothing is merged: `conflict`.',
    ),
});
export type ChapterMerge = z.output<typeof chapterMerge>;

export const chapterOrder = z.strictObject({
  chapterIds: z
    .array(idOf('chapter'))
    .max(chaptersMax)
    .describe('All chapters of the book, each once, in their new order.'),
});

/** Beats of a chapter from an earlier release, which may include unknown keys. */
export const storedBeatKeys = z.array(line(60)).max(40);
const storedChapter = newChapter.extend({ beatKeys: storedBeatKeys.optional() });

/** Names of the fields whose values are not valid for a new chapter. */
export function faultyFields(chapter: NewChapter): string[] {
  const { error } = storedChapter.safeParse(chapter);
  return [...new Set(error?.issues.map(({ path }) => String(path[0])))];
}

export const saving = z.strictObject({
  keepRevision: z
    .boolean()
    .optional()
    .describe('True: always keep the old text as a revision. Default: small edits in one session keep none.'),
});

export const deleting = z.strictObject({
  forever: z
    .boolean()
    .optional()
    .describe(
      'True: delete the chapter now with its revisions and sound, live or archived; nothing brings it back. Default: archive it for 30 days.',
    ),
});

/** Prose that an agent wrote itself. */
export const savedChapter = z.strictObject({ content: fields.content, recap: savedRecap.optional() });

/** A window of a long text, in code points. */
const windowUsual = 20_000;
export const textWindow = z.strictObject({
  offset: z.int().min(0).max(contentMax).default(0).describe('Where to begin, in characters.'),
  limit: z.int().min(1).max(100_000).default(windowUsual).describe('How many characters at most.'),
});

/** The call that reads on after a window of prose. It is told before the prose: a book could imitate a line behind it. */
export function readOnWindow({ text }: { text: string }, { offset = 0, limit = windowUsual }: WindowArguments): string {
  if (lengthOf(text) < Number(limit)) return 'It goes to the end.';
  return `For what may follow, call again with offset ${Number(offset) + Number(limit)}.`;
}

type WindowArguments = Readonly<Record<string, unknown>>;

/** Cuts a window out of a text. */
export function windowOf(text: string, offset: number, limit: number): string {
  // Most prose has no surrogate pairs; splitting it into code points would cost more than the rest of a read.
  const isPlain = !/[\ud800-\udbff]/.test(text);
  if (isPlain) return text.slice(offset, offset + limit);
  const start = unitsOf(text, 0, offset);
  return text.slice(start, unitsOf(text, start, limit));
}

/** The end of a number of code points from a place, in units. */
function unitsOf(text: string, from: number, points: number): number {
  let at = from;
  for (let left = points; left > 0 && at < text.length; left -= 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

const wordsPerMinute = 238;

/** Reading time at 238 words a minute, rounded up (contract 5). */
export function readingSeconds(words: number): number {
  return Math.ceil((words * 60) / wordsPerMinute);
}

/**
 * Entity tag of a chapter: its version, its place and the state of its audio. Place and audio change without the version.
 * Undefined while a write adds text, because the version stays the same.
 */
export function chapterTag({ status, version, order, audioStatus, audioUrl }: Tagged): string | undefined {
  if (status === 'generating') return undefined;
  if (order === undefined) return String(version);
  const audio = audioStatus === 'none' ? '' : `_${audioStatus}${audioUrl ? '_audio' : ''}`;
  return `${version}.${order}${audio}`;
}

interface Tagged {
  status: ChapterStatus;
  version: number;
  /** Absent if the key cannot read the chapter. */
  order?: number;
  audioStatus: AudioStatus;
  audioUrl: string | null;
}
