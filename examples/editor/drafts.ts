import type { Unsaved } from './autosave.ts';

/**
 * What is not saved yet, in this browser’s own store, so that neither a reload nor a crash costs a word. Every page has
 * drafts of its own and holds a lock while it lives; whoever gets that lock inherits them.
 */
const page = crypto.randomUUID();
const prefix = 'fabula.draft.';
const lockOf = (owner: string) => `${prefix}${owner}`;
const keyOf = (chapterId: string, owner: string) => `${prefix}${chapterId}.${owner}`;

void navigator.locks.request(lockOf(page), () => new Promise(() => {}));

/** Undefined when there is nothing to keep any more. Answers false where the browser has no room. */
export function keepDraft(chapterId: string, unsaved: Unsaved | undefined): boolean {
  const key = keyOf(chapterId, page);
  if (!unsaved) localStorage.removeItem(key);
  try {
    if (unsaved) localStorage.setItem(key, JSON.stringify(unsaved));
    return true;
  } catch {
    return false;
  }
}

/** Hands over what pages that are gone left of a chapter, now or when they go. What is not taken stays. */
export function inheritDrafts(chapterId: string, take: (left: Unsaved) => Promise<boolean>, signal: AbortSignal): void {
  const start = keyOf(chapterId, '');
  const owners = Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
  for (const owner of owners) {
    if (owner === page) continue;
    const inherit = async () => {
      const left = localStorage.getItem(keyOf(chapterId, owner));
      // Only this page’s own code writes under these keys.
      if (left && (await take(JSON.parse(left) as Unsaved))) localStorage.removeItem(keyOf(chapterId, owner));
    };
    navigator.locks.request(lockOf(owner), { signal }, inherit).catch(() => {});
  }
}
