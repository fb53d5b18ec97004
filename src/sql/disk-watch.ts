import type { Logger } from 'pino';
import { diskTrouble } from './disk.ts';

const lookMs = 1_000;

/** Logs when a disk becomes full or read-only, and when it is writable again. */
export class DiskWatch {
  private readonly directory: string;
  private readonly log: Logger;
  private readonly timer: NodeJS.Timeout;
  private isTroubled = false;

  constructor(directory: string, log: Logger) {
    this.directory = directory;
    this.log = log;
    this.timer = setInterval(() => void this.look(), lookMs).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const trouble = await diskTrouble(this.directory);
    if (trouble && !this.isTroubled) this.log.error({ path: this.directory }, trouble);
    if (!trouble && this.isTroubled) this.log.info({ path: this.directory }, 'the disk is writable again');
    this.isTroubled = trouble !== undefined;
  }
}
