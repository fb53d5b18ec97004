import type { Run } from '../../calls/run/store.ts';
import type { PresentState } from '../../text/texts/present.ts';

/** What a request for the text of a chapter comes to, before anything is sent or saved. */
export interface ProsePlan {
  kind: 'write' | 'rewrite';
  hash: string;
  /** The text of the chapter that the plan is for. The run starts only if it is still there. */
  current: PresentState;
  /** What the run does to that text when it begins: archives it, records it as its former text, or as what it rewrites. */
  replaces: 'nothing' | 'archived text' | 'recorded text' | 'rewritten text';
  /** The caller's wishes for this one call. */
  wishes: string | undefined;
  /** Notes on the present text that a rewrite heeds. */
  notes?: readonly string[];
  /** The text to rewrite; null for a write. */
  presentText: string | null;
  /** The saved part of the new text; empty to start from the beginning. */
  savedText: string;
  /** Revision of the saved part; undefined without one. */
  revisionId: string | undefined;
  /** Run that wrote the saved part and stopped before its end. */
  former: Run | undefined;
  /** The length that the caller orders, words. */
  words?: number | undefined;
  /** Whether a write was asked to begin anew. */
  restarts?: boolean | undefined;
  /** Whether the text is appended to one that was complete. */
  appends?: boolean | undefined;
}
