// How far to read ahead of a slow consumer, bytes. Ours.
const bytesAheadMax = 1024 * 1024;

/** Reads a body without waiting for its consumer, because a cut connection discards what its stream still holds unread. */
export class ReadAhead {
  readonly #chunks: Uint8Array[] = [];
  #bytesAhead = 0;
  #ended: { fault?: unknown } | undefined;
  #onChange: () => void = () => undefined;

  constructor(body: ReadableStream<Uint8Array>) {
    void this.#readAll(body.getReader());
  }

  /** The next chunk; undefined at the end of the body. Throws the connection's fault, after all chunks before it. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0 && this.#ended === undefined) await this.#change();
    const chunk = this.#chunks.shift();
    if (chunk === undefined && this.#ended !== undefined && 'fault' in this.#ended) throw this.#ended.fault;
    this.#bytesAhead -= chunk?.length ?? 0;
    this.#onChange();
    return chunk;
  }

  async #readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        this.#chunks.push(read.value);
        this.#bytesAhead += read.value.length;
        this.#onChange();
        while (this.#bytesAhead > bytesAheadMax) await this.#change();
      }
      this.#ended = {};
    } catch (fault) {
      this.#ended = { fault };
    }
    this.#onChange();
  }

  // Only one side waits at a time: the consumer with nothing there, or the reader with too much.
  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }
}
