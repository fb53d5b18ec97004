import { finished } from 'node:stream';
import { isbot } from 'isbot';
import type { View } from '../domain/analytics/rules.ts';
import type { Exchange } from './exchange.ts';
import type { View as Opened } from './reader.ts';

/**
 * Notes a view of a page that is about to be sent, once it has been: 200, or 304 where the reader still had it. To be
 * called for pages alone, not for sounds and pictures within them.
 */
export function noteView(
  exchange: Exchange,
  opened: Opened,
  { proxies, note }: { proxies: number; note: (view: View) => void },
): void {
  const { res, req } = exchange;
  if (!isReader(exchange)) return;
  const view = { ...opened, address: addressOf(exchange, proxies), agent: req.headers['user-agent'] ?? '' };
  finished(res, (error) => {
    if (!error && [200, 304].includes(res.statusCode)) note(view);
  });
}

/** Whether a person looks at what is sent, as far as the request tells. */
export function isReader({ req, method }: Pick<Exchange, 'req' | 'method'>): boolean {
  const { headers } = req;
  const agent = headers['user-agent']?.trim();
  if (method !== 'GET' || !agent || isbot(agent)) return false;
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ');
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  const target = headers['sec-fetch-dest'];
  return target === undefined || ['document', 'iframe'].includes(String(target));
}

/** The address of the other end. Behind proxies it is what the outermost of them saw; what stands before that, anybody can write. */
export function addressOf({ req }: Pick<Exchange, 'req'>, proxies: number): string {
  const passedOn = String(req.headers['x-forwarded-for'] ?? '').split(',');
  const seen = [...passedOn.map((one) => one.trim()).filter(Boolean), req.socket.remoteAddress ?? ''];
  // A socket for both kinds of addresses shows the old ones within the new.
  return (seen.at(-1 - proxies) ?? seen[0] ?? '').replace(/^::ffff:(?=\d+\.)/, '');
}
