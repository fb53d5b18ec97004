import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Longest socket path that every system accepts: 104 on macOS and 108 on Linux, including the final zero. */
const socketPathBytesMax = 103;

/** Takes CancelRequests: while a statement runs, the thread of the other socket cannot. */
export function cancelPathOf(socketPath: string): string {
  return `${socketPath}.cancel`;
}

/** Paths within a data directory. */
export interface EngineLocation {
  /** Database files. */
  files: string;
  /** Space that a recovery may use. */
  reserve: string;
  lock: string;
  socket: string;
}

/**
 * Creates the data directory, for its owner only, if it is missing and `mayCreate`. An existing one keeps its mode; if others
 * can enter it, the socket is placed elsewhere. Equal for every spelling of the path.
 */
export function engineLocation(dataDir: string, mayCreate: boolean): EngineLocation {
  if (mayCreate) fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const directory = fs.realpathSync(dataDir);
  const socket = path.join(directory, '.s.PGSQL.5432');
  return {
    files: path.join(directory, 'pg'),
    reserve: path.join(directory, 'reserve'),
    lock: path.join(directory, 'lock'),
    socket:
      isPrivate(directory) && Buffer.byteLength(cancelPathOf(socket)) <= socketPathBytesMax
        ? socket
        : privateSocket(directory),
  };
}

/** Access to the socket is access to the data, so its directory must belong to this user alone. */
function isPrivate(directory: string): boolean {
  const { uid, mode } = fs.lstatSync(directory);
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

function privateSocket(directory: string): string {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  const short = path.join(os.tmpdir(), `fabula-${name}`);
  fs.mkdirSync(short, { recursive: true, mode: 0o700 });
  // The temporary directory is shared: another user could have created this one as a trap.
  if (!isPrivate(short)) throw new Error(`${short} is not this user's alone`);
  return path.join(short, '.s.PGSQL.5432');
}
