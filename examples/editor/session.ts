/** The sign-in that all pages of the service share, a script of the service: src/faces/explorers/assets/sign-in.js. */
export interface SharedSession {
  readonly key: string | undefined;
  /** `fetch` with the key; a refused key is dropped. */
  fetch(url: URL, init: RequestInit): Promise<Response>;
  refused(key: string | undefined): void;
  /** Resolves with a key; opens the dialog if there is none. */
  needed(message?: string): Promise<void>;
  onChange(listener: (key: string | undefined, why: string) => void): void;
}

declare global {
  var fabulaSession: SharedSession;
}

export const session: SharedSession = globalThis.fabulaSession;
