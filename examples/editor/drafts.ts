import type { Unsaved } from './chapter-draft.ts';

const prefix = 'fabula.draft.';

/**
 * What is not saved yet, in this browser’s own store, so that neither a reload nor a crash costs a word. Every opening of
 * a chapter has a draft of its own and holds a lock while it lives; whoever gets that lock inherits the draft.
 */
export class Drafts {
  readonly #chapterId: string;
  readonly #signal: AbortSignal;
  readonly #own: string;

  constructor(chapterId: string, signal: AbortSignal) {
    this.#chapterId = chapterId;
    this.#signal = signal;
    this.#own = `${prefix}${chapterId}.${crypto.randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve());
    void navigator.locks.request(this.#own, () => promise);
  }

  /** Undefined when there is nothing to keep any more. Answers false where the browser has no room. */
  keep(unsaved: Unsaved | undefined): boolean {
    if (!unsaved) localStorage.removeItem(this.#own);
    try {
      if (unsaved) localStorage.setItem(this.#own, JSON.stringify(unsaved));
      return true;
    } catch {
      return false;
    }
  }

  /** Hands over what others left of this chapter, now or when they go. What is not taken stays. */
  inherit(take: (left: Unsaved) => Promise<boolean>): void {
    const left = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}${this.#chapterId}.`));
    for (const key of left) {
      if (key === this.#own) continue;
      const inherit = async () => {
        const draft = localStorage.getItem(key);
        // Only this class writes under these keys.
        if (draft && (await take(JSON.parse(draft) as Unsaved))) localStorage.removeItem(key);
      };
      navigator.locks.request(key, { signal: this.#signal }, inherit).catch(() => {});
    }
  }
}
