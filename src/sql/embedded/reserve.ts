import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { databaseBytesMin, freeBytesOf } from '../free-space.ts';

/** Enough for the log files that a recovery makes. */
const reserveBytes = databaseBytesMin;
const blockBytes = 1024 * 1024;

/** Makes the reserve file if it is missing and leaves enough room for writes. */
export async function keepReserve(file: string, directory: string): Promise<void> {
  if (fs.existsSync(file)) return;
  if (freeBytesOf(await fs.promises.statfs(directory)) < reserveBytes + 2 * databaseBytesMin) return;
  const unfinished = `${file}.new`;
  try {
    const handle = await fs.promises.open(unfinished, 'w', 0o600);
    try {
      // Some file systems store zeros, and equal blocks, without space.
      for (let at = 0; at < reserveBytes; at += blockBytes) await handle.writeFile(randomBytes(blockBytes));
    } finally {
      await handle.close();
    }
    await fs.promises.rename(unfinished, file);
  } catch (error) {
    await fs.promises.rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

/** Gives the space of the reserve to the engine. False if there is none, or its disk does not let it go. */
export async function releaseReserve(file: string): Promise<boolean> {
  return fs.promises.rm(file).then(
    () => true,
    () => false,
  );
}
