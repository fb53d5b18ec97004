import type { ServiceError } from '../../../errors.ts';
import type { Progress } from '../../../graphql/progress.ts';
import { isUnanswered, secondsAskedBy } from '../../../providers/failure.ts';
import type { TextUsage } from '../../../providers/text.ts';
import { lengthOf } from '../../shapes.ts';
import { Calls, type DrawCall } from './calls.ts';
import { CutTexts } from './cut.ts';
import type { Run } from './store.ts';

/** Why a run stops before its provider is done. */
export type StopReason = 'time' | 'cancelled' | 'lease lost' | 'draining' | 'full';

/** A run in progress on this node: its text so far and its readers. */
export class LiveRun {
  readonly run: Run;
  readonly stop = new AbortController();
  /** Pieces in order, with their end offsets in code points. */
  readonly pieces: string[] = [];
  readonly ends: number[] = [];
  /** Usage reported so far; undefined without a report. */
  usage: TextUsage | undefined;
  /** Whether every request so far was reported. */
  isCounted = true;
  /** Output of requests without a report. */
  uncounted = '';
  /** What it leaves out of its text. */
  readonly cut = new CutTexts();
  /** Not known to be saved. */
  unsaved = '';
  /** The prefix that was sent to the database without an answer: it may be saved, so it is retried unchanged or not at all. */
  inDoubt: string | undefined;
  nextSeq = 0;
  savedAt: number;
  /** Milliseconds since the last save or lease renewal, without time in which the process was suspended. */
  unsavedMs = 0;
  /** Whether text is held back from readers, because it was not saved for the length of a lease. */
  isHeld = false;
  /** Whether another node has ended the run. */
  isLost = false;
  ended: Run | undefined;
  /** Error for readers in place of the finished run. */
  fault: ServiceError | undefined;
  readonly calls: Calls;
  /** Listeners to the progress of work without text. */
  readonly listeners = new Set<(progress: Progress) => void>();
  private readonly watching = new Set<() => void>();

  private readonly begunAt: number;

  /** `now` is the time of `performance`, at which the run begins. */
  constructor(run: Run, now: number, draw?: DrawCall) {
    this.run = run;
    this.savedAt = now;
    this.begunAt = now;
    this.calls = new Calls(draw);
  }

  /** Milliseconds until its time limit. */
  get msLeft(): number {
    return this.begunAt + msOf(this.run) - performance.now();
  }

  get chars(): number {
    return this.ends.at(-1) ?? 0;
  }

  /** Number of readers. */
  get watchers(): number {
    return this.watching.size;
  }

  add(text: string): void {
    this.ends.push(this.chars + lengthOf(text));
    this.pieces.push(text);
    this.unsaved += text;
    this.wake();
  }

  /** Ends one request whose text begins at a piece; without usage if the provider did not report it. */
  count(usage: TextUsage | undefined, fromPiece: number): void {
    if (usage) {
      this.usage = this.usage ? sum(this.usage, usage) : usage;
      return;
    }
    this.isCounted = false;
    this.uncounted += this.pieces.slice(fromPiece).join('');
  }

  /** Counts the tokens of one request, which reports its usage. One that the provider put off before any answer costs nothing. */
  async counting<Answer>(
    request: (report: (usage: TextUsage | undefined) => void) => Promise<Answer>,
  ): Promise<Answer> {
    const fromPiece = this.pieces.length;
    let usage: TextUsage | undefined;
    let isPutOff = false;
    try {
      return await request((reported) => {
        usage = reported;
      });
    } catch (error) {
      isPutOff = secondsAskedBy(error) !== undefined && isUnanswered(error);
      throw error;
    } finally {
      if (!isPutOff) this.count(usage, fromPiece);
    }
  }

  /** Progress that the text does not show. */
  tell(step: Pick<Progress, 'stage' | 'done' | 'total'>): void {
    const progress = { ...step, percent: (step.done / step.total) * 100 };
    for (const listener of this.listeners) listener(progress);
  }

  /** `fault` goes to readers who saw text that the run lacks. */
  end(run: Run, fault?: ServiceError): void {
    this.ended = run;
    this.fault = fault;
    this.wake();
  }

  /** Advances the time since the last save; text unsaved for longer than a lease is held back. */
  waited(ms: number, msMax: number): void {
    this.unsavedMs += ms;
    if (this.isHeld || this.unsaved === '' || this.unsavedMs <= msMax) return;
    this.isHeld = true;
    this.wake();
  }

  /** The next piece was saved; an empty one has renewed the lease. */
  saved(piece: string, savedAt: number): void {
    this.unsavedMs = 0;
    this.isHeld = false;
    this.inDoubt = undefined;
    this.unsaved = this.unsaved.slice(piece.length);
    this.nextSeq += 1;
    this.savedAt = savedAt;
  }

  stopFor(reason: StopReason): void {
    this.stop.abort(reason);
  }

  /** Starts reading. `more` resolves with the next piece, at the end, or on abort. */
  watch(signal: AbortSignal): { more(): Promise<void>; leave(): void } {
    let resolve = () => {};
    const heard = () => resolve();
    const leave = () => {
      this.watching.delete(heard);
      signal.removeEventListener('abort', leave);
      resolve();
    };
    this.watching.add(heard);
    // One listener per reader: one per piece would cost a tenth of a piece.
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

/** Time of a run, milliseconds. Both ends are by the database's clock, which may differ from that of this process. */
export function msOf({ startedAt, deadlineAt }: Run): number {
  return deadlineAt.getTime() - startedAt.getTime();
}

function sum(a: TextUsage, b: TextUsage): TextUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}
