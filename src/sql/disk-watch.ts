import type { Logger } from 'pino';
import { NotWritableError } from './disk.ts';

const lookMs = 1_000;

const watches = new Set<DiskWatch>();

/** The trouble of a disk of this process, as of the last look; undefined if there is none. */
export function knownTrouble(): string | undefined {
  for (const { trouble } of watches) if (trouble) return trouble;
  return undefined;
}

/** Looks at a disk once a second. Logs when its trouble begins and ends. */
export class DiskWatch {
  trouble: string | undefined;
  private readonly ask: () => Promise<string | undefined>;
  private readonly log: Logger;
  private readonly timer: NodeJS.Timeout;

  constructor(ask: () => Promise<string | undefined>, log: Logger) {
    this.ask = ask;
    this.log = log;
    this.timer = setInterval(() => void this.look(), lookMs).unref();
    watches.add(this);
  }

  close(): void {
    clearInterval(this.timer);
    watches.delete(this);
  }

  /** The error of a write, which is not sent while the disk is in trouble. Its code is that of a server. */
  refusal(): Error | undefined {
    return this.trouble === undefined
      ? undefined
      : Object.assign(new NotWritableError(this.trouble), { code: '53100' });
  }

  private async look(): Promise<void> {
    const trouble = await this.ask();
    if (trouble && !this.trouble) this.log.error(trouble);
    if (!trouble && this.trouble) this.log.info('the disk is writable again');
    this.trouble = trouble;
  }
}
