import type { PostgresType } from 'postgres';
import type { BinaryParser } from './driver/postgres.js';

/** Type numbers of PostgreSQL. */
const oid = { bytea: 17, float8: 701, date: 1082, timestamp: 1114, timestamptz: 1184 };

/** PostgreSQL counts from 2000-01-01 UTC. */
const epochMs = Date.UTC(2000, 0, 1);
const dayMs = 86_400_000;

/** Binary values have one form, whatever a session sets. */
export const binaryParsers: Readonly<Record<number, BinaryParser>> = {
  [oid.bytea]: (bytes, start, end) => Buffer.from(bytes.subarray(start, end)),
  [oid.float8]: (bytes, start) => bytes.readDoubleBE(start),
  [oid.date]: (bytes, start) => new Date(epochMs + bytes.readInt32BE(start) * dayMs),
  [oid.timestamptz]: (bytes, start) => new Date(epochMs + Math.floor(microseconds(bytes, start) / 1000)),
};

/** Exact until the year 2285. */
function microseconds(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}

/** A value has a form that is not read. The message names the setting of the session that decides it, and no value. */
class UnknownForm extends Error {
  constructor(type: string, setting: string) {
    super(`The database sent a ${type} in a form that is not read. ${setting} of the session decides it.`);
  }
}

const reader =
  <Value>(type: string, form: RegExp, setting: string, read: (text: string) => Value) =>
  (text: string): Value => {
    if (!form.test(text)) throw new UnknownForm(type, setting);
    return read(text);
  };

const isoMoment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/;

/** The text of the same types, in answers to statements without parameters. A form that is not known is refused. */
export const textTypes: Record<string, PostgresType> = {
  bytea: {
    to: oid.bytea,
    from: [oid.bytea],
    serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
    parse: reader('bytea', /^\\x/, 'bytea_output', (text) => Buffer.from(text.slice(2), 'hex')),
  },
  date: {
    to: oid.timestamptz,
    from: [oid.timestamptz],
    serialize: (moment: Date | string | number) => new Date(moment).toISOString(),
    parse: reader('timestamptz', isoMoment, 'DateStyle', (text) => new Date(text)),
  },
  day: {
    to: oid.date,
    from: [oid.date],
    serialize: String,
    parse: reader('date', /^\d{4}-\d\d-\d\d$/, 'DateStyle', (text) => new Date(text)),
  },
  localMoment: {
    to: oid.timestamp,
    from: [oid.timestamp],
    serialize: String,
    parse: () => {
      throw new UnknownForm('timestamp without time zone', 'TimeZone');
    },
  },
};
