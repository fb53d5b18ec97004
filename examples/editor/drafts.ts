import { notify } from './notice.ts';

const prefix = 'fabula.draft.';
/** This opening of the page. It holds a lock as long as it lives; whoever gets the lock later inherits its drafts. */
const pageId = crypto.randomUUID();
const lockOf = (page: string) => `fabula.page.${page}`;
const { promise: never } = Promise.withResolvers<void>();
void navigator.locks.request(lockOf(pageId), () => never);

/** Drafts that something of this page still takes care of, and those of this page that the service does not have. */
const living = new Set<string>();
const unsaved = new Set<string>();
let made = 0;

/** Whether leaving the page would leave text in this browser only. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Tells of drafts that were left, or taken over. */
export const left = new EventTarget();

/** What a draft is about, for people. */
export interface About {
  bookId: string;
  /** Such as “Biography · Emma”. */
  label: string;
}

interface Stored extends About {
  mine: unknown;
}

/**
 * A text that the service does not have yet, in the store of the browser, so that reloads and crashes lose nothing. `key` names
 * the record and its field. It is left for others when the signal is aborted.
 */
export class Draft<Value extends { mine: unknown }> {
  readonly #prefix: string;
  readonly #own: string;
  readonly #about: About;
  readonly #signal: AbortSignal;
  /** Removes the notice that the storage is full. */
  #full: (() => void) | undefined;

  constructor(key: string, about: About, signal: AbortSignal) {
    made += 1;
    this.#prefix = `${prefix}${key}.`;
    this.#own = `${this.#prefix}${pageId}.${made}`;
    this.#about = about;
    this.#signal = signal;
    living.add(this.#own);
    signal.addEventListener('abort', () => this.#leave());
  }

  /** Undefined removes the draft. A storage that has become full is told once. */
  keep(value: Value | undefined): void {
    if (!value) {
      if (living.has(this.#own)) forget(this.#own);
      else discard(this.#own);
      return;
    }
    unsaved.add(this.#own);
    try {
      localStorage.setItem(this.#own, JSON.stringify({ ...this.#about, ...value }));
      this.#full?.();
      this.#full = undefined;
    } catch {
      this.#full ??= notify('Browser storage is full. Save a copy of your text elsewhere.');
    }
  }

  /** Offers what was left of this text, by closed pages now or when they close. What is not taken stays. */
  inherit(take: (value: Value) => Promise<boolean> | boolean): void {
    for (const key of keysOf(this.#prefix)) {
      if (living.has(key)) continue;
      const page = pageOf(key);
      const inherit = async () => {
        const stored = localStorage.getItem(key);
        // Only this class writes these keys.
        if (this.#signal.aborted || !stored || !(await take(JSON.parse(stored) as Value))) return;
        discard(key);
        if (page !== pageId) notify('Unsaved text from your last visit was restored.');
      };
      if (page === pageId) void inherit();
      else navigator.locks.request(lockOf(page), { signal: this.#signal }, inherit).catch(() => {});
    }
  }

  #leave(): void {
    living.delete(this.#own);
    if (unsaved.has(this.#own)) left.dispatchEvent(new Event('change'));
  }
}

const keysOf = (start: string) => Object.keys(localStorage).filter((key) => key.startsWith(start));

/** Behind the key of the text, which has no full stop. */
const pageOf = (key: string) => key.slice(prefix.length).split('.')[1] ?? '';

/** A draft that nothing takes care of. */
export interface Left extends About {
  key: string;
  /** Such as the id of a chapter. */
  recordId: string;
  text: string;
}

/** Drafts of a book that nothing takes care of, of this page or of closed ones. */
export async function draftsLeft(bookId: string): Promise<Left[]> {
  const { held = [] } = await navigator.locks.query();
  const pages = new Set(held.map(({ name }) => name));
  return keysOf(prefix).flatMap((key) => {
    const page = pageOf(key);
    if (page === pageId ? living.has(key) : pages.has(lockOf(page))) return [];
    const { mine, ...about } = JSON.parse(localStorage.getItem(key) ?? '{}') as Stored;
    if (about.bookId !== bookId) return [];
    const text = typeof mine === 'string' ? mine : Object.values(mine ?? {}).join('\n\n');
    const [recordId = ''] = key.slice(prefix.length).split(/[./]/);
    return [{ bookId, label: about.label, key, recordId, text }];
  });
}

function forget(key: string): void {
  unsaved.delete(key);
  localStorage.removeItem(key);
}

/** Removes such a draft. */
export function discard(key: string): void {
  forget(key);
  left.dispatchEvent(new Event('change'));
}
