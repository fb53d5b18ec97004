import { fileNameOf } from '../../../../graphql/file-name.ts';
import type { Sql } from '../../../../sql/connect.ts';
import type { LongJob } from '../../../../threads/job.ts';
import { inParts } from '../../../../threads/parts.ts';
import type { WorkPool } from '../../../../threads/pool.ts';
import { type CoverFile, coverWith } from '../../../making/cover/cover.ts';
import { pictureById } from '../../../making/cover/store.ts';
import type { BookKey } from '../../../story/book/store.ts';
import { type ExportFormat, type ExportRequest, exportSecondsMax, files } from '../rules.ts';
import { type BookProse, proseOfBook } from './book-prose.ts';
import { WorkQueue } from './line.ts';
import type { FileInput, FilePart } from './make-file.ts';
import { snapshotOf } from './snapshot.ts';

interface ExportedFile {
  fileName: string;
  mediaType: string;
  pieces: Uint8Array[];
}

const making: LongJob<FileInput, FilePart, Uint8Array<ArrayBuffer>> = {
  module: new URL('./make-file.ts', import.meta.url),
  name: 'makeFile',
};

/** Shorter books are written on the main thread (ours), but in no format whose library takes long to load. */
const inlineMax: Readonly<Partial<Record<ExportFormat, number>>> = { docx: -1 };
const inlineCharactersMax = 20_000;

/**
 * Files are made in memory, each for a whole book, on one thread: more concurrency takes more memory and is not faster.
 * Ours.
 */
const line = new WorkQueue({ atOnce: 2, waitingMax: 30, waitingOfOneMax: 10 });

/** After this the caller has been told that the export timed out. */
const exportMsMax = (exportSecondsMax + 10) * 1000;

/** Exports a book, deterministically; undefined if there is no such book. Waits in a queue. */
export function exportBook(
  sql: Sql,
  work: WorkPool,
  key: BookKey,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<ExportedFile | undefined> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(exportMsMax)]);
  return line.take(key.accountId, inTime, () => madeOf(sql, work, key, request, inTime));
}

async function madeOf(
  sql: Sql,
  work: WorkPool,
  key: BookKey,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<ExportedFile | undefined> {
  const { format } = request;
  const source = await sourceOf(sql, key, request);
  if (!source) return undefined;
  const pieces: Uint8Array[] = [];
  await work.stream(making, {
    accountId: key.accountId,
    input: source.input,
    parts: source.parts,
    characters: source.characters,
    // Comparing the words of proposals takes long, too.
    inlineMax: request.marks === 'none' ? (inlineMax[format] ?? inlineCharactersMax) : -1,
    msMax: exportMsMax,
    signal,
    take: (piece) => pieces.push(piece),
  });
  const { mediaType, extension } = files[format];
  return { fileName: fileNameOf(source.title, extension), mediaType, pieces };
}

interface Source {
  title: string;
  input: FileInput;
  parts: FilePart[];
  characters: number;
}

async function sourceOf(sql: Sql, key: BookKey, { format, marks }: ExportRequest): Promise<Source | undefined> {
  if (format === 'json') {
    const whole = await snapshotOf(sql, key);
    if (!whole) return undefined;
    const { texts, ...snapshot } = whole;
    return { title: whole.book.title, input: { format, snapshot }, ...inParts(texts, ({ body }) => body.length) };
  }
  const whole = await proseOfBook(sql, key, marks !== 'none');
  if (!whole) return undefined;
  const { chapters, ...prose } = whole;
  const cover = format === 'epub' ? { cover: await coverOfFile(sql, key, whole) } : {};
  const parts = inParts(chapters, ({ content }) => content.length);
  return { title: whole.book.title, input: { format, prose, ...cover }, ...parts };
}

/** Cover for reading programs. WebP came with EPUB 3.3, and older ones do not support it. */
async function coverOfFile(sql: Sql, key: BookKey, { book }: BookProse): Promise<CoverFile> {
  const picture = await pictureById(sql, key);
  return coverWith(book, 'png', picture?.mediaType === 'image/webp' ? undefined : picture);
}
