import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../connect.ts';
import { diskTrouble } from '../disk.ts';
import { databaseBytesMin, freeBytesOf, logFileBytes } from '../free-space.ts';
import type { EngineLocation } from './place.ts';
import { releaseReserve } from './reserve.ts';

/** Device and inode of the database files; undefined if they are missing. */
export async function folderOf({ files }: EngineLocation): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(files);
    return `${dev} ${ino}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Why the data folder cannot be written, or is another one than `opened`; undefined if all is well. Less than `freeBytesMin`
 * counts as full.
 */
export async function troubleOf(
  place: EngineLocation,
  opened?: string,
  freeBytesMin = databaseBytesMin,
): Promise<string | undefined> {
  const directory = path.dirname(place.files);
  try {
    const present = await folderOf(place);
    if (!present) return `The database in ${directory} is missing. Check that the disk is mounted.`;
    if (opened && present !== opened)
      return `The database in ${directory} is another one than was opened. Mount its disk again, or restart the service.`;
  } catch (error) {
    return `The database in ${directory} cannot be read (${errorCode(error)}). Check its disk.`;
  }
  return diskTrouble(directory, freeBytesMin);
}

/**
 * True if the engine can recover: its files exist, and the disk has room for one more file of its log. On a full disk this
 * gives up the reserve, which is that room once.
 */
export async function canRecover(place: EngineLocation): Promise<boolean> {
  if (!(await troubleOf(place, undefined, logFileBytes))) return true;
  const disk = await statfs(place.files).catch(() => undefined);
  const isFull = disk !== undefined && freeBytesOf(disk) < logFileBytes;
  return isFull && releaseReserve(place.reserve);
}
