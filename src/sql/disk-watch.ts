import type { Logger } from 'pino';
import { NotWritableError } from './disk.ts';

const lookMs = 1_000;

/** The disk of the embedded engine. */
interface WatchedDisk {
  /** Why it cannot be written; undefined if it can. */
  trouble(): Promise<string | undefined>;
  keepReserve(): Promise<void>;
}

/** Errors are explained far from the database that they are about, so this process keeps its watches here. */
const watches = new Set<DiskWatch>();

/** The trouble of a disk of this process, as of the last look; undefined if there is none. */
export function knownTrouble(): string | undefined {
  for (const { trouble } of watches) if (trouble) return trouble;
  return undefined;
}

/** Looks at a disk once a second. Logs when its trouble begins and ends, and keeps its reserve. */
export class DiskWatch {
  trouble: string | undefined;
  private readonly disk: () => WatchedDisk;
  private readonly log: Logger;
  private readonly timer: NodeJS.Timeout;
  private isLooking = false;

  /** `disk` changes when this process takes over the engine. */
  constructor(disk: () => WatchedDisk, log: Logger) {
    this.disk = disk;
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

  /** A look can take longer than the interval, on a disk that does not answer. */
  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const trouble = await this.disk().trouble();
      if (trouble && !this.trouble) this.log.error(trouble);
      if (!trouble && this.trouble) this.log.info('the disk is writable again');
      this.trouble = trouble;
      if (!trouble) await this.disk().keepReserve();
    } catch (error) {
      // The next look tries again.
      this.log.debug({ err: error }, 'the disk could not be looked at, or its reserve not be made');
    } finally {
      this.isLooking = false;
    }
  }
}
