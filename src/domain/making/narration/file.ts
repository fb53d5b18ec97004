import { createHash } from 'node:crypto';
import { samplesPerSecond } from '../../../providers/speech.ts';
import type { Sql } from '../../../sql/connect.ts';
import { id3Tag } from './id3.ts';
import { durationMsOf, type Mp3Encoder, newMp3Encoder } from './mp3.ts';
import { retryUntilSaved } from './retry.ts';
import { pieceBytes } from './rules.ts';
import { insertPiece, type Narration, type NewNarration, type Subject } from './store.ts';

/** Streams the file of a narration into the database. Only one piece is in memory. */
export class AudioFile {
  /** Set at the end. */
  made: Pick<Narration, 'durationMs' | 'sizeBytes' | 'sha256'> | undefined;
  readonly #sql: Sql;
  readonly #narration: NewNarration;
  readonly #signal: AbortSignal;
  readonly #encoder: Mp3Encoder;
  readonly #hash = createHash('sha256');
  readonly #piece = Buffer.alloc(pieceBytes);
  #filled = 0;
  #pieces = 0;
  #frameBytes = 0;

  private constructor(sql: Sql, narration: NewNarration, encoder: Mp3Encoder, signal: AbortSignal) {
    this.#sql = sql;
    this.#narration = narration;
    this.#encoder = encoder;
    this.#signal = signal;
  }

  static async begin(
    sql: Sql,
    narration: NewNarration,
    { bookTitle, author }: Subject,
    signal: AbortSignal,
  ): Promise<AudioFile> {
    const file = new AudioFile(sql, narration, await newMp3Encoder(), signal);
    await file.#write(id3Tag({ TIT2: narration.title, TALB: bookTitle, TPE1: author }));
    return file;
  }

  async add(samples: Int16Array): Promise<void> {
    for await (const frames of this.#encoder.encode(samples)) await this.#writeFrames(frames);
  }

  addSilence(ms: number): Promise<void> {
    return this.add(new Int16Array((ms * samplesPerSecond) / 1000));
  }

  async end(): Promise<void> {
    await this.#writeFrames(this.#encoder.end());
    const sizeBytes = this.#pieces * pieceBytes + this.#filled;
    if (this.#filled > 0) await this.#flush();
    this.made = { durationMs: durationMsOf(this.#frameBytes), sizeBytes, sha256: this.#hash.digest('hex') };
  }

  #writeFrames(frames: Uint8Array): Promise<void> {
    this.#frameBytes += frames.length;
    return this.#write(frames);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    for (let start = 0; start < bytes.length; ) {
      const part = bytes.subarray(start, start + pieceBytes - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      start += part.length;
      if (this.#filled === pieceBytes) await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const bytes = this.#piece.subarray(0, this.#filled);
    await retryUntilSaved(this.#signal, () => insertPiece(this.#sql, this.#narration, this.#pieces, bytes));
    this.#pieces += 1;
    this.#filled = 0;
  }
}
