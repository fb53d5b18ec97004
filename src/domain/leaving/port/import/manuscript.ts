import { invalidRequest } from '../../../../errors.ts';
import { withLineEnds } from '../../../../prose/line-ends.ts';
import { contentMax, isInvisible } from '../../../shapes.ts';
import { newChapter } from '../../../text/chapter/rules.ts';
import { type ManuscriptChapter, readExactly } from '../formats/exact-markdown.ts';
import { type FrontMatter, readFrontMatter, usableFields } from '../formats/front-matter.ts';
import type { Pace } from '../pace.ts';
import type { ImportChanges, ImportOptions, ParagraphMark } from '../rules.ts';
import { withNotes } from './chapter-notes.ts';
import { cutAt, markdownParts, withoutBlankStart } from './cut.ts';
import { withOwnDefinitions } from './definitions.ts';
import { headingWordsOf } from './file-language.ts';
import { headingsByWords, type ImportWarning, importWarning } from './import-warnings.ts';
import { headingsInMarkdown } from './markdown-headings.ts';
import { convertNotations, withoutNotations } from './notations.ts';
import { type ManuscriptReview, plain, withReview } from './placed-review.ts';
import { readPlainText } from './read-text.ts';
import { type UnmarkedText, withoutMarks } from './review-marks.ts';

/** A parsed prose file. */
export interface Manuscript {
  fields: FrontMatter;
  chapters: ManuscriptChapter[];
  warnings: ImportWarning[];
  /** What separates the paragraphs of a plain text. */
  paragraphs?: ParagraphMark;
  /** What its marks of a review propose and note. */
  review?: ManuscriptReview;
}

/** How a prose file is read. */
interface Reading extends ImportOptions {
  /** That of the caller, which replaces the one of the file. */
  language?: string | undefined;
}

/** Parses Markdown. Throws `invalid_request` for a file without text. */
export async function readMarkdown(
  file: string,
  pace: Pace,
  { verbatim = false, changes, language }: Reading = {},
): Promise<Manuscript> {
  const plain = withoutMark(file);
  // Our own files are read exactly, with their line breaks, unless an editor has changed them all.
  const { fields, isExact, hasMarks, body, warnings } = readFrontMatter(
    plain.startsWith('---\n') ? plain : await withPlainLines(plain, pace),
  );
  // Text that looks like a mark is the author's own in an export without marks, and in one that is read verbatim.
  const mayHaveMarks = changes !== undefined || (isExact ? hasMarks : !verbatim);
  const mode = changes ?? 'proposals';
  const marked = mayHaveMarks ? withoutMarks(await withPlainLines(body, pace), mode) : undefined;
  const read = await readChapters(
    marked?.text ?? body,
    { isExact, verbatim, language: language ?? fields.language },
    pace,
  );
  const all = { ...read, fields: { ...read.fields, ...fields }, warnings: [...warnings, ...read.warnings] };
  return usable(marked ? reviewed(all, marked, mode, isExact) : all);
}

/** What becomes of the changes of a review. */
const becomes: Readonly<Record<ImportChanges, string>> = {
  proposals: 'The text is the original, and each change a proposal.',
  original: 'The text is the original, without the changes.',
  accepted: 'The text has the changes.',
};

/** With the marks of a review on the words that they are about. */
function reviewed(
  manuscript: Manuscript,
  { parts, counts: { change, comment } }: UnmarkedText,
  mode: ImportChanges,
  isExact: boolean,
): Manuscript {
  const { chapters, review } = withReview(manuscript.chapters, parts, { isExact });
  const { title } = manuscript.fields;
  const counted = `${change} ${change === 1 ? 'change' : 'changes'} and ${comment} ${comment === 1 ? 'comment' : 'comments'}`;
  const said = `${counted}. ${becomes[mode]} Comments are notes.`;
  return {
    fields: { ...manuscript.fields, ...(title && { title: plain(title) }) },
    chapters,
    review,
    warnings: [importWarning('changes_read', change + comment, said), ...manuscript.warnings],
  };
}

async function readChapters(
  body: string,
  { isExact, verbatim, language }: { isExact: boolean; verbatim: boolean; language: string | undefined },
  pace: Pace,
): Promise<Manuscript> {
  if (isExact) return { fields: {}, chapters: await readExactly(body, pace), warnings: [] };
  const source = await withPlainLines(body, pace);
  const { text, notations } = verbatim ? { text: source, notations: [] } : convertNotations(source);
  const headings = await headingsInMarkdown(text, headingWordsOf(text, language), pace);
  const { title, chapters: cut } = cutAt(text.length, headings, markdownParts(text));
  const { chapters, warnings: leftOut } = withNotes(await withOwnDefinitions(cut, pace), notations);
  return {
    fields: title ? { title: withoutNotations(title, notations, () => false) } : {},
    chapters: withinLimits(written(chapters)),
    warnings: [...headingsByWords(headings), ...leftOut],
  };
}

/** Parses plain text. Throws `invalid_request` for a file without text. */
export async function readText(file: string, pace: Pace, { paragraphs, language }: Reading = {}): Promise<Manuscript> {
  const { fields, body, warnings } = readFrontMatter(await withPlainLines(withoutMark(file), pace));
  const read = await readPlainText(body, headingWordsOf(body, language ?? fields.language), pace, paragraphs);
  return usable({
    ...read,
    fields: { ...read.fields, ...fields },
    chapters: withinLimits(written(read.chapters)),
    warnings: [...warnings, ...read.warnings],
  });
}

/** Leaves out fields that a book cannot have. */
function usable(manuscript: Manuscript): Manuscript {
  const { fields, warnings } = usableFields(manuscript.fields);
  return { ...manuscript, fields, warnings: [...manuscript.warnings, ...warnings] };
}

/** Removes the byte order mark that Windows puts before UTF-8. */
function withoutMark(file: string): string {
  return file.startsWith('\ufeff') ? file.slice(1) : file;
}

/** A few milliseconds of replacing (ours). */
const pieceUnits = 100_000;

async function withPlainLines(text: string, pace: Pace): Promise<string> {
  if (!text.includes('\r')) return text;
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const cut = start + pieceUnits;
    const end = text[cut - 1] === '\r' && text[cut] === '\n' ? cut + 1 : cut;
    pieces.push(withLineEnds(text.slice(start, end)));
    start = end;
    await pace.breathe();
  }
  return pieces.join('');
}

function written(chapters: ManuscriptChapter[]): ManuscriptChapter[] {
  if (chapters.length > 0) return chapters;
  throw invalidRequest([{ path: 'content', message: 'has no text. Send the whole manuscript.' }]);
}

const titleMax = newChapter.shape.title.unwrap().maxLength ?? 0;

/** Fits chapters into the limits: a long one continues in the next, and a long heading stays in the text. */
function withinLimits(chapters: readonly ManuscriptChapter[]): ManuscriptChapter[] {
  return chapters.flatMap(({ title: heading, content, ...rest }) => {
    // A heading without visible signs is none.
    const title = heading === null || isInvisible(heading) ? null : heading;
    const characters = [...(title ?? '').slice(0, titleMax * 4)];
    const isShort = characters.length <= titleMax;
    const short = isShort ? title : `${characters.slice(0, titleMax - 10).join('')}…`;
    const [first, ...others] = pieces(short, isShort ? content : `${title}\n\n${content}`.trimEnd());
    return first ? [{ ...first, ...rest }, ...others] : [];
  });
}

/** The first has the title, the others are numbered. */
function pieces(title: string | null, content: string): ManuscriptChapter[] {
  if (content.length <= contentMax) return [{ title, content }];
  const found: ManuscriptChapter[] = [];
  for (let rest = content; rest; ) {
    const end = rest.length <= contentMax ? rest.length : placeToCut(rest);
    const number = found.length + 1;
    const numbered =
      title === null || number === 1 ? title : `${[...title].slice(0, titleMax - 6).join('')} (${number})`;
    found.push({ title: numbered, content: rest.slice(0, end).trimEnd() });
    rest = withoutBlankStart(rest.slice(end));
  }
  return found.filter((piece) => piece.content);
}

/**
 * The end of the last paragraph that fits, else of a line, word or character. In UTF-16 units, which are at least as many
 * as code points.
 */
function placeToCut(text: string): number {
  const most = text.slice(0, contentMax);
  for (const end of ['\n\n', '\n', ' ']) {
    const at = most.lastIndexOf(end);
    if (at > contentMax / 2) return at;
  }
  return most.isWellFormed() ? contentMax : contentMax - 1;
}
