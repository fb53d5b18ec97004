import { byId } from './dom.ts';

/** The sign-in that all pages of the service share, a script of the service: src/faces/explorers/assets/sign-in.js. */
export interface SharedSession {
  readonly key: string | undefined;
  /** `fetch` with the key; a refused key is dropped. */
  fetch(url: URL, init: RequestInit): Promise<Response>;
  refused(key: string | undefined): void;
  /** Resolves with a key; opens the dialog if there is none. */
  needed(message?: string): Promise<void>;
  /** Opens the dialog. */
  ask(message?: string): void;
  onChange(listener: (key: string | undefined, why: string) => void): void;
}

declare global {
  var fabulaSession: SharedSession;
}

export const session: SharedSession = globalThis.fabulaSession;

const bar = byId('session-ended', HTMLElement);
bar.querySelector('button')?.addEventListener('click', () => session.ask());
session.onChange((key) => {
  if (key) bar.hidden = true;
});

/** Whether this page had a key before. */
let hadKey = false;
let ended: Promise<void> | undefined;

/** Resolves with a key. A session that ends is told by a bar, since a dialog would take the keys of somebody who types. */
export async function keyNeeded(): Promise<void> {
  if (!session.key && hadKey) {
    ended ??= untilSignedIn();
    await ended;
  } else await session.needed();
  hadKey = true;
}

function untilSignedIn(): Promise<void> {
  bar.hidden = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  session.onChange((key) => {
    if (!key) return;
    ended = undefined;
    resolve();
  });
  return promise;
}
