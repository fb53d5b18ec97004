import { ServiceError } from '../../errors.ts';

/** How much goes on at a time, and how much may wait for it: of everybody, and of one account. */
export interface LineLimits {
  atOnce: number;
  waitingMax: number;
  waitingOfOneMax: number;
}

interface Waiting {
  accountId: string;
  begin: () => void;
}

/** Lets work begin some at a time, in the order in which it was asked for; but an account with none under way goes before one that has some. */
export class Line {
  private readonly limits: LineLimits;
  private readonly waiting = new Set<Waiting>();
  /** Whose work it is. */
  private readonly underWay: string[] = [];

  constructor(limits: LineLimits) {
    this.limits = limits;
  }

  /** Waits for its turn, works and lets the next one begin. Who goes away while waiting leaves the line. */
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
      throw new ServiceError('unavailable', 'Too many files are being made just now. Ask again.', { retry_after: 5 });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { accountId, begin: resolve };
    this.waiting.add(waiting);
    const goAway = () => {
      this.waiting.delete(waiting);
      reject(new ServiceError('unavailable', 'The caller went away before its turn came.', { retry_after: 1 }));
    };
    if (signal.aborted) goAway();
    signal.addEventListener('abort', goAway);
    return promise.finally(() => signal.removeEventListener('abort', goAway));
  }

  /** Hands its place to the one that has waited longest. */
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
