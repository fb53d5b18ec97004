import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode } from './connect.ts';
import { freeBytesOf } from './free-space.ts';

/** Usual free space below which a disk counts as full. */
const usualBytesMin = 1024 * 1024;

/** The database answers but cannot write. The message has the reason and the path. */
export class NotWritableError extends Error {}

/** Why a directory is not writable, with path and free space; undefined if it is. */
export async function diskTrouble(directory: string, freeBytesMin = usualBytesMin): Promise<string | undefined> {
  const path = resolve(directory);
  const present = await nearest(path);
  const disk = await statfs(present).catch(errorCode);
  if (typeof disk !== 'object') return `The disk of ${path} cannot be read (${disk}). Check that it is mounted.`;
  const free = freeBytesOf(disk);
  const space = `${free} bytes are free`;
  if (await isReadOnly(present)) return `The disk of ${path} is read-only (${space}). Mount it writable.`;
  if (free < freeBytesMin) return `The disk of ${path} is full (${space}). Make room on it.`;
  return undefined;
}

/** The directory, or its nearest existing parent. */
async function nearest(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearest(dirname(path));
}

async function isReadOnly(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => false,
    (error: unknown) => errorCode(error) === 'EROFS',
  );
}

const faults: ReadonlyMap<string, string> = new Map([
  ['53100', 'The disk of the database is full'],
  ['58030', 'The disk of the database cannot be read or written'],
  ['58P01', 'A file of the database is missing'],
  ['25006', 'The database is read-only'],
  ['ENOSPC', 'The disk is full'],
  ['EDQUOT', 'The quota of the disk is used up'],
  ['EROFS', 'The disk is read-only'],
  ['EIO', 'The disk cannot be read or written'],
]);

/** Message for an error that means the database, or a file, could not be written, with the code; undefined for others. */
export function diskFault(error: unknown): string | undefined {
  const code = errorCode(error);
  const what = faults.get(code);
  return what && `${what} (${code}).`;
}
