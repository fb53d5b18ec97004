/** A limit is measured in parts. The event loop reads sockets between two parts. */
const partsPerLimit = 10;

/**
 * A time limit for the answer of a peer: a database, a provider, a client. It counts the time in which this process could
 * read. While the event loop is blocked, or the process is suspended or gets no CPU, the answer waits in a socket, and a
 * plain timer would fire before the socket is read.
 */
export class PeerTimeout {
  readonly #onOver: () => void;
  readonly #isRef: boolean;
  #msMax: number;
  #leftMs = 0;
  /** The beginning of the current part, as performance.now(). */
  #since = 0;
  #part: NodeJS.Timeout | undefined;
  #lastRead: NodeJS.Immediate | undefined;

  /** `isRef`: whether the limit keeps the process alive. */
  constructor(msMax: number, onOver: () => void, { isRef = true } = {}) {
    this.#msMax = msMax;
    this.#onOver = onOver;
    this.#isRef = isRef;
  }

  /** Starts from the beginning, with another limit if one is given. */
  start(msMax = this.#msMax): this {
    this.cancel();
    this.#msMax = msMax;
    this.#leftMs = msMax;
    this.#wait();
    return this;
  }

  /** The peer was heard. Costs less than `start`. */
  refresh(): void {
    this.#leftMs = this.#msMax;
    this.#since = performance.now();
  }

  cancel(): void {
    clearTimeout(this.#part);
    clearImmediate(this.#lastRead);
  }

  #wait(): void {
    this.#since = performance.now();
    this.#part = setTimeout(() => this.#count(), Math.min(this.#leftMs, this.#partMs));
    if (!this.#isRef) this.#part.unref();
  }

  /** A part that took much longer than planned counts as planned. */
  #count(): void {
    const passedMs = performance.now() - this.#since;
    this.#leftMs -= passedMs > 2 * this.#partMs ? this.#partMs : passedMs;
    if (this.#leftMs > 0) this.#wait();
    else this.#lastRead = setImmediate(() => this.#end());
  }

  #end(): void {
    if (this.#leftMs > 0) this.#wait();
    else this.#onOver();
  }

  get #partMs(): number {
    return this.#msMax / partsPerLimit;
  }
}

/** Resolves with the answer of a peer, or rejects with the result of `late` at the limit. */
export async function answerWithin<T>(msMax: number, answer: Promise<T>, late: () => unknown): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timeout = new PeerTimeout(msMax, () => over.reject(late())).start();
  try {
    return await Promise.race([answer, over.promise]);
  } finally {
    timeout.cancel();
  }
}
