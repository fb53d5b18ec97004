import { ServiceError } from '../errors.ts';
import type { Exchange } from './exchange.ts';

/** Byte positions, both inclusive. */
export interface Range {
  first: number;
  last: number;
}

/**
 * Requested part of a file. Undefined for the whole: no Range header, an unknown or multipart one, or `If-Range` with
 * another tag (RFC 9110, 13.1.5 and 14.2). Throws `range_not_satisfiable`.
 */
export function requestedRange({ req, res, method }: Exchange, sizeBytes: number, etag: string): Range | undefined {
  const { range: header, 'if-range': condition } = req.headers;
  if (method !== 'GET' || header === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  if (from === '' && to === '') return undefined;
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  // A reversed range is invalid, and the header is ignored.
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (first <= last) return { first, last };
  res.setHeader('content-range', `bytes */${sizeBytes}`);
  throw new ServiceError('range_not_satisfiable', `The file has ${sizeBytes} bytes. Request a range within them.`);
}
