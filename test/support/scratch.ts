import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. Other systems have none, and a container has often 64 MB. */
const memory = '/dev/shm';
/** Bytes that must be free there: well above what the databases of a run take. */
const room = 2 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= room;
}

/** Makes a folder for a database whose disk is not the subject: in memory if there is room, because a disk may be slow. */
export function makeScratch(prefix: string): Promise<string> {
  const isFast = existsSync(memory) && hasRoom(memory);
  return mkdtemp(join(isFast ? memory : tmpdir(), prefix));
}
