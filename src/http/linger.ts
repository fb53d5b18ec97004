import type { IncomingMessage } from 'node:http';

/** A caller who sends nothing for so long has read the refusal, or never will. Ours. */
const silenceMsMax = 500;

/**
 * Resolves when the rest of a request that was refused has come and been thrown away, or nothing more of it comes; the
 * server's limit on a request's time ends one that goes on and on. A socket closed before would answer the next bytes with
 * a reset, and the caller would lose the refusal unread (RFC 9112, 9.6).
 */
export function restOf(req: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const silence = setTimeout(resolve, silenceMsMax);
  req.on('data', () => silence.refresh());
  req.once('end', resolve).once('close', resolve).resume();
  return promise.finally(() => clearTimeout(silence));
}
