import { readCredentials } from '../../credentials.ts';
import type { Caller } from '../../graphql/context.ts';
import { isLoopback } from '../../loopback.ts';
import type { Service } from '../../service.ts';
import type { Exchange } from '../exchange.ts';
import { inTime } from './in-time.ts';
import { isOfThisUser } from './peer.ts';

/** What stands in a page where a key belongs that cannot be shown. */
export const placeholder = 'YOUR_KEY';

/** The first key, and what it opens. */
export interface OfferedKey {
  key: string;
  caller: Caller;
}

/** What a browser at this machine never sends by itself, and a proxy on it may. */
const fromProxy = /^(via|forwarded|x-.*|cf-.*|true-client-ip|cdn-loop)$/;

/**
 * The first key of an embedded database, for whoever sits at this machine (contract 10): nobody else can have asked.
 * Undefined where a single sign says otherwise, and where the key opens nothing any more.
 */
export async function offeredKey(exchange: Exchange, service: Service): Promise<OfferedKey | undefined> {
  const { config } = service.services;
  if (config.databaseUrl !== undefined || !isLoopback(config.host)) return undefined;
  if (config.publicUrl !== undefined && !isLoopback(hostOf(config.publicUrl))) return undefined;
  if (!isAskedHere(exchange) || !(await isOfThisUser(exchange.req.socket))) return undefined;
  const key = await readCredentials(config.dataDir).catch(() => undefined);
  const caller = key && (await inTime(service.callerUnnoted(key)));
  return key && caller ? { key, caller } : undefined;
}

/** Asked by a browser or program of this machine, straight and of its own accord. */
function isAskedHere({ req }: Exchange): boolean {
  const { headers, socket, httpVersion } = req;
  // Old proxies speak HTTP/1.0 to what is behind them; nothing that shows pages does.
  if (httpVersion === '1.0') return false;
  if (!isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))) return false;
  if (!isLoopback(hostOf(`http://${headers.host ?? ''}`))) return false;
  if (Object.keys(headers).some((name) => fromProxy.test(name))) return false;
  // A page is opened without an origin; a script of another page that fetches it has one.
  if (headers.origin !== undefined) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'none' || site === 'same-origin';
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : '';
}
