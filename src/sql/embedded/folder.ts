import fs from 'node:fs';
import path from 'node:path';
import { diskTrouble } from '../disk.ts';
import { databaseBytesMin } from '../free-space.ts';
import type { EngineLocation } from './place.ts';

/** Device and inode of the database files; undefined if they are missing. */
export function folderOf({ files }: EngineLocation): string | undefined {
  const found = fs.statSync(files, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** Why the data folder cannot be written, or is another one than `opened`; undefined if all is well. */
export async function troubleOf(place: EngineLocation, opened: string | undefined): Promise<string | undefined> {
  const present = folderOf(place);
  const directory = path.dirname(place.files);
  if (!present) return `The database in ${directory} is missing. Check that the disk is mounted.`;
  if (opened && present !== opened)
    return `The database in ${directory} is another one than was opened. Mount its disk again, or restart the service.`;
  return diskTrouble(directory, databaseBytesMin);
}
