import { fileNameOf } from '../../graphql/file-name.ts';
import type { Sql } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { type CoverFile, coverWith } from '../cover/cover.ts';
import { pictureById } from '../cover/store.ts';
import { type BookProse, proseOfBook } from './book-prose.ts';
import { WorkQueue } from './line.ts';
import { Pace } from './pace.ts';
import { type ExportFormat, exportSecondsMax, files } from './rules.ts';
import { snapshotOf } from './snapshot.ts';
import { jsonLines } from './write-json.ts';
import { markdownParts, textParts } from './write-prose.ts';

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

type Cover = () => Promise<CoverFile>;

/** Writers of the formats for readers. Libraries are loaded on use. */
const writers: Readonly<
  Record<Exclude<ExportFormat, 'json'>, (prose: BookProse, pace: Pace, cover: Cover) => Pieces | Promise<Pieces>>
> = {
  markdown: markdownParts,
  text: textParts,
  html: async (prose) => (await import('./write-html.ts')).htmlParts(prose),
  epub: async (prose, pace, cover) => (await import('./write-epub.ts')).epubParts(prose, pace, await cover()),
  docx: async (prose, pace) => (await import('./write-docx.ts')).docxParts(prose, pace),
};

export interface ExportedFile {
  fileName: string;
  mediaType: string;
  pieces: Uint8Array[];
}

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
  key: BookKey,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<ExportedFile | undefined> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(exportMsMax)]);
  return line.take(key.accountId, inTime, () => madeOf(sql, key, format, inTime));
}

async function madeOf(
  sql: Sql,
  key: BookKey,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<ExportedFile | undefined> {
  const pace = new Pace(signal);
  const written = await writing(sql, key, format, pace);
  if (!written) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const part of written.parts) {
    pieces.push(typeof part === 'string' ? Buffer.from(part) : part);
    await pace.breathe();
  }
  const { mediaType, extension } = files[format];
  return { fileName: fileNameOf(written.title, extension), mediaType, pieces };
}

async function writing(sql: Sql, key: BookKey, format: ExportFormat, pace: Pace) {
  if (format === 'json') {
    const whole = await snapshotOf(sql, key);
    return whole && { title: whole.book.title, parts: jsonLines(whole) };
  }
  const prose = await proseOfBook(sql, key);
  return (
    prose && { title: prose.book.title, parts: await writers[format](prose, pace, () => coverOfFile(sql, key, prose)) }
  );
}

/** Cover for reading programs. WebP came with EPUB 3.3, and older ones do not support it. */
async function coverOfFile(sql: Sql, key: BookKey, { book }: BookProse): Promise<CoverFile> {
  const picture = await pictureById(sql, key);
  return coverWith(book, 'png', picture?.mediaType === 'image/webp' ? undefined : picture);
}
