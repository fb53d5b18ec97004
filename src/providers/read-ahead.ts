import type { Readable } from 'node:stream';

// Bytes to buffer ahead of a slow consumer. Ours.
const bytesAheadMax = 1024 * 1024;

/** Buffers a body ahead of its consumer, because a broken connection discards unread data. */
export class ReadAhead {
  readonly #body: Readable;
  readonly #chunks: Uint8Array[] = [];
  #bytesAhead = 0;
  #ended: { fault?: unknown } | undefined;
  #onChange: () => void = () => undefined;

  constructor(body: Readable) {
    this.#body = body;
    body.on('data', (chunk: Uint8Array) => this.#take(chunk));
    body.on('end', () => this.#end({}));
    body.on('error', (fault) => this.#end({ fault }));
    body.on('close', () => this.#end({ fault: new Error('The body broke off.') }));
  }

  /** The next chunk; undefined at the end. Throws the connection's error after all chunks before it. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0 && this.#ended === undefined) await this.#change();
    const chunk = this.#chunks.shift();
    if (chunk === undefined && this.#ended !== undefined && 'fault' in this.#ended) throw this.#ended.fault;
    this.#bytesAhead -= chunk?.length ?? 0;
    if (this.#bytesAhead <= bytesAheadMax && this.#body.isPaused()) this.#body.resume();
    return chunk;
  }

  #take(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytesAhead += chunk.length;
    if (this.#bytesAhead > bytesAheadMax) this.#body.pause();
    this.#onChange();
  }

  #end(how: { fault?: unknown }): void {
    this.#ended ??= how;
    this.#onChange();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }
}
