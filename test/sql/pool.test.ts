import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest';
import { connect, errorCode, isDatabaseAway, type Sql } from '../../src/sql/connect.ts';
import { fatal, message } from '../../src/sql/embedded/protocol.ts';
import { viaPort } from '../support/faulty-proxy.ts';
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

  it.each([
    ['a time', () => write`SELECT ${Number.NaN}::timestamptz`],
    ['bytes', () => write`SELECT ${5}::bytea`],
    ['a list', () => write`SELECT ${5}::text[]`],
    ['JSON', () => write`SELECT ${'{'}::jsonb`],
    ['JSON of undefined', () => write`SELECT ${write.json(undefined as never)}::jsonb`],
    ['rows', async () => write`INSERT INTO account ${write([])}`],
    ['a name', async () => write`SELECT ${write([1, 2])}`],
  ])('is refused where it is no value of the type, and no other statement: %s', async (_what, bad) => {
    const known = (n: number) => write<{ n: number }[]>`SELECT ${n}::int AS n`;
    await Promise.all(Array.from({ length: 16 }, (_, n) => known(n)));
    for (let round = 0; round < 2; round++) {
      const others = Array.from({ length: 16 }, (_, n) => known(n));
      const refused = outcomeOf((async () => bad())());
      expect((await Promise.all(others)).map(([row]) => row?.n)).toEqual(others.map((_, n) => n));
      expect(await refused).toMatch(/^(22P02|22023|22007|42846|42804|UNDEFINED_VALUE|INVALID_VALUE)$/);
    }
  });

  it('fails the statement that its fragment is part of', async () => {
    const faulty = read`AND ${undefined as never} = 1`;
    expect(await outcomeOf(read`SELECT 1 WHERE true ${faulty}`)).toBe('UNDEFINED_VALUE');
  });

  it('is one parameter more than the protocol counts', async () => {
    const ids = Array.from({ length: 65_534 }, (_, n) => `${n}`);
    const others = Array.from({ length: 12 }, (_, n) => read<{ n: number }[]>`SELECT ${n}::int AS n`);
    for (const one of others) void one.execute();
    expect(await outcomeOf(read`SELECT 1 WHERE '1' IN ${read(ids)}`)).toBe('MAX_PARAMETERS_EXCEEDED');
    expect((await Promise.all(others)).map(([row]) => row?.n)).toEqual(others.map((_, n) => n));
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

describe('a statement whose plan is out of date', () => {
  it('is asked again with the same values', async () => {
    const table = `plan_${process.pid}`;
    await write.unsafe(`CREATE TABLE ${table} (flag boolean, doc jsonb, bytes bytea, words text[])`);
    const row = { flag: true, doc: { text: '"quoted"' }, bytes: Buffer.from([0, 255]), words: ['a"', '{b}'] };
    const insert = () => write`INSERT INTO ${write(table)} ${write(row as never)} RETURNING *`;
    expect([...(await insert())]).toEqual([row]);
    await write.unsafe(`ALTER TABLE ${table} ADD COLUMN more text`);
    expect([...(await insert())]).toEqual([{ ...row, more: null }]);
    await write.unsafe(`DROP TABLE ${table}`);
  });

  it('takes no answer of those behind it', async () => {
    const table = `stale_${process.pid}`;
    await write.unsafe(`CREATE TABLE ${table} AS SELECT n, 'row ' || n AS name FROM generate_series(1, 50) AS n`);
    const stale = (n: number) => read<{ n: number; name: string }[]>`SELECT * FROM ${read(table)} WHERE n = ${n}`;
    const other = (n: number) => read<{ n: number; name: string }[]>`SELECT ${n}::int AS n, 'other' AS name`;
    for (const type of ['varchar(99)', 'text', 'varchar(98)']) {
      await Promise.all(Array.from({ length: 16 }, (_, n) => Promise.all([stale(n + 1), other(n)])));
      await write.unsafe(`ALTER TABLE ${table} ALTER COLUMN name TYPE ${type}`);
      const asked = Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? stale(n + 1) : other(n + 1)));
      const answers = await Promise.all(asked);
      expect(answers.map((rows) => [...rows])).toEqual(
        asked.map((_, n) => [{ n: n + 1, name: n % 3 === 0 ? `row ${n + 1}` : 'other' }]),
      );
    }
    await write.unsafe(`DROP TABLE ${table}`);
  });

  it('is sent again if the server has forgotten it', async () => {
    const one = (n: number) => read<{ n: number }[]>`SELECT ${n}::int AS n, 'forgotten' AS name`;
    await Promise.all(Array.from({ length: 32 }, (_, n) => one(n)));
    await Promise.all(Array.from({ length: 32 }, () => read.unsafe('DEALLOCATE ALL')));
    const rows = await Promise.all(Array.from({ length: 32 }, (_, n) => one(n)));
    expect(rows.map(([row]) => row?.n)).toEqual(rows.map((_, n) => n));
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
      const caught = tx.savepoint((inner) => inner`SELECT 1 / 0`.catch(() => {}));
      expect(await outcomeOf(caught)).toBe('22012');
      return tx`SELECT 2 AS two`;
    });
    expect([...rows]).toEqual([{ two: 2 }]);
  });

  it('takes no statement once its end is asked for', async () => {
    const table = `late_${process.pid}`;
    await write.unsafe(`CREATE TABLE ${table} (n int)`);
    const late = Promise.withResolvers<string>();
    const failed = write.begin((tx) =>
      Promise.all([
        tx`SELECT 1 / 0`,
        tx`SELECT 1`.catch(() => {}).then(() => late.resolve(outcomeOf(tx`INSERT INTO ${tx(table)} VALUES (2)`))),
      ]),
    );
    expect(await outcomeOf(failed)).toBe('22012');
    expect(await late.promise).toMatch(/^(25P02|CONNECTION_CLOSED)$/);
    expect(await write.unsafe(`SELECT n FROM ${table}`)).toHaveLength(0);
    await write.unsafe(`DROP TABLE ${table}`);
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
    for (const text of ['BEGIN', 'START TRANSACTION'])
      expect(await outcomeOf(write.unsafe(text))).toBe('UNSAFE_TRANSACTION');
    const id = async () => (await write<{ id: string }[]>`SELECT txid_current() AS id`)[0]?.id;
    expect(await id()).not.toBe(await id());
  });
});

describe('an answer', () => {
  it('has no empty places after a statement that failed in the middle', async () => {
    for (const next of ['SHOW server_version', 'EXPLAIN SELECT 1', 'SELECT 1'])
      for (let round = 0; round < 8; round++) {
        await outcomeOf(write`SELECT 1 / (3 - i) FROM generate_series(1, 5) AS i`);
        expect([...(await write.unsafe(next))]).toEqual([expect.any(Object)]);
      }
  });

  it('is refused if a row of one of several results is that of another account', async () => {
    const own = "SELECT 'acc_1' AS owner_of_book";
    expect(await outcomeOf(read.unsafe(`SELECT 1 AS one; ${own}`))).toBe('FOREIGN_ROW');
    expect(await outcomeOf(read.unsafe(`${own}; SELECT 1 AS one`))).toBe('FOREIGN_ROW');
  });

  it.skipIf(!url)('is refused if it is a stream', async () => {
    expect(await outcomeOf(write.unsafe('COPY (SELECT 1) TO STDOUT'))).toBe('COPY_REFUSED');
    expect([...(await write`SELECT 1 AS one`)]).toEqual([{ one: 1 }]);
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

describe.skipIf(!url)('a connection on which the server speaks', () => {
  /** What the server adds, in the order of the connections. */
  async function throughProxy() {
    const clients: net.Socket[] = [];
    const proxy = net.createServer((client) => {
      clients.push(client);
      const upstream = net.connect(Number(new URL(url ?? '').port || 5432), '127.0.0.1');
      for (const one of [client, upstream]) one.on('error', () => {});
      client.pipe(upstream).pipe(client);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { write, close } = connect({
      url: viaPort(url ?? '', (proxy.address() as net.AddressInfo).port),
      socketPath: undefined,
      prepare: true,
    });
    const pid = async () => (await write<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
    return { write, pid, clients, close: () => close().then(() => proxy.close()) };
  }

  const completed = message('C', 'SELECT 0');

  it('ends if it answers what nobody asked', async () => {
    const { pid, clients, close } = await throughProxy();
    const first = await pid();
    clients[0]?.write(completed);
    await expect.poll(() => clients[0]?.destroyed).toBe(true);
    expect(await pid()).not.toBe(first);
    await close();
  });

  it('ends with the last words of the server, before its socket closes', async () => {
    const { pid, clients, close } = await throughProxy();
    const first = await pid();
    clients[0]?.write(fatal('57P01', 'the server stops'));
    await expect.poll(() => clients[0]?.destroyed).toBe(true);
    expect(await pid()).not.toBe(first);
    await close();
  });

  it('stays if it gives a notice, in pieces of any size', async () => {
    const { pid, clients, close } = await throughProxy();
    const first = await pid();
    for (const byte of message('N', 'SNOTICE', 'MDTC', Buffer.alloc(1))) {
      clients[0]?.write(Buffer.from([byte]));
      await turn();
    }
    expect(await pid()).toBe(first);
    await close();
  });

  it('tells a transaction why it ends', async () => {
    const { write, clients, close } = await throughProxy();
    const ended = write.begin(async (tx) => {
      await tx`SELECT 1`;
      const bytes = [message('N', 'SNOTICE', 'Mone', Buffer.alloc(1)), fatal('57P01', 'the server stops')];
      clients[0]?.end(Buffer.concat(bytes));
      await new Promise(() => {});
    });
    expect(await outcomeOf(ended)).toBe('57P01');
    await close();
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
