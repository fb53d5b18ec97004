import type { Sql } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { type CoverFile, coverWith } from '../cover/cover.ts';
import { pictureById } from '../cover/store.ts';
import { type BookProse, proseOfBook } from './book-prose.ts';
import { Line } from './line.ts';
import { Pace } from './pace.ts';
import { type ExportFormat, exportSecondsMax, files } from './rules.ts';
import { snapshotOf } from './snapshot.ts';
import { jsonLines } from './write-json.ts';
import { markdownParts, textParts } from './write-prose.ts';

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

type Cover = () => Promise<CoverFile>;

/** How the formats for readers are written. What takes a library is loaded when somebody asks for it. */
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

/** Files are made in memory, each of a whole book, and by one thread: more at a time take more room and end no sooner. Ours. */
const line = new Line({ atOnce: 2, waitingMax: 30, waitingOfOneMax: 10 });

/** By then it has been answered that no file came in time: nobody would take one. */
const exportMsMax = (exportSecondsMax + 10) * 1000;

/** A book as a file, the same bytes for the same book; undefined when there is no such book. Waits while others are made. */
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

/** The cover as reading programs take it. WebP came with EPUB 3.3, and older ones do not know it. */
async function coverOfFile(sql: Sql, key: BookKey, { book }: BookProse): Promise<CoverFile> {
  const picture = await pictureById(sql, key);
  return coverWith(book, 'png', picture?.mediaType === 'image/webp' ? undefined : picture);
}

/** Characters that file systems, shells or headers take for something else. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
/** Bytes of a name without its ending: file systems take 255 (ours). */
const nameBytesMax = 180;

/** A title as the name of a file, in its own script; `book` where nothing is left of it. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title.normalize('NFC').replace(unsafe, ' ').replace(/\s+/gu, ' ').trim();
  let name = '';
  for (const character of plain) {
    if (Buffer.byteLength(name + character) > nameBytesMax) break;
    name += character;
  }
  // Windows drops dots and blanks at an end and hides what begins with a dot.
  return `${name.replace(/^[. ]+|[. ]+$/g, '') || 'book'}.${extension}`;
}
