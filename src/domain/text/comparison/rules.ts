import { z } from 'zod';

export const diffKinds = ['equal', 'insert', 'delete', 'gap'] as const;
export type DiffKind = (typeof diffKinds)[number];

/** A part of a comparison; a gap is omitted equal text. */
export interface DiffPart {
  kind: DiffKind;
  /** Empty for a gap. */
  text: string;
  /** Words by the rules of the book's language, also for gaps. */
  words: number;
}

/** Options of a comparison of revisions (contract 5). */
export const diffOptions = z.strictObject({
  against: z
    .string()
    .default('current')
    .describe(
      'What to compare with: `current` for the present text, `previous` for the one before, or the id of another revision of the chapter.',
    ),
  context: z
    .int()
    .min(0)
    .max(1000)
    .optional()
    .describe('How many equal words to keep on each side of a change; absent for all of them.'),
});

/** The same with defaults for small contexts. */
export const diffBriefly = diffOptions.extend({
  context: diffOptions.shape.context.unwrap().default(12).describe('How many equal words to keep around a change.'),
});

/** Maximum characters of a comparison as text, as for one window of prose. Ours. */
const markedMax = 20_000;

/** A comparison as text: `{+inserted+}`, `[-deleted-]`, `[… 40 words …]` for a gap; truncated if it is too long. */
export function markedText(parts: readonly DiffPart[], wordsAdded: number, wordsRemoved: number): string {
  const whole = `${wordsAdded} words added, ${wordsRemoved} removed.\n\n${parts.map(marked).join('')}`;
  if (whole.length <= markedMax) return whole;
  return `${whole.slice(0, markedMax).toWellFormed()}\n\n(Cut after ${markedMax} of ${whole.length} characters. Read both revisions for the rest.)`;
}

function marked({ kind, text, words }: DiffPart): string {
  if (kind === 'gap') return ` [… ${words} words …] `;
  if (kind === 'equal') return text;
  return kind === 'insert' ? `{+${text}+}` : `[-${text}-]`;
}
