import { randomBytes } from 'node:crypto';
import { idPrefixes } from './id-prefixes.gen.ts';

/** Kind of record (contract 1). Record declarations are the source. */
export type IdPrefix = (typeof idPrefixes)[number];

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const wellFormed = new RegExp(`^(${idPrefixes.join('|')})_[${alphabet}]{26}$`);

let lastMs = 0;
let sequence = 0;

/**
 * Creates an opaque id: prefix and UUIDv7 in lower-case Crockford base32, so that ids sort by creation time under the C
 * collation.
 */
export function newId(prefix: IdPrefix): string {
  const now = Date.now();
  sequence = now > lastMs ? randomBytes(1).readUInt8() : sequence + 1;
  lastMs = Math.max(now, lastMs);
  if (sequence > 0xfff) {
    // More than 4,096 ids in one millisecond borrow the next one, to keep the order.
    lastMs += 1;
    sequence = 0;
  }
  return `${prefix}_${base32(uuidv7(lastMs, sequence))}`;
}

/** Derives an id from content: the first 128 bits of a digest in the same form. */
export function idOfDigest(prefix: IdPrefix, digest: Buffer): string {
  return `${prefix}_${base32((digest.readBigUInt64BE() << 64n) | digest.readBigUInt64BE(8))}`;
}

/** Converts a stored UUID to an id. */
export function idOfUuid(prefix: IdPrefix, uuid: string): string {
  return `${prefix}_${base32(BigInt(`0x${uuid.replaceAll('-', '')}`))}`;
}

/** The UUID of an id; undefined if the id is malformed or of another kind. */
export function uuidOf(prefix: IdPrefix, id: string): string | undefined {
  if (!wellFormed.test(id) || !id.startsWith(`${prefix}_`)) return undefined;
  let value = 0n;
  for (const digit of id.slice(prefix.length + 1)) value = (value << 5n) | BigInt(alphabet.indexOf(digit));
  const hex = value.toString(16).padStart(32, '0');
  // 26 digits hold two bits more than a UUID.
  return hex.length === 32 ? hex : undefined;
}

/** Creation time of a UUIDv7. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16));
}

/** RFC 9562: 48 bits of milliseconds, version 7, a 12-bit counter, variant 2, 62 random bits. */
function uuidv7(ms: number, counter: number): bigint {
  const random = randomBytes(8).readBigUInt64BE() & 0x3fffffffffffffffn;
  return (BigInt(ms) << 80n) | (0x7n << 76n) | (BigInt(counter) << 64n) | (0x2n << 62n) | random;
}

function base32(value: bigint): string {
  let rest = value;
  let text = '';
  for (let digit = 0; digit < 26; digit += 1) {
    text = alphabet.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

/** The part of an id before the first underscore; empty if there is none. */
export function prefixOf(id: string): string {
  return id.slice(0, Math.max(id.indexOf('_'), 0));
}

/** Id of a singleton of a record: the record's id under another prefix. It is as unique and stable as the record's id. */
export function idBeside(prefix: string, id: string): string {
  return `${prefix}${id.slice(prefixOf(id).length)}`;
}

/** An id that no record has. It replaces malformed ids, which are therefore missing like any other and never reach SQL. */
export const noId = 'none';

/** The id itself if it is well-formed, else `noId`. */
export function idOrNone(value: string): string {
  return wellFormed.test(value) ? value : noId;
}
