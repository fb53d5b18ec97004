import type { PostgresType } from 'postgres';

/** Type numbers of PostgreSQL. */
const oid = { bytea: 17, date: 1082, timestamp: 1114, timestamptz: 1184 };

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

/** With years from 1000 on. `infinity` is an invalid date. */
const isoMoment = /^(-?infinity|[1-9]\d{3,5}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2})$/;

/** Types whose text depends on a setting of the session. A form that is not known is refused. */
export const textTypes: Record<string, PostgresType> = {
  bytea: {
    to: oid.bytea,
    from: [oid.bytea],
    // The server refuses other values.
    serialize: (bytes: unknown) => `\\x${bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : bytes}`,
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
