import { once } from 'node:events';
import net from 'node:net';
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest';
import { connect, errorCode, isDatabaseAway, type Sql } from '../../src/sql/connect.ts';
import { types } from '../../src/sql/pool/values.ts';
import { hearStatements } from '../support/sent-statements.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
const { read, write } = database;
afterAll(() => database.close());

const outcomeOf = (work: Promise<unknown>) => work.then(() => 'answered', errorCode);

describe('a value without a form in SQL', () => {
  const circle: Record<string, unknown> = {};
  circle.own = circle;

  it.each([
    ['undefined', undefined],
    ['an invalid date', new Date(Number.NaN)],
    ['a symbol', Symbol('one')],
    ['a function', () => 1],
    ['a list with undefined', ['a', undefined]],
    ['an object that contains itself', circle],
    ['an object with a bigint', { big: 1n }],
  ])('fails its own statement alone: %s', async (_what, value) => {
    // Behind others in the same pipelines, known to the server and new to it.
    const asked = Array.from({ length: 24 }, (_, n) =>
      n % 3 === 1 ? read`SELECT ${value as never}::text AS n` : read`SELECT ${n}::int AS n`,
    );
    const answers = await Promise.allSettled(asked);
    for (const [n, answer] of answers.entries())
      if (n % 3 === 1) expect(answer.status).toBe('rejected');
      else expect(answer).toMatchObject({ status: 'fulfilled', value: [{ n }] });
  });

  it('fails the statement that its fragment is part of', async () => {
    const faulty = read`AND ${undefined as never} = 1`;
    expect(await outcomeOf(read`SELECT 1 WHERE true ${faulty}`)).toBe('UNDEFINED_VALUE');
  });

  it('is one parameter more than the protocol counts', async () => {
    const ids = Array.from({ length: 65_534 }, (_, n) => ({ n }));
    expect(await outcomeOf(read`SELECT 1 WHERE 1 IN ${read(ids)}`)).toBe('MAX_PARAMETERS_EXCEEDED');
    expect([...(await read`SELECT 1 AS one`)]).toEqual([{ one: 1 }]);
  });
});

describe('parts of a statement', () => {
  it('nest, repeat and keep their values in order', async () => {
    const isSmall = read`n < ${4}`;
    const either = [read`${isSmall} OR`, read`n = ${7}`];
    const names = { one: 'a', 'two words': 2, three: read`upper(${'c'})`, four: { deep: [1, null] } };
    const rows = await read`
      SELECT array_agg(n ORDER BY n) AS ns, ${read(names as never)} FROM generate_series(${1}::int, 9) AS n
      WHERE ${either as never} AND ${isSmall}`;
    expect([...rows]).toEqual([{ ns: [1, 2, 3], one: 'a', 'two words': '2', three: 'C', four: '{"deep":[1,null]}' }]);
  });

  it('are not sent by themselves', async () => {
    const told: string[] = [];
    const stop = hearStatements([read], ({ text }) => void told.push(text));
    const condition = read`WHERE 1 = ${1}`;
    await read`SELECT 1 ${condition}`;
    stop();
    expect(told).toEqual([expect.stringMatching(/^SELECT 1\s+WHERE 1 = \$1$/)]);
  });
});

it('no writer of values changes what it has written', () => {
  const samples: Record<string, unknown> = {
    boolean: false,
    json: { a: '"' },
    texts: ['"', '{}', ''],
    ints: [1, -2],
    floats: [0.5],
    bytea: Buffer.from([0, 92, 255]),
    date: new Date(0),
    day: '2026-03-02',
    localMoment: '2026-03-02 00:00:00',
  };
  for (const [name, type] of Object.entries(types)) {
    const written = type.serialize(samples[name]);
    expect([name, typeof written, type.serialize(written)]).toEqual([name, 'string', written]);
  }
});

describe('a statement whose plan is out of date', () => {
  it('is asked again with the same values', async () => {
    const sql = connect({ url, socketPath, prepare: true });
    const table = `plan_${process.pid}`;
    await sql.write.unsafe(`CREATE TABLE ${table} (flag boolean, doc jsonb, bytes bytea, words text[])`);
    const row = { flag: true, doc: { text: '"quoted"' }, bytes: Buffer.from([0, 255]), words: ['a"', '{b}'] };
    const insert = () => sql.write`INSERT INTO ${sql.write(table)} ${sql.write(row as never)} RETURNING *`;
    // All on one connection: an idle one is taken before a new one.
    expect([...(await insert())]).toEqual([row]);
    await sql.write.unsafe(`ALTER TABLE ${table} ADD COLUMN more text`);
    expect([...(await insert())]).toEqual([{ ...row, more: null }]);
    await sql.write.unsafe(`DROP TABLE ${table}`);
    await sql.close();
  });
});

describe('a transaction', () => {
  it('fails as a whole if a statement fails whose error was caught', async () => {
    const failed = write.begin(async (tx) => {
      await tx`SELECT 1 / 0`.catch(() => {});
    });
    expect(await outcomeOf(failed)).toBe('22012');
  });

  it('fails if a statement fails for which nobody waits', async () => {
    const failed = write.begin((tx) => {
      void tx`SELECT 1 / 0`.execute();
      return 'done';
    });
    expect(await outcomeOf(failed)).toBe('22012');
  });

  it('goes on after a savepoint that failed', async () => {
    const rows = await write.begin(async (tx) => {
      expect(await outcomeOf(tx.savepoint((inner) => inner`SELECT 1 / 0`))).toBe('22012');
      return tx`SELECT 2 AS two`;
    });
    expect([...rows]).toEqual([{ two: 2 }]);
  });

  it('takes no statement after its end', async () => {
    let kept: Sql | undefined;
    await write.begin(async (tx) => {
      kept = tx as unknown as Sql;
      await tx`SELECT 1`;
    });
    expect(await outcomeOf((kept as Sql)`SELECT 1`)).toBe('CONNECTION_CLOSED');
  });

  it('cannot be begun by a statement, which would take those of others into it', async () => {
    expect(await outcomeOf(write.unsafe('BEGIN'))).toBe('UNSAFE_TRANSACTION');
    const id = async () => (await write<{ id: string }[]>`SELECT txid_current() AS id`)[0]?.id;
    expect(await id()).not.toBe(await id());
  });
});

/** A server that answers each first message with these bytes. */
async function answering(...answers: Buffer[]): Promise<{ port: number; close(): void; asked(): number }> {
  let asked = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(answers[asked++ % answers.length] ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return { port, close: () => server.close(), asked: () => asked };
}

describe('a new connection', () => {
  const open = (address: string) => connect({ url: address, socketPath: undefined, prepare: false });

  it('reads nothing that came before the encryption', async () => {
    const server = await answering(Buffer.from('SR\0\0\0\x08\0\0\0\0'));
    const { read, close } = open(`postgres://a@127.0.0.1:${server.port}/x?sslmode=require`);
    expect(await outcomeOf(read`SELECT 1`)).toBe('PROTOCOL_VIOLATION');
    await close();
    server.close();
  });

  it('tries each host once', async () => {
    const refusing = await answering(Buffer.from('E\0\0\0\x23SFATAL\0VFATAL\0C57P03\0Mstarting\0\0'));
    const place = `127.0.0.1:${refusing.port}`;
    const { read, close } = open(`postgres://a@${place},${place}/x?sslmode=disable`);
    expect(await outcomeOf(read`SELECT 1`)).toBe('57P03');
    expect(refusing.asked()).toBe(2);
    await close();
    refusing.close();
  });

  it.skipIf(!url)('keeps to the host that answers', async () => {
    const refusing = await answering(Buffer.from('E\0\0\0\x23SFATAL\0VFATAL\0C57P03\0Mstarting\0\0'));
    const { host, pathname, username } = new URL(url ?? '');
    const { read, close } = open(
      `postgres://${username}@127.0.0.1:${refusing.port},${host}${pathname}?sslmode=disable`,
    );
    const rows = await Promise.all([1, 2, 3, 4].map((n) => read`SELECT ${n}::int AS n`));
    expect(rows.map(([row]) => row?.n)).toEqual([1, 2, 3, 4]);
    const asked = refusing.asked();
    await Promise.all([1, 2, 3, 4].map((n) => read`SELECT ${n}::int AS n, pg_sleep(0.05)`));
    expect(refusing.asked()).toBe(asked);
    await close();
    refusing.close();
  });

  it.skipIf(!url)('is not used if its server takes no writes', async () => {
    const { host, pathname, username } = new URL(url ?? '');
    const place = `postgres://${username}@${host}${pathname}?sslmode=disable`;
    const readOnly = open(`${place}&target_session_attrs=read-write&options=-c%20default_transaction_read_only%3Don`);
    const refused = await readOnly.read`SELECT 1`.catch((error: unknown) => error);
    expect([errorCode(refused), isDatabaseAway(refused)]).toEqual(['TARGET_SESSION_ATTRS', true]);
    await readOnly.close();
    const primary = open(`${place}&target_session_attrs=primary`);
    expect([...(await primary.read`SELECT 1 AS one`)]).toEqual([{ one: 1 }]);
    await primary.close();
  });
});

describe('an old connection', () => {
  afterEach(() => void vi.useRealTimers());

  it.skipIf(!url)('ends between two statements', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const sql = connect({ url, socketPath: undefined, prepare: true });
    const pid = async () => (await sql.write<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
    const first = await pid();
    const meanwhile = sql.write<{ pid: number }[]>`SELECT pg_backend_pid() AS pid, pg_sleep(0.05)`;
    void meanwhile.execute();
    vi.advanceTimersByTime(61 * 60_000);
    expect((await meanwhile)[0]?.pid).toBe(first);
    expect(await pid()).not.toBe(first);
    vi.useRealTimers();
    await sql.close();
  });
});
