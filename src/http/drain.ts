import type { IncomingMessage, ServerResponse } from 'node:http';
import { PeerTimeout } from '../peer-timeout.ts';

/** Silence after which the caller is assumed to have read the refusal. Ours. */
const silenceMsMax = 500;
/** Maximum time before the connection is closed. */
const drainMsMax = 1_000;
/** Maximum bytes read of a refused body. Backpressure holds the rest at the sender. */
const drainedBytesMax = 64 * 1024;

/**
 * Discards the rest of a refused request, up to a size and a time. Resolves when it has arrived, the caller is silent, or the
 * time is over. Closing the socket earlier would answer further bytes with a reset, and the caller would lose the refusal
 * (RFC 9112, 9.6).
 */
export function drainRequest(req: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const silence = new PeerTimeout(silenceMsMax, resolve).start();
  const deadline = new PeerTimeout(drainMsMax, resolve).start();
  let drainedBytes = 0;
  const discard = (piece: Buffer) => {
    drainedBytes += piece.length;
    if (drainedBytes > drainedBytesMax) req.off('data', discard).pause();
    else silence.refresh();
  };
  req.on('data', discard).once('end', resolve).once('close', resolve).resume();
  return promise.finally(() => {
    silence.cancel();
    deadline.cancel();
  });
}

/** Closes the connection if the body of an answered request goes on. Node would read it to its end. */
export function boundUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (!req.complete) void drainRequest(req).then(() => req.complete || req.destroy());
  });
}
