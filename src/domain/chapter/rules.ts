import { z } from 'zod';
import { expectedVersion, idOf, line, text } from '../shapes.ts';

export const chapterStatuses = ['empty', 'generating', 'partial', 'complete'] as const;
export type ChapterStatus = (typeof chapterStatuses)[number];

export const audioStatuses = ['none', 'pending', 'ready', 'stale', 'failed'] as const;
export type AudioStatus = (typeof audioStatuses)[number];

export const origins = ['human', 'write', 'rewrite', 'restore', 'import'] as const;
export type Origin = (typeof origins)[number];

/** Code points (contract 5). */
export const contentMax = 400_000;
/** Chapters of a book at most (ours). */
export const chaptersMax = 1000;

/** What an author may write of a chapter, and the only copy of its limits (contract 5; counts of keys and people: ours). */
const fields = {
  title: line(200).describe('Heading of the chapter, 1–200 characters. Default: `Chapter N`.'),
  summary: text(4000).describe(
    'What happens in it, up to 4000 characters: the line of the outline, and what the writer is told to write.',
  ),
  content: text(contentMax).describe(
    'The prose, Markdown, up to 400,000 characters. Setting it keeps the former text as a revision, but for small steps of one sitting; empty text makes the chapter empty.',
  ),
  notes: text(4000).describe('Wishes and reminders for this chapter, up to 4000 characters; they enter its prompt.'),
  beatKeys: z.array(line(60)).max(40).describe('Keys of the beats it carries, up to 40; see the beat sheets.'),
  povCharacterId: idOf('character')
    .nullable()
    .describe('Whose point of view it is told from, a character of this book; null leaves it to the plan.'),
  participantIds: z
    .array(idOf('character'))
    .max(500)
    .describe('Who takes part, characters of this book. Empty: those whose name or alias occurs in it.'),
};

export const newChapter = z.strictObject(fields).partial();
export type NewChapter = z.output<typeof newChapter>;

/** Absent stays as it is. */
export const chapterPatch = z.strictObject(fields).partial();
export type ChapterPatch = z.output<typeof chapterPatch>;

export const chapterMove = z.strictObject({
  order: z.int().min(1).max(10_000).describe('Its new place, 1 for the first; beyond the end is the end.'),
});

export const chapterSplit = z.strictObject({
  at: z
    .int()
    .min(1)
    .max(contentMax)
    .describe('Where the second part begins, in characters of the text. Blanks at the cut go.'),
  title: fields.title.optional().describe('Heading of the second part. Default: `Chapter N`.'),
});
export type ChapterSplit = z.output<typeof chapterSplit>;

/** A blank line: where Markdown begins another paragraph. */
export const defaultSeparator = '\n\n';

export const chapterMerge = z.strictObject({
  separator: text(100)
    .optional()
    .describe(
      'What stands between the two texts, up to 100 characters, such as a mark of a scene. Default: a blank line.',
    ),
  nextExpectedVersion: expectedVersion
    .optional()
    .describe('The version you read of the next chapter. If it has changed since, nothing is merged: `conflict`.'),
});
export type ChapterMerge = z.output<typeof chapterMerge>;

export const chapterOrder = z.strictObject({
  chapterIds: z
    .array(idOf('chapter'))
    .max(chaptersMax)
    .describe('All chapters of the book, each once, in their new order.'),
});

/** Names of the fields that a chapter could not be given as they are. */
export function faultyFields(chapter: NewChapter): string[] {
  const { error } = newChapter.safeParse(chapter);
  return [...new Set(error?.issues.map(({ path }) => String(path[0])))];
}

export const saving = z.strictObject({
  keepRevision: z
    .boolean()
    .optional()
    .describe(
      'True keeps the former text as a revision, however little changes. Default: small steps of one sitting keep none.',
    ),
});

/** The prose that an agent wrote itself. */
export const savedChapter = z.strictObject({ content: fields.content });

/** Part of a long text, for readers with little room: characters are code points. */
export const textWindow = z.strictObject({
  offset: z.int().min(0).max(contentMax).default(0).describe('Where to begin, in characters.'),
  limit: z.int().min(1).max(100_000).default(20_000).describe('How many characters at most.'),
});

/** So many code points of a text, from one on. */
export function windowOf(text: string, offset: number, limit: number): string {
  // Nearly all prose has one unit of UTF-16 for each; taking it apart is dearer than all else that reading it takes.
  const isPlain = !/[\ud800-\udbff]/.test(text);
  return isPlain ? text.slice(offset, offset + limit) : [...text].slice(offset, offset + limit).join('');
}

export const wordsPerMinute = 238;

/** Seconds of reading at 238 words a minute, rounded up (contract 5). */
export function readingSeconds(words: number): number {
  return Math.ceil((words * 60) / wordsPerMinute);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Words as the book's language counts them. */
export function countWords(prose: string, language: string): number {
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, segmenter);
  }
  let words = 0;
  for (const { isWordLike } of segmenter.segment(prose)) if (isWordLike) words += 1;
  return words;
}

/** Code points, as every length in the contract counts. */
export function lengthOf(prose: string): number {
  let length = 0;
  for (const _ of prose) length += 1;
  return length;
}

/**
 * What the entity tag of an answer about a chapter is: its version, and how its audio stands, which changes without the version.
 * Undefined while a write adds to the text, the version standing still meanwhile.
 */
export function chapterTag({ status, version, audioStatus, audioUrl }: Tagged): string | undefined {
  if (status === 'generating') return undefined;
  return audioStatus === 'none' ? String(version) : `${version}.${audioStatus}${audioUrl ? '_audio' : ''}`;
}

interface Tagged {
  status: ChapterStatus;
  version: number;
  audioStatus: AudioStatus;
  audioUrl: string | null;
}
