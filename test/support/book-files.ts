import { strFromU8, unzipSync } from 'fflate';
import type { BookProse, ChapterProse } from '../../src/domain/leaving/port/export/book-prose.ts';
import { docxParts } from '../../src/domain/leaving/port/export/write-docx.ts';
import { epubParts } from '../../src/domain/leaving/port/export/write-epub.ts';
import { Pace } from '../../src/domain/leaving/port/pace.ts';
import type { CoverFile } from '../../src/domain/making/cover/cover.ts';

const pace = new Pace(new AbortController().signal);
const cover = { bytes: new Uint8Array([1]), mediaType: 'image/png', title: '', sha256: '' };

/** A book for the writers of files, without a database. */
export function bookOf(chapters: ChapterProse[]): BookProse {
  const day = new Date('2026-11-25T00:00:00Z');
  const book = { title: 'Storm', subtitle: null, author: 'N. Keeper', description: null, language: 'en', id: 'book_1' };
  // Only the members that the writers read.
  return { book: { ...book, wordCount: 1, createdAt: day } as BookProse['book'], chapters, changedAt: day };
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const bytes: Uint8Array[] = [];
  for await (const part of parts) bytes.push(part);
  return Buffer.concat(bytes);
}

export const epubBytes = (prose: BookProse, image: CoverFile = cover) => bytesOf(epubParts(prose, pace, image));
export const docxBytes = (prose: BookProse) => bytesOf(docxParts(prose, pace));

function filesIn(archive: Buffer): Map<string, string> {
  return new Map(Object.entries(unzipSync(archive)).map(([name, file]) => [name, strFromU8(file)]));
}

/** The files within an EPUB, by name. */
export const epubFiles = async (prose: BookProse) => filesIn(await epubBytes(prose));
/** The files within a Word file, by name. */
export const docxFiles = async (prose: BookProse) => filesIn(await docxBytes(prose));
