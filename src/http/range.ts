import { ServiceError } from '../errors.ts';
import type { Exchange } from './exchange.ts';

/** Places of bytes, both included. */
export interface Range {
  first: number;
  last: number;
}

/**
 * The part of a file that is asked for; undefined for the whole: without a Range header, with one that we do not know or that
 * names several parts, and where `If-Range` names another file (RFC 9110, 13.1.5 and 14.2). Throws `range_not_satisfiable`.
 */
export function rangeAsked({ req, res, method }: Exchange, sizeBytes: number, etag: string): Range | undefined {
  const { range: asked, 'if-range': condition } = req.headers;
  if (method !== 'GET' || asked === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(asked) ?? [];
  if (from === '' && to === '') return undefined;
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  // Backwards is no range at all, and such a header does not count.
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (first <= last) return { first, last };
  res.setHeader('content-range', `bytes */${sizeBytes}`);
  throw new ServiceError('range_not_satisfiable', `The file has ${sizeBytes} bytes; ask for some of those.`);
}
