import { z } from 'zod';
import { contentMax, expectedVersion, text } from '../../shapes.ts';

/** Longest passage that an edit names or writes (ours). */
export const passageMax = 30_000;
export const editsMax = 100;

export const passageEdit = z
  .strictObject({
    old: text(passageMax)
      .min(1)
      .describe('The passage, up to 30,000 characters, with enough around it to be found once.'),
    new: text(passageMax).describe('What replaces it, up to 30,000 characters. Empty: the passage is deleted.'),
  })
  .meta({ title: 'PassageEdit' })
  .describe('A passage of a text, and what takes its place.');
export type PassageEdit = z.output<typeof passageEdit>;

/** Small edits of a text. */
export const chapterEdits = z.strictObject({
  edits: z.array(passageEdit).min(1).max(editsMax).describe('1–100; all are made, or none.'),
});

/** Text to add at the end. */
export const chapterAddition = z.strictObject({
  text: text(contentMax).min(1).describe('Prose, Markdown. It begins a new paragraph.'),
});

const version = { expectedVersion: expectedVersion.optional() };
/** Bodies of REST, which may have the version instead of `If-Match`. */
export const editBody = chapterEdits.extend(version);
export const additionBody = chapterAddition.extend(version);

/** Most characters that an anchor has of the text on each side of its words. */
export const besideMax = 64;

/** How callers name words of a text: by a quote, by a paragraph, or by their place in a version that they have read. */
export const anchorFields = {
  quote: text(passageMax)
    .min(1)
    .optional()
    .describe('The words, found exactly once; white space and kinds of quotes may differ.'),
  prefix: text(besideMax)
    .optional()
    .describe('Up to 64 characters before the quote, if it is in the text more than once.'),
  suffix: text(besideMax).optional().describe('Up to 64 characters behind it.'),
  paragraph: z.int().min(1).max(contentMax).optional().describe('In place of a quote: a whole paragraph, from 1.'),
  start: z
    .int()
    .min(0)
    .max(contentMax)
    .optional()
    .describe('In place of a quote: the first character, from 0, with `end` and `version`.'),
  end: z.int().min(1).max(contentMax).optional().describe('The place behind the last character.'),
  version: expectedVersion.optional().describe('The version in which `start` and `end` were read.'),
};
const anchorRequest = z.strictObject(anchorFields);
export type AnchorRequest = z.output<typeof anchorRequest>;

/** The version is an argument of the field, wherever it was sent. `If-Match` wins. */
export function versionOutside<Input extends { expectedVersion?: number | undefined }>(given: {
  input: Input;
  expectedVersion?: number;
}) {
  const { expectedVersion: inBody, ...input } = given.input;
  const { expectedVersion = inBody } = given;
  return { ...given, input, ...(expectedVersion === undefined ? {} : { expectedVersion }) };
}
