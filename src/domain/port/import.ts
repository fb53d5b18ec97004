import type { Context } from '../../context.ts';
import type { Book } from '../book/store.ts';
import { countedWords } from './count.ts';
import type { BookDocument, Written } from './document.ts';
import type { Manuscript } from './manuscript.ts';
import { Pace } from './pace.ts';
import { checkedDocument, readJsonText } from './read-document.ts';
import { RowBuilder } from './rows.ts';
import {
  type BookImport,
  documentFormat,
  documentVersion,
  type ImportProgress,
  type ImportStage,
  importSecondsMax,
  importStages,
} from './rules.ts';
import { saveBook } from './save.ts';

/**
 * Imports a document as a book. Everything is read, validated and counted first, yielding to other requests; then it is
 * saved in short transactions. A caller that disconnects before the last one has changed nothing.
 */
export async function importBook(
  context: Context,
  upload: BookImport,
  report: (progress: ImportProgress) => void = context.report ?? (() => {}),
): Promise<Book> {
  const { sql, caller, signal, timeAllowance, keepAnswer } = context;
  timeAllowance.allow(importSecondsMax);
  const pace = new Pace(signal);
  const tell = teller(report);
  tell('reading', 0, 1);
  const value = await documentIn(upload, pace);
  tell('reading', 1, 1);
  const document = await checkedDocument(value, pace, (done, total) => tell('checking', done, total));
  const words = await wordsOf(document, pace, (done, total) => tell('counting', done, total));
  const rows = await new RowBuilder(document).of(words, pace);
  pace.goOn();
  tell('saving', 0, 1);
  return saveBook(sql, caller.accountId, rows, {
    written: (done, total) => tell('saving', done, total),
    goOn: () => pace.goOn(),
    finished: keepAnswer,
  });
}

/** Reports progress; all stages have equal weight. */
function teller(report: (progress: ImportProgress) => void) {
  return (stage: ImportStage, done: number, total: number) => {
    const before = importStages.indexOf(stage);
    const percent = Math.round((1000 * (before + (total === 0 ? 1 : done / total))) / importStages.length) / 10;
    report({ stage, done, total, percent });
  };
}

async function documentIn({ format, content, ...instead }: BookImport, pace: Pace): Promise<unknown> {
  if (format === 'json') return withFields(readJsonText(content), instead);
  const { readMarkdown, readText } = await import('./manuscript.ts');
  const read = format === 'markdown' ? readMarkdown : readText;
  return documentOf(await read(content, pace), instead);
}

/** Fields of the caller replace those of the document. */
function withFields(document: unknown, instead: object): unknown {
  if (Object.keys(instead).length === 0) return document;
  if (typeof document !== 'object' || document === null || !('book' in document)) return document;
  return { ...document, book: { ...Object(document.book), ...instead } };
}

/** Placeholder premise of an imported book. */
const importedPremise = 'A finished manuscript that was imported; its chapters tell what it is about.';

function documentOf({ fields, chapters }: Manuscript, instead: object) {
  return {
    format: documentFormat,
    version: documentVersion,
    book: { premise: importedPremise, ...fields, ...instead },
    chapters: chapters.map(({ title, content }, index) => ({
      id: `chapter ${index + 1}`,
      ...(title === null ? {} : { title }),
      text: content === '' ? null : { content },
    })),
  };
}

/** Word counts of all texts in the book's language. */
async function wordsOf(
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
