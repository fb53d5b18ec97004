export const idleMs = 1_000;
/** Continuous typing is saved at this interval. */
export const typingMsMax = 5_000;
const retryMs = 1_000;
const retryMsMax = 15_000;

/** Calls back after a number of milliseconds, unless the returned function stops it. */
export type Later = (ms: number, work: () => void) => () => void;

export const later: Later = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** When the next save is due: after a rest, at the latest after some time of typing, or after a failure. */
export class SaveTimer {
  readonly #later: Later;
  #stopIdle = () => {};
  #stopLatest: (() => void) | undefined;
  #failures = 0;

  constructor(later: Later) {
    this.#later = later;
  }

  /** After typing. Without something to save, nothing is due. */
  typed(isDue: boolean, save: () => void): void {
    this.#stopIdle();
    if (!isDue) return;
    this.#stopIdle = this.#later(idleMs, save);
    this.#stopLatest ??= this.#later(typingMsMax, save);
  }

  /** Later after each failure in a row. */
  failed(save: () => void): void {
    const ms = Math.min(retryMsMax, retryMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#stopIdle = this.#later(ms, save);
  }

  /** Whether the last attempt has failed. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  stop(): void {
    this.#stopIdle();
    this.#stopLatest?.();
    this.#stopLatest = undefined;
  }
}
