import { ServiceError } from '../../../../errors.ts';

/** Limits of concurrency, queue length, and queue length per account. */
interface WorkQueueLimits {
  atOnce: number;
  waitingMax: number;
  waitingOfOneMax: number;
}

interface Waiting {
  accountId: string;
  begin: () => void;
}

/** Queue with limited concurrency, FIFO, except that accounts without work in progress go first. */
export class WorkQueue {
  private readonly limits: WorkQueueLimits;
  private readonly waiting = new Set<Waiting>();
  /** Accounts of the work in progress. */
  private readonly underWay: string[] = [];

  constructor(limits: WorkQueueLimits) {
    this.limits = limits;
  }

  /** Waits for a slot, runs the work and frees the slot. A caller that disconnects leaves the queue. */
  async take<T>(accountId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.underWay.length >= this.limits.atOnce) await this.turn(accountId, signal);
    else this.underWay.push(accountId);
    try {
      return await work();
    } finally {
      this.leave(accountId);
    }
  }

  private turn(accountId: string, signal: AbortSignal): Promise<void> {
    const { waitingMax, waitingOfOneMax } = this.limits;
    const own = [...this.waiting].filter((one) => one.accountId === accountId);
    if (this.waiting.size >= waitingMax || own.length >= waitingOfOneMax)
      throw new ServiceError('unavailable', 'Too many files are being generated. Try again in 5 s.', {
        retry_after: 5,
      });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { accountId, begin: resolve };
    this.waiting.add(waiting);
    const goAway = () => {
      this.waiting.delete(waiting);
      reject(
        new ServiceError('unavailable', 'The caller disconnected while its request was queued.', { retry_after: 1 }),
      );
    };
    if (signal.aborted) goAway();
    signal.addEventListener('abort', goAway);
    return promise.finally(() => signal.removeEventListener('abort', goAway));
  }

  /** Passes the slot to the longest waiting. */
  private leave(accountId: string): void {
    this.underWay.splice(this.underWay.indexOf(accountId), 1);
    const waiting = [...this.waiting];
    const next = waiting.find((one) => !this.underWay.includes(one.accountId)) ?? waiting[0];
    if (!next) return;
    this.waiting.delete(next);
    this.underWay.push(next.accountId);
    next.begin();
  }
}
