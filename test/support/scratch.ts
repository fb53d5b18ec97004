import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. A container often has a small one, and other systems have none. */
const memory = '/dev/shm';
/** Well above what the databases of one run take. */
const room = 2 * 1024 ** 3;

function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(memory, { bigint: false });
  return bavail * bsize >= room;
}

function fastFolder(): string {
  try {
    return hasRoom() ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Makes a folder for files whose disk is not the subject: in memory if there is room, so that a slow disk delays no test. */
export function makeScratch(prefix: string): Promise<string> {
  return mkdtemp(join(fastFolder(), prefix));
}
