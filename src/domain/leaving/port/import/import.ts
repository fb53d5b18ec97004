import type { Context } from '../../../../graphql/context.ts';
import type { LongJob } from '../../../../threads/job.ts';
import type { Book } from '../../../story/book/store.ts';
import type { Warned, Warning } from '../../../story/book/warnings.ts';
import { Pace } from '../pace.ts';
import { type BookImport, type ImportProgress, importSecondsMax, importStages } from '../rules.ts';
import type { Step } from './batches.ts';
import type { ImportPreview, ImportReading, ReadPiece } from './read-import.ts';
import { type NewBookRows, saveBook } from './save.ts';

const reading: LongJob<ImportReading, never, ReadPiece> = {
  module: new URL('./read-import.ts', import.meta.url),
  name: 'readImport',
};

const previewing: LongJob<BookImport, never, ImportPreview> = {
  module: new URL('./read-import.ts', import.meta.url),
  name: 'previewImport',
};

/** Longer documents are read in a thread (ours): these take at most 20 ms. YAML takes far more for its length, and is never read here. */
const inlineMaxOf = ({ content }: BookImport) => (/^\ufeff?---/.test(content) ? -1 : 5_000);

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
  const { warnings, ...rows } = await rowsOf(context, upload, report);
  pace.goOn();
  report(progressOf({ stage: 'saving', done: 0, total: 1 }));
  const warned = (book: Book): Book & Warned => ({ ...book, warnings });
  return saveBook(sql, caller.accountId, rows, {
    written: (done, total) => report(progressOf({ stage: 'saving', done, total })),
    goOn: () => pace.goOn(),
    finished: keepAnswer && ((tx, book) => keepAnswer(tx, warned(book))),
  }).then(warned);
}

/** Answers what an import would make of a document. Saves nothing. */
export async function previewImport(
  { work, caller: { accountId }, signal, timeAllowance }: Context,
  upload: BookImport,
): Promise<ImportPreview> {
  timeAllowance.allow(importSecondsMax);
  const found: ImportPreview[] = [];
  await work.stream(previewing, {
    accountId,
    input: upload,
    characters: upload.content.length,
    inlineMax: inlineMaxOf(upload),
    msMax: importSecondsMax * 1000,
    signal,
    take: (preview) => found.push(preview),
  });
  const [preview] = found;
  if (!preview) throw new Error('A document was read without a preview.');
  return preview;
}

async function rowsOf(
  { work, caller: { accountId }, signal }: Context,
  upload: BookImport,
  report: (progress: ImportProgress) => void,
): Promise<NewBookRows & { warnings: Warning[] }> {
  let warnings: Warning[] = [];
  let head: NewBookRows['head'] | undefined;
  const steps: Step[] = [];
  await work.stream(reading, {
    accountId,
    input: { accountId, upload },
    characters: upload.content.length,
    inlineMax: inlineMaxOf(upload),
    msMax: importSecondsMax * 1000,
    signal,
    take(piece) {
      if ('progress' in piece) report(progressOf(piece.progress));
      else if ('head' in piece) ({ head, warnings } = piece);
      else steps.push(...piece.steps);
    },
  });
  if (!head) throw new Error('A document was read without a book.');
  return { head, steps, warnings };
}

/** All stages have equal weight. */
function progressOf({ stage, done, total }: Omit<ImportProgress, 'percent'>): ImportProgress {
  const before = importStages.indexOf(stage);
  const percent = Math.round((1000 * (before + (total === 0 ? 1 : done / total))) / importStages.length) / 10;
  return { stage, done, total, percent };
}
