import { PeerTimeout } from '../peer-timeout.ts';
import { ProviderFailure, type ProviderFailureKind } from './failure.ts';

// Time limit for usage and end of the body after the finish reason. Ours.
const tailMsMax = 2_000;

/** A provider request in flight. Cancelled by the caller's signal, or after `idleMsMax` of silence while we wait. */
export class Call {
  readonly #cancel = new AbortController();
  readonly #onAbort = () => this.#cancel.abort();
  readonly #caller: AbortSignal;
  readonly #idleMsMax: number;
  readonly #idle: PeerTimeout;
  #waiting = true;
  #tooSilent = false;

  constructor({ signal, idleMsMax }: { signal: AbortSignal; idleMsMax: number }) {
    this.#caller = signal;
    this.#idleMsMax = idleMsMax;
    this.#idle = new PeerTimeout(idleMsMax, () => this.#onIdle()).start();
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
    this.#idle.refresh();
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
    this.#idle.start(Math.min(tailMsMax, this.#idleMsMax));
  }

  /** Cancels whatever is still in flight. */
  end(): void {
    this.#idle.cancel();
    this.#caller.removeEventListener('abort', this.#onAbort);
    this.#cancel.abort();
  }

  #onIdle(): void {
    // The timer must run when the consumer returns.
    if (!this.#waiting) return void this.#idle.start();
    this.#tooSilent = true;
    this.#cancel.abort();
  }
}
