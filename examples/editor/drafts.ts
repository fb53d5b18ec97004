import type { Unsaved } from './chapter-draft.ts';
import { notify } from './notice.ts';

const prefix = 'fabula.draft.';

/**
 * Stores unsaved text in the browser, so that reloads and crashes lose nothing. Every opening of a chapter has its own
 * draft and holds a lock; whoever gets the lock later inherits the draft.
 */
export class Drafts {
  readonly #chapterId: string;
  readonly #signal: AbortSignal;
  readonly #own: string;
  #isFull = false;

  constructor(chapterId: string, signal: AbortSignal) {
    this.#chapterId = chapterId;
    this.#signal = signal;
    this.#own = `${prefix}${chapterId}.${crypto.randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve());
    void navigator.locks.request(this.#own, () => promise);
  }

  /** Undefined removes the draft. A storage that has become full is told once. */
  keep(unsaved: Unsaved | undefined): void {
    if (!unsaved) localStorage.removeItem(this.#own);
    try {
      if (unsaved) localStorage.setItem(this.#own, JSON.stringify(unsaved));
      this.#isFull = false;
    } catch {
      if (!this.#isFull) notify('Browser storage is full. Save a copy of your text elsewhere.');
      this.#isFull = true;
    }
  }

  /** Offers the drafts of closed pages of this chapter, now or when they close. Those that are not taken stay. */
  inherit(take: (left: Unsaved) => Promise<boolean>): void {
    const left = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}${this.#chapterId}.`));
    for (const key of left) {
      if (key === this.#own) continue;
      const inherit = async () => {
        const draft = localStorage.getItem(key);
        // Only this class writes these keys.
        if (!draft || !(await take(JSON.parse(draft) as Unsaved))) return;
        localStorage.removeItem(key);
        notify('Unsaved text from your last visit was restored.');
      };
      navigator.locks.request(key, { signal: this.#signal }, inherit).catch(() => {});
    }
  }
}
