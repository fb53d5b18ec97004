import { plainBlocks } from '../../../../prose/plain.ts';
import type { JobStream } from '../../../../threads/job.ts';
import { importedPremise } from '../../../story/book/rules.ts';
import type { Warning } from '../../../story/book/warnings.ts';
import { setMax } from '../../../text/proposal/rules.ts';
import type { BookDocument, Written } from '../formats/document.ts';
import { Pace } from '../pace.ts';
import {
  type BookImport,
  documentFormat,
  documentVersion,
  type ImportProgress,
  type ImportStage,
  type ParagraphMark,
} from '../rules.ts';
import { type Step, stepsOf } from './batches.ts';
import type { BookRows } from './book-rows.ts';
import { countedWords } from './count.ts';
import type { ImportWarning } from './import-warnings.ts';
import type { Manuscript } from './manuscript.ts';
import { checkedDocument, readJsonText } from './read-document.ts';
import { defaultChapterTitle, RowBuilder } from './rows.ts';

export interface ImportReading {
  accountId: string;
  upload: BookImport;
}

/** Progress, then the row of the book, then the steps that save the rest. */
export type ReadPiece =
  | { progress: Omit<ImportProgress, 'percent'> }
  | { head: Pick<BookRows, 'book' | 'plan'>; warnings: Warning[] }
  | { steps: Step[] };

/** What an import would make of a document. */
export interface ImportPreview extends Pick<BookDocument['book'], 'title' | 'author' | 'language'> {
  paragraphs: ParagraphMark | null;
  chapters: { title: string; wordCount: number; firstLine: string }[];
  warnings: Warning[];
}

/** Rows and texts per piece, as the load of their steps (ours). */
const pieceLoad = 200_000;

/** Reads, checks and counts a document completely, and makes the rows of its book. A job of the pool. */
export async function readImport(
  { accountId, upload }: ImportReading,
  { post, signal }: JobStream<never, ReadPiece>,
): Promise<void> {
  const pace = new Pace(signal);
  const tell = teller((progress) => void post({ progress }));
  const { document, words, warnings } = await checkedImport(upload, pace, tell);
  const rows = await new RowBuilder(document).of(words, pace);
  const idOf = (chapter: number | undefined) => rows.chapters[chapter ?? -1]?.id ?? null;
  await post({ head: { book: rows.book, plan: rows.plan }, warnings: warnings.map((one) => warningOf(one, idOf)) });
  for (const steps of inPieces(stepsOf(accountId, rows))) {
    await post({ steps });
    await pace.breathe();
  }
}

/** Reads, checks and counts a document, and answers what an import would make of it. A job of the pool. */
export async function previewImport(
  upload: BookImport,
  { post, signal }: JobStream<never, ImportPreview>,
): Promise<void> {
  const pace = new Pace(signal);
  const { document, words, warnings, paragraphs } = await checkedImport(upload, pace, () => {});
  const { title, author, language } = document.book;
  const chapters: ImportPreview['chapters'] = [];
  for (const [index, { title, text }] of document.chapters.entries()) {
    chapters.push({
      title: title ?? defaultChapterTitle(index + 1),
      wordCount: text ? (words.get(text) ?? 0) : 0,
      firstLine: firstLineOf(text?.content ?? ''),
    });
    await pace.breathe();
  }
  const listed = warnings.map((one) => warningOf(one, () => null));
  await post({ title, author, language, paragraphs: paragraphs ?? null, chapters, warnings: listed });
}

/** Code points of a chapter in a preview (ours). */
const firstLineMax = 200;

function firstLineOf(content: string): string {
  const [block = ''] = plainBlocks(content.trimStart().slice(0, firstLineMax * 4));
  const [line = ''] = block.split('\n');
  const characters = Array.from(line);
  return characters.length > firstLineMax ? `${characters.slice(0, firstLineMax - 1).join('')}…` : line;
}

function warningOf({ chapter, ...rest }: ImportWarning, idOf: (chapter: number | undefined) => string | null): Warning {
  return { ...rest, chapterId: idOf(chapter) };
}

async function checkedImport(
  upload: BookImport,
  pace: Pace,
  tell: (stage: ImportStage, done: number, total: number) => void,
) {
  tell('reading', 0, 1);
  const { value, warnings, paragraphs } = await documentIn(upload, pace);
  tell('reading', 1, 1);
  const document = await checkedDocument(value, pace, (done, total) => tell('checking', done, total));
  const words = await wordCounts(document, pace, (done, total) => tell('counting', done, total));
  return { document, words, warnings, paragraphs };
}

function* inPieces(steps: Iterable<Step>): Generator<Step[]> {
  let [piece, load]: [Step[], number] = [[], 0];
  for (const step of steps) {
    piece.push(step);
    load += step.load;
    if (load < pieceLoad) continue;
    yield piece;
    [piece, load] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

/** Reports only visible steps: a document may have 11,000 chapters. */
function teller(report: (progress: Omit<ImportProgress, 'percent'>) => void) {
  let told = -1;
  return (stage: ImportStage, done: number, total: number) => {
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    if (percent === told && done !== total) return;
    told = percent;
    report({ stage, done, total });
  };
}

interface ReadDocument extends Pick<Manuscript, 'warnings' | 'paragraphs'> {
  value: unknown;
}

async function documentIn(
  { format, content, paragraphs, verbatim, changes, ...instead }: BookImport,
  pace: Pace,
): Promise<ReadDocument> {
  if (format === 'json') return { value: withFields(readJsonText(content), instead), warnings: [] };
  const { readMarkdown, readText } = await import('./manuscript.ts');
  const { language } = instead;
  const read =
    format === 'markdown'
      ? await readMarkdown(content, pace, { verbatim, changes, language })
      : await readText(content, pace, { paragraphs, language });
  return { ...read, value: documentOf(read, instead) };
}

/** Fields of the caller replace those of the document. */
function withFields(document: unknown, instead: object): unknown {
  if (Object.keys(instead).length === 0) return document;
  if (typeof document !== 'object' || document === null || !('book' in document)) return document;
  return { ...document, book: { ...Object(document.book), ...instead } };
}

/** The chapter of a manuscript, from 0, in its document. */
const keyOf = (chapter: number) => `chapter ${chapter + 1}`;

function documentOf({ fields, chapters, review }: Manuscript, instead: object) {
  return {
    format: documentFormat,
    version: documentVersion,
    book: { premise: importedPremise, ...fields, ...instead },
    chapters: chapters.map(({ title, content, notes }, index) => ({
      id: keyOf(index),
      ...(title === null ? {} : { title }),
      ...(notes && { notes }),
      text: content === '' ? null : { content },
    })),
    ...(review && {
      proposals: review.proposals.map(({ chapter, ...rest }, index) => ({
        ...rest,
        chapterId: keyOf(chapter),
        setId: `changes ${Math.floor(index / setMax) + 1}`,
        title: 'Changes of the imported file',
      })),
      notes: review.notes.map(({ chapter, ...rest }, index) => ({
        ...rest,
        id: `note ${index + 1}`,
        chapterId: chapter === null ? null : keyOf(chapter),
      })),
    }),
  };
}

/** Word counts of all texts in the book's language. */
async function wordCounts(
  { book, chapters, archivedChapters }: BookDocument,
  pace: Pace,
  counted: (done: number, total: number) => void,
): Promise<Map<Written, number>> {
  const words = new Map<Written, number>();
  const all = [...chapters, ...archivedChapters];
  for (const [index, { text, revisions }] of all.entries()) {
    for (const one of [...(text ? [text] : []), ...revisions])
      words.set(one, await countedWords(one.content, book.language, pace));
    counted(index + 1, all.length);
  }
  return words;
}
