import { invalidRequest, ServiceError } from '../errors.ts';
import { pathText } from '../graphql/issues.ts';
import type { BodyForms } from '../operation.ts';
import type { Exchange } from './exchange.ts';

/** contract 10; an operation may have a limit of its own (operation.ts). */
export const bodyBytesMax = 4 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const json = 'application/json';

/** The body as JSON. No body at all is `undefined`. Refuses a large one (413), another media type (415), and what is not JSON in UTF-8 (400). */
export function readJson(exchange: Exchange): Promise<unknown> {
  return readBody(exchange, { bytesMax: bodyBytesMax, types: {} });
}

/** The same for an operation whose body may be something else too. */
export async function readBody(exchange: Exchange, { bytesMax, types, files = {} }: BodyForms): Promise<unknown> {
  const { headers } = exchange.req;
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > bytesMax) throw tooLarge(bytesMax);
  const hasBody = declared > 0 || headers['transfer-encoding'] !== undefined;
  if (!hasBody) return undefined;
  const type = requireType(exchange, [...new Set([json, ...Object.keys(types), ...Object.keys(files)])]);
  const bytes = await readBytes(exchange, bytesMax);
  if (bytes.length === 0) return undefined;
  const file = files[type];
  if (file) return file(bytes);
  const form = types[type];
  if (!form) return parseJson(bytes);
  return form(textOf(bytes, type)) ?? parseJson(bytes);
}

/** The media type of the body, which is one of these. */
function requireType({ req: { headers } }: Exchange, types: readonly string[]): string {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (types.includes(type) && encoding === 'identity') return type;
  throw new ServiceError(
    'unsupported_media_type',
    types.length === 1
      ? 'Send the body as JSON, uncompressed, with the header Content-Type: application/json.'
      : `Send the body uncompressed, with the header Content-Type: one of ${types.join(', ')}.`,
  );
}

function textOf(bytes: Buffer, type: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    if (type === json) throw notJson();
    const message = 'is not text in UTF-8. Save the file with the encoding UTF-8 and send it again.';
    throw invalidRequest([{ path: '', message }]);
  }
}

/** By events: an iterator costs a small body three times as much. One too large is left where it is, so that the refusal can be sent on its socket. */
function readBytes({ req }: Exchange, bytesMax: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer) => {
    length += piece.length;
    pieces.push(piece);
    if (length <= bytesMax) return;
    req.off('data', take).pause();
    reject(tooLarge(bytesMax));
  };
  // One that broke off before says nothing more, and would be waited for in vain.
  if (req.destroyed) reject(new ServiceError('unavailable', 'The body broke off.', { retry_after: 1 }));
  req.on('data', take).once('error', reject);
  req.once('end', () => resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)));
  return promise;
}

/** Arrays and objects within each other in a body (ours): no request of ours has ten, and what walks a deep one overflows its stack. */
const levelsMax = 64;

/** Fields of one object in a body (ours): no record of ours has a hundred, and every layer behind this one goes through them again. */
const fieldsMax = 1000;

export function parseJson(bytes: Buffer): unknown {
  const value = jsonOf(bytes);
  refuseDeepOrWide(value, []);
  return value;
}

/** Walks the value, to which `path` leads; the path is lent, and comes back as it was. */
function refuseDeepOrWide(value: unknown, path: PropertyKey[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= levelsMax)
    throw invalidRequest([{ path: '', message: `is nested more than ${levelsMax} levels deep.` }]);
  for (const [key, member] of Array.isArray(value) ? value.entries() : fieldsOf(value, path)) {
    path.push(key);
    refuseDeepOrWide(member, path);
    path.pop();
  }
}

function fieldsOf(value: object, path: readonly PropertyKey[]): [string, unknown][] {
  const { length } = Object.keys(value);
  if (length <= fieldsMax) return Object.entries(value);
  const message = `has ${length} fields; the limit is ${fieldsMax}. Leave out those that are not of this request.`;
  throw invalidRequest([{ path: pathText(path), message }]);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw notJson();
  }
}

function notJson(): ServiceError {
  return new ServiceError('invalid_request', 'The body is not JSON in UTF-8. Check its syntax and encoding.', {
    issues: [{ path: '', message: 'is not JSON in UTF-8.' }],
  });
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('payload_too_large', `The body is over ${bytesMax / 1024 / 1024} MB. Send less at a time.`);
}
