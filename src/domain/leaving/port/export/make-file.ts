import type { JobStream } from '../../../../threads/job.ts';
import type { CoverFile } from '../../../making/cover/cover.ts';
import type { KeptText } from '../../../text/texts/all.ts';
import { Pace } from '../pace.ts';
import type { ExportFormat } from '../rules.ts';
import type { BookProse, ChapterProse } from './book-prose.ts';
import type { Snapshot } from './snapshot.ts';

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** A book for readers; its chapters come in parts. */
interface ProseFile {
  format: Exclude<ExportFormat, 'json'>;
  prose: Omit<BookProse, 'chapters'>;
  /** Of formats that have one. */
  cover?: CoverFile;
}

/** Everything; its texts come in parts. */
interface WholeFile {
  format: 'json';
  snapshot: Omit<Snapshot, 'texts'>;
}

export type FileInput = ProseFile | WholeFile;
export type FilePart = readonly ChapterProse[] | readonly KeptText[];

/** Bytes per piece (ours): so few that taking it is no work, and so many that sending it is none. */
const pieceBytes = 256 * 1024;

/** Makes the file of a book, deterministically. A job of the pool. */
export async function makeFile(
  input: FileInput,
  { parts, post, signal }: JobStream<FilePart, Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const pace = new Pace(signal);
  let [held, length]: [Uint8Array[], number] = [[], 0];
  const send = async () => {
    const piece = joined(held, length);
    [held, length] = [[], 0];
    await post(piece, [piece.buffer]);
  };
  for await (const part of await piecesOf(input, parts, pace)) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    held.push(bytes);
    length += bytes.length;
    if (length >= pieceBytes) await send();
    await pace.breathe();
  }
  if (length > 0) await send();
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Writers of the formats for readers. Libraries are loaded on use. */
const writers: Readonly<
  Record<ProseFile['format'], (prose: BookProse, pace: Pace, cover?: CoverFile) => Pieces | Promise<Pieces>>
> = {
  markdown: async (prose) => (await import('./write-prose.ts')).markdownParts(prose),
  text: async (prose) => (await import('./write-prose.ts')).textParts(prose),
  html: async (prose) => (await import('./write-html.ts')).htmlParts(prose),
  epub: async (prose, pace, cover) => {
    if (!cover) throw new Error('An EPUB needs a cover.');
    return (await import('./write-epub.ts')).epubParts(prose, pace, cover);
  },
  docx: async (prose, pace) => (await import('./write-docx.ts')).docxParts(prose, pace),
};

async function piecesOf(input: FileInput, parts: readonly FilePart[], pace: Pace): Promise<Pieces> {
  // The format tells the type of the parts.
  if (input.format === 'json') {
    const { jsonLines } = await import('./write-json.ts');
    return jsonLines({ ...input.snapshot, texts: parts.flat() as KeptText[] });
  }
  const prose = { ...input.prose, chapters: parts.flat() as ChapterProse[] };
  return writers[input.format](prose, pace, input.cover);
}
