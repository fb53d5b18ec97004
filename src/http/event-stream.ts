import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Interval of heartbeat comments, milliseconds (ours). They keep proxies from closing an idle stream. */
export const heartbeatMs = 15_000;

/** Headers of every stream: no cache keeps it, and no proxy collects or compresses it. */
export const streamHeaders = {
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const satisfies OutgoingHttpHeaders;

/** Headers of Server-Sent Events. */
export const eventHeaders = { ...streamHeaders, 'content-type': 'text/event-stream; charset=utf-8' } as const;

/** Sends the headers at once, and a comment every 15 s until the response ends. */
export function openEvents(res: ServerResponse, headers: OutgoingHttpHeaders = {}, status = 200): void {
  res.writeHead(status, { ...eventHeaders, ...headers, ...streamHeaders }).flushHeaders();
  const beat = () => {
    // An event may be under way in pieces.
    if (!res.writableNeedDrain && !res.writableEnded) res.write(': still here\n\n');
  };
  const heartbeat = setInterval(beat, heartbeatMs);
  res.once('close', () => clearInterval(heartbeat));
}
