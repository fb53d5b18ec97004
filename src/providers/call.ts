import { ProviderFailure, type ProviderFailureKind } from './failure.ts';

// After the finish only usage and the end of the body are to come; a provider that dawdles over them is left. Ours.
const tailMsMax = 2_000;

/** One request under way: cancelled by the caller's signal, or by a silence of `idleMsMax` while we wait. */
export class Call {
  readonly #cancel = new AbortController();
  readonly #onAbort = () => this.#cancel.abort();
  readonly #caller: AbortSignal;
  readonly #idleMsMax: number;
  #clock: NodeJS.Timeout;
  #waiting = true;
  #heardCount = 0;
  #tooSilent = false;

  constructor({ signal, idleMsMax }: { signal: AbortSignal; idleMsMax: number }) {
    this.#caller = signal;
    this.#idleMsMax = idleMsMax;
    this.#clock = this.#clockOf(idleMsMax);
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** To be given to whatever reaches the network. */
  get signal(): AbortSignal {
    return this.#cancel.signal;
  }

  /** Waits for the provider. Throws the caller's reason, or a ProviderFailure: `idle`, the step's own, or `otherwise`. */
  async wait<T>(step: Promise<T>, otherwise: ProviderFailureKind): Promise<T> {
    try {
      const said = await step;
      // A body whose length nobody told ends like any other when it is cancelled.
      this.#cancel.signal.throwIfAborted();
      return said;
    } catch (fault) {
      this.#caller.throwIfAborted();
      if (this.#tooSilent) throw new ProviderFailure('idle');
      throw fault instanceof ProviderFailure ? fault : new ProviderFailure(otherwise);
    }
  }

  /** The provider said something: the silence begins anew. */
  heard(): void {
    this.#heardCount += 1;
    this.#clock.refresh();
  }

  /** It is the caller's turn, whose time does not count. */
  pause(): void {
    this.#waiting = false;
  }

  /** Back from the caller. Throws its reason when it aborted meanwhile. */
  resume(): void {
    this.#caller.throwIfAborted();
    this.#waiting = true;
    this.heard();
  }

  /** Only formalities are still to come. */
  hurry(): void {
    clearTimeout(this.#clock);
    this.#clock = this.#clockOf(Math.min(tailMsMax, this.#idleMsMax));
  }

  /** Cancels what is still under way. */
  end(): void {
    clearTimeout(this.#clock);
    this.#caller.removeEventListener('abort', this.#onAbort);
    this.#cancel.abort();
  }

  #clockOf(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const heardCount = this.#heardCount;
      // One turn for the sockets first: when this process itself stood still, the words are waiting there.
      setImmediate(() => {
        if (!this.#waiting || heardCount !== this.#heardCount) return;
        this.#tooSilent = true;
        this.#cancel.abort();
      });
    }, ms);
  }
}
