import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';

/** Whether the request appears to come from a human reader. */
export function isReader({ req, method }: { req: IncomingMessage; method: string }): boolean {
  const { headers } = req;
  const agent = headers['user-agent']?.trim();
  if (method !== 'GET' || !agent || isbot(agent)) return false;
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ');
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  const target = headers['sec-fetch-dest'];
  return target === undefined || ['document', 'iframe'].includes(String(target));
}

/** Client address. Behind proxies, the address that the outermost trusted proxy saw; anything before it can be forged. */
export function clientAddress({ req }: { req: IncomingMessage }, proxies: number): string {
  const passedOn = String(req.headers['x-forwarded-for'] ?? '').split(',');
  const seen = [...passedOn.map((one) => one.trim()).filter(Boolean), req.socket.remoteAddress ?? ''];
  // Dual-stack sockets show IPv4 addresses as IPv4-mapped IPv6.
  return (seen.at(-1 - proxies) ?? seen[0] ?? '').replace(/^::ffff:(?=\d+\.)/, '');
}
