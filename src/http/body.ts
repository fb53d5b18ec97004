import { invalidRequest, ServiceError } from '../errors.ts';
import { pathText } from '../graphql/issues.ts';
import { limits } from '../limits/limits.ts';
import type { BodyForms } from '../operation.ts';
import type { Exchange } from './exchange.ts';
import { ValueCount } from './value-count.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const json = 'application/json';

/**
 * Reads the body as JSON; undefined without a body. Refuses a large body (413), another media type (415) and invalid JSON
 * or UTF-8 (400).
 */
export function readJson(exchange: Exchange): Promise<unknown> {
  return readBody(exchange, { bytesMax: limits.bodyBytes, types: {} });
}

/** The same for an operation that accepts other media types. */
export async function readBody(exchange: Exchange, { bytesMax, types, files = {} }: BodyForms): Promise<unknown> {
  const { headers } = exchange.req;
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > bytesMax) throw tooLarge(bytesMax);
  const hasBody = declared > 0 || headers['transfer-encoding'] !== undefined;
  if (!hasBody) return undefined;
  const type = requireType(exchange, [...new Set([json, ...Object.keys(types), ...Object.keys(files)])]);
  const [file, form] = [files[type], types[type]];
  const values = new ValueCount();
  const bytes = await readBytes(exchange, bytesMax, (piece) => {
    if (type !== json) return;
    values.add(piece);
    // A form may take the text unparsed, and has limits of its own.
    if (!form) values.refuseTooMany();
  });
  if (bytes.length === 0) return undefined;
  if (file) return file(bytes);
  const formed = form?.(textOf(bytes, type));
  if (formed) return formed;
  values.refuseTooMany();
  return parseJson(bytes);
}

/** Maximum body where none is taken (ours). Some clients send `{}` with every request. */
const emptyBytesMax = 64;

/** Throws `invalid_request` for a body where none is taken. An empty one, `{}` and `null` pass. */
export async function requireNoBody(exchange: Exchange): Promise<void> {
  const { headers } = exchange.req;
  const declared = Number(headers['content-length'] ?? 0);
  if (declared === 0 && headers['transfer-encoding'] === undefined) return;
  if (declared <= emptyBytesMax) {
    const bytes = await readBytes(exchange, emptyBytesMax).catch(() => undefined);
    if (bytes && /^\s*(?:\{\s*\}|null)?\s*$/.test(bytes.toString('latin1'))) return;
  }
  const message = `is not taken by ${exchange.method} ${exchange.path}. Send the request without a body.`;
  throw invalidRequest([{ path: 'body', message }]);
}

/** Media type of the body, which must be one of these. */
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

/**
 * Events, because an async iterator triples the cost for a small body. `look` sees each piece and may throw. Reading stops
 * at a refusal, so that it can be sent on the socket.
 */
function readBytes({ req }: Exchange, bytesMax: number, look = (_piece: Buffer): void => {}): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  let length = 0;
  const refuse = (reason: unknown) => {
    req.off('data', take).pause();
    reject(reason);
  };
  const take = (piece: Buffer) => {
    length += piece.length;
    pieces.push(piece);
    if (length > bytesMax) return refuse(tooLarge(bytesMax));
    try {
      look(piece);
    } catch (error) {
      refuse(error);
    }
  };
  // A request that has already aborted emits nothing more.
  if (req.destroyed)
    reject(
      new ServiceError('unavailable', 'The body is incomplete: the connection was closed. Try again.', {
        retry_after: 1,
      }),
    );
  req.on('data', take).once('error', reject);
  req.once('end', () => resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)));
  return promise;
}

/** Parses a JSON body, which may begin with a byte order mark. */
export function parseJson(bytes: Buffer): unknown {
  const value = jsonOf(bytes);
  refuseDeepOrWide(value, []);
  return value;
}

/** Checks a value recursively. `path` leads to it and is restored afterwards. */
function refuseDeepOrWide(value: unknown, path: PropertyKey[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= limits.bodyLevels)
    throw invalidRequest([
      { path: '', message: `is nested more than ${limits.bodyLevels} levels deep, which is the limit. Flatten it.` },
    ]);
  for (const [key, member] of Array.isArray(value) ? value.entries() : fieldsOf(value, path)) {
    path.push(key);
    refuseDeepOrWide(member, path);
    path.pop();
  }
}

function fieldsOf(value: object, path: readonly PropertyKey[]): [string, unknown][] {
  const { length } = Object.keys(value);
  if (length <= limits.objectFields) return Object.entries(value);
  const message = `has ${length} fields; the limit is ${limits.objectFields}. Remove those that the request does not need.`;
  throw invalidRequest([{ path: pathText(path), message }]);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes).replace(/^\ufeff/, ''));
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
  const kb = bytesMax / 1024;
  const limit = kb < 1024 ? `${kb} KB` : `${kb / 1024} MB`;
  return new ServiceError(
    'payload_too_large',
    `The body is larger than ${limit}, which is the limit. Send less, or in several requests.`,
  );
}
