import type { Progress } from '../../graphql/context.ts';
import type { TextUsage } from '../../providers/text.ts';
import { lengthOf } from '../chapter/rules.ts';
import type { Run } from './store.ts';

/** Why a run is told to stop before its provider is done. */
export type StopReason = 'time' | 'cancelled' | 'lease lost' | 'draining' | 'full';

/** A run that this node is writing: its text so far, and who waits for more. */
export class LiveRun {
  readonly run: Run;
  readonly stop = new AbortController();
  /** What has come, in order, and where each piece ends in code points. */
  readonly pieces: string[] = [];
  readonly ends: number[] = [];
  /** What the provider counted so far; undefined while it has counted nothing. */
  usage: TextUsage | undefined;
  /** Whether it has counted every request so far. */
  isCounted = true;
  /** What came in answer to requests that it did not count. */
  uncounted = '';
  /** Not known to be saved. */
  unsaved = '';
  /** The beginning of it that was sent to the database and not answered for: it may be saved, so it goes again as it is or not at all. */
  inDoubt: string | undefined;
  nextSeq = 0;
  savedAt: number;
  ended: Run | undefined;
  /** Who hears how far work is that writes no text. */
  readonly listeners = new Set<(progress: Progress) => void>();
  private readonly watching = new Set<() => void>();

  constructor(run: Run, now: number) {
    this.run = run;
    this.savedAt = now;
  }

  get chars(): number {
    return this.ends.at(-1) ?? 0;
  }

  /** How many read on. */
  get watchers(): number {
    return this.watching.size;
  }

  add(text: string): void {
    this.ends.push(this.chars + lengthOf(text));
    this.pieces.push(text);
    this.unsaved += text;
    this.wake();
  }

  /** One request is over, whose text begins at a piece; without usage where the provider did not count it. */
  count(usage: TextUsage | undefined, fromPiece: number): void {
    if (usage) {
      this.usage = this.usage ? sum(this.usage, usage) : usage;
      return;
    }
    this.isCounted = false;
    this.uncounted += this.pieces.slice(fromPiece).join('');
  }

  /** How far it is, where that does not show in its text. */
  tell(step: Pick<Progress, 'stage' | 'done' | 'total'>): void {
    const progress = { ...step, percent: (step.done / step.total) * 100 };
    for (const listener of this.listeners) listener(progress);
  }

  end(run: Run): void {
    this.ended = run;
    this.wake();
  }

  stopFor(reason: StopReason): void {
    this.stop.abort(reason);
  }

  /** Begins to read on. `more` resolves with the next piece, at the end, or when the signal is aborted. */
  watch(signal: AbortSignal): { more(): Promise<void>; leave(): void } {
    let resolve = () => {};
    const heard = () => resolve();
    const leave = () => {
      this.watching.delete(heard);
      signal.removeEventListener('abort', leave);
      resolve();
    };
    this.watching.add(heard);
    // One listener for as long as it reads: one for each piece is a tenth of what a piece costs.
    signal.addEventListener('abort', leave, { once: true });
    return {
      more: () =>
        new Promise((settle) => {
          resolve = settle;
        }),
      leave,
    };
  }

  private wake(): void {
    for (const heard of this.watching) heard();
  }
}

function sum(a: TextUsage, b: TextUsage): TextUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}
