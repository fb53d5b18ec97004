import { clipped } from '../../../../errors.ts';
import type { Heading } from '../formats/heading.ts';
import type { ParagraphMark } from '../rules.ts';

/** A difference between a document and the book that an import makes of it. */
export interface ImportWarning {
  code: ImportWarningCode;
  message: string;
  /** Number of occurrences. */
  count: number;
  /** Index of the chapter concerned; absent for the whole document. */
  chapter?: number;
}

const paragraphWords: Readonly<Record<ParagraphMark, string>> = {
  blank:
    'Blank lines were read as the ends of paragraphs. Set `paragraphs` to `line` or `indent` to read it otherwise.',
  line: 'Each line was read as a paragraph. Set `paragraphs` to `blank` or `indent` to read it otherwise.',
  indent: 'Indented lines were read as paragraphs. Set `paragraphs` to `blank` or `line` to read it otherwise.',
};

const messages = {
  headings_by_words: (titles: string) =>
    `Lines were read as headings because of their words: ${titles}. If one is text, put # before every heading and import the file as Markdown.`,
  paragraphs_read: (mark: string) => paragraphWords[mark as ParagraphMark],
  changes_read: (changes: string) =>
    `The file has marks of a review: ${changes} Set \`changes\` to \`proposals\`, \`original\` or \`accepted\` to read them otherwise.`,
  year_dropped: (year: string) =>
    `The year ${year} on the title page was left out, because a book has no such field. The description can name it.`,
  comments_left_out: () =>
    'Comments were left out of the text; they are in the notes of their chapters. Set `verbatim` to keep them in the text.',
  tags_left_out: () =>
    'Lines for a writing program were left out of the text; they are in the notes of their chapters. Set `verbatim` to keep them in the text.',
  block_ids_left_out: () =>
    'Block ids were left out of the text; they are in the notes of their chapters. Set `verbatim` to keep them in the text.',
  embeds_left_out: () =>
    'Embedded files were left out of the text; their names are in the notes of their chapters. Set `verbatim` to keep them in the text.',
  front_matter_shape: (key: string) =>
    `The front matter has \`${key}\` in a shape that is not known here. Set it in the book.`,
  front_matter_ignored: (keys: string) =>
    `The front matter has keys for which a book has no field: ${keys}. The description can name them.`,
  field_unusable: (fault: string) => `The document's ${fault} Set it in the book.`,
} satisfies Record<string, (detail: string) => string>;

/** Headings that are named, and the characters that are shown of each (ours). */
const [namedMax, shownMax] = [20, 60];

/** Names the headings that were found by their words alone, so that their author sees what has left the text. */
export function headingsByWords(headings: readonly Heading[]): ImportWarning[] {
  const titles = headings.filter(({ isWorded }) => isWorded).map(({ title }) => title);
  if (titles.length === 0) return [];
  // The longest first: a sentence has more words than `Chapter 12`.
  const named = titles
    .toSorted((one, other) => other.length - one.length)
    .slice(0, namedMax)
    .map((title) => `“${clipped(title, shownMax)}”`);
  const rest = titles.length > namedMax ? ` and ${titles.length - namedMax} more` : '';
  return [importWarning('headings_by_words', titles.length, named.join(', ') + rest)];
}

type ImportWarningCode = keyof typeof messages;

export function importWarning(code: ImportWarningCode, count: number, detail = '', chapter?: number): ImportWarning {
  return { code, message: messages[code](detail), count, ...(chapter !== undefined && { chapter }) };
}
