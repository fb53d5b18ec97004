import type { Logger } from 'pino';

/** Precision of last use (contract 3). */
const minuteMs = 60_000;
const flushMs = 5_000;

/** Records the use of keys in the background, at most once per key and minute. */
export class TokenUses {
  private readonly noted = new Map<string, number>();
  private readonly pending = new Set<string>();
  private readonly mark: (tokenIds: string[]) => Promise<void>;
  private readonly log: Logger;
  private timer: NodeJS.Timeout | undefined;

  constructor(mark: (tokenIds: string[]) => Promise<void>, log: Logger) {
    this.mark = mark;
    this.log = log;
  }

  note(tokenId: string): void {
    const now = performance.now();
    if (now - (this.noted.get(tokenId) ?? Number.NEGATIVE_INFINITY) < minuteMs) return;
    if (this.noted.size > 10_000) this.noted.clear();
    this.noted.set(tokenId, now);
    this.pending.add(tokenId);
    this.timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const tokenIds = [...this.pending];
    this.pending.clear();
    if (tokenIds.length === 0) return;
    await this.mark(tokenIds).catch((error: unknown) =>
      this.log.warn({ err: error }, 'the last use of tokens could not be saved'),
    );
  }
}
