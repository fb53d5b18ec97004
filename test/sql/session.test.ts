import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../src/sql/connect.ts';
import { textTypes } from '../../src/sql/forms.ts';
import { probeServer } from '../../src/sql/probe.ts';
import { dataSettings, unsettable } from '../../src/sql/session.ts';
import { viaPort } from '../support/faulty-proxy.ts';
import { unusualDatabase } from '../support/unusual-database.ts';

const { url: serverUrl } = inject('database');

describe.skipIf(!serverUrl)('a database with unusual settings', () => {
  let own: { url: string; drop(): Promise<void> };
  beforeAll(async () => {
    own = await unusualDatabase(serverUrl ?? '', `fabula_session_${process.pid}`);
  });
  afterAll(() => own?.drop());

  const bytes = Buffer.from([0, 92, 39, 255]);
  const moment = new Date('2026-03-02T23:45:06.789Z');
  const third = 1 / 3;

  it('changes no value that is read', async () => {
    const { read, write, close } = connect({ url: own.url, socketPath: undefined, prepare: false });
    for (const sql of [read, write]) {
      const [row] = await sql`SELECT ${bytes}::bytea AS bytes, ${moment}::timestamptz AS moment,
        ${'2026-03-02'}::date AS day, ${third}::float8 AS third, ${'2026-03-02T23:45:06.789Z'}::timestamptz = ${moment} AS same`;
      expect(row).toEqual({ bytes, moment, day: new Date('2026-03-02'), third, same: true });
    }
    await close();
  });

  it('refuses a value behind a pooler that it would have to guess', async () => {
    const { read, close } = connect({ url: own.url, session: 'pooled', socketPath: undefined, prepare: false });
    await expect(read`SELECT ${bytes}::bytea AS bytes`).rejects.toThrow('bytea_output of the session decides it');
    expect([...(await read`SELECT ${moment}::timestamptz AS moment`)]).toEqual([{ moment }]);
    await close();
  });

  it('has all settings in every connection, and in transactions behind a pooler', async () => {
    const settingsIn = `SELECT name, setting FROM pg_settings WHERE name = ANY('{${Object.keys(dataSettings)}}')`;
    const asObject = (rows: Iterable<{ name?: string; setting?: string }>) =>
      Object.fromEntries([...rows].map(({ name, setting }) => [name, setting]));
    const direct = connect({ url: own.url, socketPath: undefined, prepare: true });
    expect(asObject(await direct.read.unsafe(settingsIn))).toEqual(dataSettings);
    expect(asObject(await direct.write.unsafe(settingsIn))).toEqual(dataSettings);
    await direct.close();
    const pooled = connect({ url: own.url, session: 'pooled', socketPath: undefined, prepare: false });
    // The isolation of a transaction that has begun is its own.
    const { default_transaction_isolation, ...settable } = dataSettings;
    expect(asObject(await pooled.write.begin((tx) => tx.unsafe(settingsIn)))).toMatchObject(settable);
    await pooled.close();
  });

  it('is found behind a pooler that refuses or drops settings', async () => {
    const refusing = await pooler((startup) => (startup.includes('IntervalStyle') ? refusal : undefined));
    const found = await probeServer(viaPort(own.url, refusing.port));
    expect(found.session).toBe('pooled');
    expect(found.missing).toEqual(expect.arrayContaining(['IntervalStyle', 'bytea_output', 'statement_timeout']));
    expect(found.missing).not.toContain('DateStyle');
    expect(unsettable(found)).toEqual([
      'array_nulls',
      'transform_null_equals',
      'default_transaction_isolation',
      'bytea_output',
      'extra_float_digits',
    ]);
    refusing.close();
  });

  it('is served directly with everything set', async () => {
    expect(await probeServer(own.url)).toMatchObject({ session: 'startup', missing: [] });
  });
});

describe('a statement behind a pooler', () => {
  it.skipIf(!serverUrl)('is cancelled by the clock of this process', async () => {
    const { read, close } = connect({ url: serverUrl, session: 'pooled', socketPath: undefined, prepare: false });
    const late = read`SELECT pg_sleep(60)`.then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
    expect(await late).toBe('57014');
    expect([...(await read`SELECT ${1}::int AS one`)]).toEqual([{ one: 1 }]);
    await close();
  });
});

describe('text of a value', () => {
  it.each([
    ['bytea', '\\000abc', 'bytea_output'],
    ['date', '02.03.2026 23:45:06.789 CET', 'DateStyle'],
    ['date', '03/02/2026 23:45:06+00', 'DateStyle'],
    ['day', '02/03/2026', 'DateStyle'],
    ['localMoment', '2026-03-02 23:45:06', 'TimeZone'],
  ])('is refused in a form that is not known: %s %s', (type, value, setting) => {
    expect(() => textTypes[type]?.parse(value)).toThrow(setting);
  });

  it('is read to the millisecond', () => {
    expect(textTypes.date?.parse('1999-12-31 23:59:59.999999+00')).toEqual(new Date('1999-12-31T23:59:59.999Z'));
    expect(textTypes.bytea?.parse('\\x00ff')).toEqual(Buffer.from([0, 255]));
  });
});

const refusal = fatal('08P01', 'unsupported startup parameter: IntervalStyle');

/** As PgBouncer says it: without the field V. */
function fatal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Passes connections on to the server, except those whose startup message `refuses` answers. */
async function pooler(refuses: (startup: string) => Buffer | undefined) {
  const server = net.createServer((client) => {
    client.on('error', () => {});
    client.once('data', (startup) => {
      const refused = refuses(startup.toString('latin1'));
      if (refused) return client.end(refused);
      const upstream = net.connect(Number(new URL(serverUrl ?? '').port || 5432), '127.0.0.1');
      upstream.on('error', () => client.destroy());
      upstream.write(startup);
      client.pipe(upstream).pipe(client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as net.AddressInfo).port, close: () => server.close() };
}
