import { ProviderFailure, type ProviderFailureKind } from './failure.ts';

// Time limit for usage and end of the body after the finish reason. Ours.
const tailMsMax = 2_000;

/** A provider request in flight. Cancelled by the caller's signal, or after `idleMsMax` of silence while we wait. */
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

  /** Pass this signal to the network call. */
  get signal(): AbortSignal {
    return this.#cancel.signal;
  }

  /** Waits for the provider. Throws the caller's reason, or a ProviderFailure: `idle`, the step's own, or `otherwise`. */
  async wait<T>(step: Promise<T>, otherwise: ProviderFailureKind): Promise<T> {
    try {
      const said = await step;
      // A cancelled body of unknown length ends without an error.
      this.#cancel.signal.throwIfAborted();
      return said;
    } catch (fault) {
      this.#caller.throwIfAborted();
      if (this.#tooSilent) throw new ProviderFailure('idle');
      throw fault instanceof ProviderFailure ? fault : new ProviderFailure(otherwise);
    }
  }

  /** Resets the idle timer after data from the provider. */
  resetIdleTimer(): void {
    this.#heardCount += 1;
    this.#clock.refresh();
  }

  /** Stops the idle timer while the consumer works. */
  pause(): void {
    this.#waiting = false;
  }

  /** Restarts the idle timer. Throws the caller's reason if it aborted meanwhile. */
  resume(): void {
    this.#caller.throwIfAborted();
    this.#waiting = true;
    this.resetIdleTimer();
  }

  /** Shortens the time limit: only usage and the end are outstanding. */
  shortenTimeout(): void {
    clearTimeout(this.#clock);
    this.#clock = this.#clockOf(Math.min(tailMsMax, this.#idleMsMax));
  }

  /** Cancels whatever is still in flight. */
  end(): void {
    clearTimeout(this.#clock);
    this.#caller.removeEventListener('abort', this.#onAbort);
    this.#cancel.abort();
  }

  #clockOf(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const heardCount = this.#heardCount;
      // Let sockets deliver first: if this process was suspended, data is waiting there.
      setImmediate(() => {
        if (!this.#waiting || heardCount !== this.#heardCount) return;
        this.#tooSilent = true;
        this.#cancel.abort();
      });
    }, ms);
  }
}
