import type { ServerResponse } from 'node:http';
import type { RequestClient } from './connections.ts';

/**
 * Bytes given to a socket at a time. A larger body is sent in such pieces: a shared one is never copied, and each piece that
 * the client takes shows that it reads.
 */
export const pieceBytes = 64 * 1024;

/** Resolves when the socket drains or closes. */
function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.once('drain', done).once('close', done);
  });
}

/** Writes a piece of a stream, and waits while the client takes earlier ones. */
export async function write(
  { res, client }: { res: ServerResponse; client: RequestClient },
  content: string | Uint8Array,
): Promise<void> {
  const length = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
  if (length > pieceBytes) {
    const release = client.hold(length);
    await writePieces(res, typeof content === 'string' ? Buffer.from(content) : content).finally(release);
  } else if (!res.destroyed && !res.write(content)) await drained(res);
}

/** Writes bytes in pieces. Ends early if the connection closes. */
export async function writePieces(res: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && !res.destroyed; at += pieceBytes)
    if (!res.write(bytes.subarray(at, at + pieceBytes))) await drained(res);
}
