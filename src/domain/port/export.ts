import type { Sql } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { Pace } from './pace.ts';
import { type ExportFormat, files } from './rules.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';
import { jsonLines } from './write-json.ts';
import { markdownParts, textParts } from './write-prose.ts';

const writers: Readonly<Record<ExportFormat, (snapshot: Snapshot) => Generator<string>>> = {
  markdown: markdownParts,
  text: textParts,
  json: jsonLines,
};

export interface ExportedFile {
  fileName: string;
  mediaType: string;
  pieces: Uint8Array[];
}

/** A book as a file, the same bytes for the same book; undefined when there is no such book. */
export async function exportBook(
  sql: Sql,
  key: BookKey,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<ExportedFile | undefined> {
  const snapshot = await snapshotOf(sql, key);
  if (!snapshot) return undefined;
  const pieces: Uint8Array[] = [];
  const pace = new Pace(signal);
  for (const text of writers[format](snapshot)) {
    pieces.push(Buffer.from(text));
    await pace.breathe();
  }
  const { mediaType, extension } = files[format];
  return { fileName: fileNameOf(snapshot.book.title, extension), mediaType, pieces };
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
