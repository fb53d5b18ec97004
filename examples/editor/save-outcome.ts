import type { Draft, Unsaved, Versioned } from './chapter-draft.ts';
import type { Later } from './save-timer.ts';

/**
 * Result of an attempt to save. `busy`: a run is writing the text; `away`: the service does not respond; `suggest`: the key
 * may not save, only propose; `deleted`: until the chapter is restored.
 */
export type Outcome =
  | { kind: 'saved'; record: Versioned }
  | { kind: 'stale'; record: Versioned }
  | { kind: 'busy' }
  | { kind: 'away' }
  | { kind: 'suggest' }
  | { kind: 'deleted' }
  | { kind: 'refused'; message: string };

export type SaveState =
  | { name: 'saved' | 'unsaved' | 'saving' | 'away' | 'busy' | 'suggest' | 'deleted' }
  | { name: 'refused'; message: string }
  | { name: 'conflict'; theirs: Versioned };

export interface Saving {
  patch: Partial<Draft>;
  expectedVersion: number;
  /** Whether the replaced text must stay readable, however small the change is. */
  keepsFormer: boolean;
}

export interface Surroundings {
  save(saving: Saving): Promise<Outcome>;
  /** Keeps unsaved text over reloads; undefined if everything is saved. */
  keep(unsaved: Unsaved | undefined): void;
  /** The state changed, or the draft changed without typing (`isTaken`: a change of another session was merged). */
  show(state: SaveState, isTaken: boolean): void;
  /** Resolves when the text may be changed by others than its author, which is not so within a composition of an input method. */
  ready(): Promise<void>;
  /** Merges the texts of two drafts word by word; undefined if they conflict, or if the service has another text by now. */
  mergeWords(base: Draft, mine: Draft, theirs: Versioned): Promise<string | undefined>;
  later: Later;
}
