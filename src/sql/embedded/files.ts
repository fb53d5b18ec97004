import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

/** Startup parameters of the engine. Databases are created with the same ones. */
export const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // -F turns flushing off. fdatasync and open_datasync do not reach the file system layer; fsync does.
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB'],
  // The operating system caches the files too; PGlite's 128 MB would add another 120 MB of memory.
  ...['-c', 'shared_buffers=32MB'],
];

const packageFile = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const { version }: { version: string } = JSON.parse(fs.readFileSync(packageFile, 'utf8'));

/** Cached files of an empty database: copying them takes a tenth of the time of creating them. */
const keptFiles = fileURLToPath(new URL(`../../../node_modules/.cache/fabula/pglite-${version}`, import.meta.url));

/** Creates the files of an empty database in `directory` atomically, as a copy of `kept`. The first run fills the cache. */
export async function createFiles(directory: string, kept = keptFiles): Promise<void> {
  const unfinished = `${directory}.new`;
  if (!(await isCopied(kept, unfinished))) {
    await make(unfinished);
    await keep(unfinished, kept);
  }
  await flushTree(unfinished);
  await fs.promises.rename(unfinished, directory);
  await flush(path.dirname(directory));
}

async function make(directory: string): Promise<void> {
  await fs.promises.rm(directory, { recursive: true, force: true });
  await fs.promises.mkdir(directory, { mode: 0o700 });
  const database = await PGlite.create({ dataDir: directory, startParams });
  await database.close();
}

/** Only an optimization: if the cache cannot be written, or another process was first, later databases are still created. */
async function keep(files: string, kept: string): Promise<void> {
  const unfinished = `${kept}.${randomUUID()}`;
  try {
    await fs.promises.cp(files, unfinished, { recursive: true });
    await flushTree(unfinished);
    await fs.promises.rename(unfinished, kept);
  } catch {
    await fs.promises.rm(unfinished, { recursive: true, force: true }).catch(() => {});
  }
}

/** False if there is nothing to copy, or nothing that this user may read. */
async function isCopied(from: string, to: string): Promise<boolean> {
  await fs.promises.rm(to, { recursive: true, force: true });
  return fs.promises.cp(from, to, { recursive: true }).then(
    () => true,
    () => false,
  );
}

async function flushTree(directory: string): Promise<void> {
  const entries = await fs.promises.readdir(directory, { recursive: true });
  await Promise.all([directory, ...entries.map((entry) => path.join(directory, entry))].map(flush));
}

async function flush(file: string): Promise<void> {
  const handle = await fs.promises.open(file);
  await handle.sync().finally(() => handle.close());
}
