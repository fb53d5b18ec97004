import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFault, NotWritableError } from '../sql/disk.ts';

/** Smaller files are sent from memory (ours). */
export const spooledBytesMin = 1024 * 1024;

const readBytes = 64 * 1024;

/**
 * Moves bytes to a temporary file, so that they do not wait in memory for a slow reader. Empties the list. The file loses
 * its name before it has content: the system deletes it when it is closed, and after a crash.
 */
export async function spool(directory: string, pieces: Uint8Array[]): Promise<FileHandle> {
  const path = join(directory, `fabula-${randomUUID()}`);
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx+', 0o600);
    await unlink(path);
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) await file.writeFile(piece);
    return file;
  } catch (error) {
    await file?.close();
    // By the code: the space of the file is free again, so the disk would seem to have room.
    const fault = diskFault(error);
    throw fault ? new NotWritableError(`The file does not fit into ${directory} (TMPDIR). ${fault}`) : error;
  }
}

export async function* spooledBytes(file: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(readBytes), 0, readBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
