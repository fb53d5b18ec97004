import { crc32 } from 'node:zlib';
import { Deflate } from 'fflate';
import type { Pace } from '../pace.ts';

/**
 * Deterministic ZIP archive: every timestamp is the earliest possible. Sizes are in the local headers, because some readers
 * process an archive as a stream.
 */
export class Archive {
  private readonly pace: Pace;
  private readonly directory: Uint8Array[] = [];
  private lengthBytes = 0;

  constructor(pace: Pace) {
    this.pace = pace;
  }

  /** Adds a file; `stored` disables compression. */
  async *file(
    name: string,
    parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
    { stored = false } = {},
  ): AsyncGenerator<Uint8Array> {
    const body: Uint8Array[] = [];
    const deflate = stored ? undefined : new Deflate({ level: 6 }, (piece) => body.push(piece));
    let [sum, size] = [0, 0];
    for await (const part of parts) {
      for (const bytes of inPieces(typeof part === 'string' ? Buffer.from(part) : part)) {
        sum = crc32(bytes, sum);
        size += bytes.length;
        if (deflate) deflate.push(bytes);
        else body.push(bytes);
        await this.pace.breathe();
      }
    }
    deflate?.push(new Uint8Array(), true);
    const packed = body.reduce((length, { length: more }) => length + more, 0);
    const facts = { name, sum, size, packed, method: stored ? 0 : 8 };
    this.directory.push(directoryEntry(facts, this.lengthBytes));
    for (const piece of [localHeader(facts), ...body]) yield this.counted(piece);
  }

  /** The central directory. */
  *end(): Generator<Uint8Array> {
    const start = this.lengthBytes;
    for (const entry of this.directory) yield this.counted(entry);
    const count = this.directory.length;
    yield numbers(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, this.lengthBytes - start],
      [4, start],
      [2, 0],
    );
  }

  private counted(piece: Uint8Array): Uint8Array {
    this.lengthBytes += piece.length;
    return piece;
  }
}

/** A few milliseconds of compression (ours). */
const pieceBytes = 64 * 1024;

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

interface Facts {
  /** ASCII. */
  name: string;
  sum: number;
  size: number;
  packed: number;
  method: number;
}

type Field = [bytes: 2 | 4, value: number];

/** Fields of both headers: ZIP 2.0, no flags, midnight of 1 January 1980. */
function described({ name, sum, size, packed, method }: Facts): Field[] {
  return [
    [2, 20],
    [2, 0],
    [2, method],
    [2, 0],
    [2, 0x21],
    [4, sum],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
  ];
}

function localHeader(facts: Facts): Uint8Array {
  return Buffer.concat([numbers([4, 0x04034b50], ...described(facts)), Buffer.from(facts.name)]);
}

function directoryEntry(facts: Facts, start: number): Uint8Array {
  const behind: Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, start],
  ];
  return Buffer.concat([numbers([4, 0x02014b50], [2, 20], ...described(facts), ...behind), Buffer.from(facts.name)]);
}

function numbers(...fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((length, [size]) => length + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
