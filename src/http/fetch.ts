import { openEvents } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { write } from './write.ts';

/** Converts the request for fetch handlers (Yoga, MCP). The body has been read within its limit. */
export function toRequest(
  { req, method, path, query, signal }: Exchange,
  base: string,
  body: string | undefined,
): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(req.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new Request(new URL(`${path}?${query}`, base), {
    method,
    headers,
    signal,
    ...(body === undefined ? {} : { body }),
  });
}

/**
 * Sends a fetch response, streaming its pieces. The stream is cancelled if the caller disconnects. `holdMsMax` delays the
 * headers until the first piece, so that they can include rate limits.
 */
export async function sendResponse(exchange: Exchange, response: Response, holdMsMax = 0): Promise<void> {
  const { res, signal } = exchange;
  // Yoga capitalises names. The connection header is between node and the caller.
  const named = [...response.headers].map(([name, value]) => [name.toLowerCase(), value]);
  const { connection: _its, ...headers } = Object.fromEntries(named);
  const reader = response.body?.getReader();
  if (!reader) {
    res.writeHead(response.status, headers).end();
    return;
  }
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  const first = reader.read();
  if (holdMsMax > 0) await atMost(first, holdMsMax);
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) openEvents(res, headers, response.status);
  else res.writeHead(response.status, headers);
  for (let next = await first; !next.done; next = await reader.read()) await write(exchange, next.value);
  signal.removeEventListener('abort', cancel);
  res.end();
}

/** Resolves when the work settles or the time is over. */
async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([work.catch(() => {}), over.promise]);
  clearTimeout(timer);
}
