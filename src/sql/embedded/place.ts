import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Bytes of the longest socket path that every system takes: 104 on macOS and 108 on Linux, with the final zero. */
const socketPathBytesMax = 103;

/** Where the parts of a data directory lie. */
export interface Place {
  /** The database files. */
  files: string;
  lock: string;
  socket: string;
}

/**
 * Makes the data directory, for its owner alone; one that is there keeps its mode, and where others may enter it the
 * socket lies elsewhere. However it is named, by a link or in full, its place is the same.
 */
export function placeOf(dataDir: string): Place {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const directory = fs.realpathSync(dataDir);
  const socket = path.join(directory, '.s.PGSQL.5432');
  return {
    files: path.join(directory, 'pg'),
    lock: path.join(directory, 'lock'),
    socket: isPrivate(directory) && Buffer.byteLength(socket) <= socketPathBytesMax ? socket : privateSocket(directory),
  };
}

/** Whoever reaches the socket reaches the data: its directory is this user's alone. */
function isPrivate(directory: string): boolean {
  const { uid, mode } = fs.lstatSync(directory);
  return uid === os.userInfo().uid && (mode & 0o077) === 0;
}

function privateSocket(directory: string): string {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  const short = path.join(os.tmpdir(), `fabula-${name}`);
  fs.mkdirSync(short, { recursive: true, mode: 0o700 });
  // The temporary directory is everybody's: another user could have made this one, to be connected to.
  if (!isPrivate(short)) throw new Error(`${short} is not this user's alone`);
  return path.join(short, '.s.PGSQL.5432');
}
