import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { databaseBytesMin, freeBytesOf } from '../free-space.ts';

/** Enough for the log files that a recovery makes. */
const reserveBytes = databaseBytesMin;
const blockBytes = 1024 * 1024;

/** Makes the reserve file while there is room for it beside what writes need. Without it a full disk has to be emptied first. */
export async function keepReserve(file: string, directory: string): Promise<void> {
  if (fs.existsSync(file)) return;
  if (freeBytesOf(await fs.promises.statfs(directory)) < reserveBytes + 2 * databaseBytesMin) return;
  const unfinished = `${file}.new`;
  const handle = await fs.promises.open(unfinished, 'w', 0o600);
  try {
    // Some file systems store zeros, and equal blocks, without space.
    for (let at = 0; at < reserveBytes; at += blockBytes) await handle.write(randomBytes(blockBytes));
  } finally {
    await handle.close();
  }
  await fs.promises.rename(unfinished, file);
}

/** Gives the space of the reserve to the engine. False if there is none. */
export function releaseReserve(file: string): boolean {
  fs.rmSync(`${file}.new`, { force: true });
  if (!fs.existsSync(file)) return false;
  fs.rmSync(file);
  return true;
}
