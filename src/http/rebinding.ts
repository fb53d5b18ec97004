import { isIP } from 'node:net';
import { clipped, ServiceError } from '../errors.ts';
import type { Exchange } from './exchange.ts';

/** Settings that name this service. */
interface Named {
  host: string;
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
}

const loopback = ['localhost', '127.0.0.1', '[::1]', '::1'];

/**
 * Prevents DNS rebinding: a page of another site must not reach a local server through a host name of its own. Throws
 * `forbidden_origin` for a Host or an Origin that is none of this service.
 */
export function refuseRebinding({ req }: Exchange, { host, allowedHosts, allowedOrigins }: Named, publicUrl: string) {
  const { host: asked = '', origin } = req.headers;
  const name = nameIn(`http://${asked}`);
  const names = new Set([...loopback, host, nameIn(publicUrl), ...allowedHosts.map(withoutDot)]);
  const isNamed = names.has(name) || allowedOrigins.some((one) => /^https?:/.test(one) && nameIn(one) === name);
  if (name === '' || !(isNamed || isAddress(name))) throw refusal('Host', name || asked, 'ALLOWED_HOSTS');
  if (origin === undefined || allowedOrigins.includes(origin) || names.has(nameIn(origin))) return;
  if (!isPageOf(asked, origin)) throw refusal('Origin', origin, 'ALLOWED_ORIGINS');
}

/** The host name of a URL; empty for anything else. */
function nameIn(url: string): string {
  return URL.canParse(url) ? withoutDot(new URL(url).hostname) : '';
}

/** Without the dot that may end a full name. */
const withoutDot = (name: string) => name.replace(/\.$/, '');

/** A browser asks for an address only where it is written: no name of another site leads there. */
function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0;
}

/** Whether the origin is the host of the request itself, with its port. */
function isPageOf(asked: string, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === asked.toLowerCase();
}

function refusal(header: string, sent: string, setting: string): ServiceError {
  const named =
    sent === '' ? 'is missing' : `is ${JSON.stringify(clipped(sent, 100))}, which this service does not know`;
  return new ServiceError(
    'forbidden_origin',
    `The header ${header} ${named}. The operator can add the ${header === 'Host' ? 'name' : 'origin'} to ${setting}.`,
  );
}
