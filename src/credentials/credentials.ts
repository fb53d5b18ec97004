import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.ts';

/** Name of the account that the first start of an embedded database creates. */
export const firstAccount = 'author';

const shape = z.object({ account: z.string(), key: z.string() });

/** File that stores the first key of an embedded database. */
export const credentialsIn = (dataDir: string) => join(dataDir, 'credentials.json');

/** The first key of an embedded database; undefined if none is stored. */
export async function readCredentials(dataDir: string): Promise<string | undefined> {
  const file = credentialsIn(dataDir);
  try {
    return shape.parse(JSON.parse(await readFile(file, 'utf8'))).key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigError(`DATA_DIR: ${file} cannot be read. Delete it and start again; a new key is made.`);
  }
}

/**
 * Stores the first key of an embedded database atomically, readable by its owner only. This is the one exception to storing
 * only hashes of keys.
 */
export async function keepCredentials(dataDir: string, key: string): Promise<void> {
  const file = credentialsIn(dataDir);
  const unfinished = `${file}.new`;
  // An existing file would keep its mode.
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ account: firstAccount, key }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
}
