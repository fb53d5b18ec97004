import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as aTurn } from 'node:timers/promises';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { connect, type Database, errorCode, type Sql } from '../../src/sql/connect.ts';
import { fatal, message } from '../../src/sql/embedded/protocol.ts';
import { ownerCheck, ownerMember } from '../../src/sql/owner.ts';
import { openPool, type PoolSql } from '../../src/sql/pool/open.ts';
import type { PoolOptions } from '../../src/sql/pool/options.ts';
import { packageOptions } from '../../src/sql/pool/package-options.ts';
import { QueryReads } from '../../src/sql/statement-scope.ts';
import { viaPort } from '../support/faulty-proxy.ts';
import { hearStatements } from '../support/sent-statements.ts';

const { url } = inject('database');
const outcomeOf = (work: Promise<unknown>) => work.then(() => 'answered', errorCode);

const cancelled = message('E', 'SERROR', 'VERROR', 'C57014', 'Mcancelled', Buffer.alloc(1));

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Counts what a pool sends from now on. */
function countStatements(pool: Sql): { count: number } {
  const sent = { count: 0 };
  const hear = () => {
    sent.count += 1;
  };
  closings.push(hearStatements([pool], hear));
  return sent;
}

/** What a line does with bytes for the server: passes them on, by default. */
type Take = (bytes: Buffer, client: net.Socket, pass: () => void) => void;

/** A line to the server. */
async function startLine(take: Take): Promise<number> {
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(new URL(url ?? '').port || 5432), '127.0.0.1');
    for (const one of [client, upstream]) one.on('error', () => {});
    client.on('data', (bytes: Buffer) => take(bytes, client, () => void upstream.write(bytes)));
    client.on('close', () => upstream.destroy());
    upstream.pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closings.push(() => proxy.close());
  return (proxy.address() as net.AddressInfo).port;
}

/** A database behind a line. */
async function line(take: Take): Promise<Database> {
  const port = await startLine(take);
  const database = connect({ url: viaPort(url ?? '', port), socketPath: undefined, prepare: true });
  closings.push(() => database.close());
  return database;
}

const options = (special: Partial<PoolOptions>): PoolOptions => ({
  places: [{ path: '/nowhere/.s.PGSQL.5432' }],
  tls: false,
  settings: {},
  connectMs: 5_000,
  prepare: true,
  max: 1,
  pipelineMax: 3,
  hasLifetime: false,
  repeatsLost: false,
  begin: 'begin',
  ...special,
});

/** Answers the first bytes with this text by `fault`. `asked` counts those that come. */
async function failingAt(text: string, fault: (client: net.Socket) => void) {
  let asked = 0;
  const database = await line((bytes, client, pass) => {
    if (bytes.includes(text)) asked += 1;
    if (bytes.includes(text) && asked === 1) fault(client);
    else pass();
  });
  return { database, asked: () => asked };
}

describe.skipIf(!url)('a connection that is lost while the server works', () => {
  const faults: [string, (client: net.Socket) => void, string][] = [
    ['without a word', (client) => client.destroy(), 'CONNECTION_CLOSED'],
    ['with an error that ends it', (client) => client.end(fatal('57P01', 'the server stops')), '57P01'],
  ];

  it.each(faults)('costs a read nothing: %s', async (_how, fault) => {
    const { database, asked } = await failingAt('AS lost_read', fault);
    expect([...(await database.read`SELECT 1 AS lost_read`)]).toEqual([{ lostRead: 1 }]);
    expect(asked()).toBe(2);
  });

  it.each(faults)('fails a write, which is not asked again: %s', async (_how, fault, code) => {
    const { database, asked } = await failingAt('AS lost_write', fault);
    expect(await outcomeOf(database.write`SELECT 1 AS lost_write`)).toBe(code);
    expect(asked()).toBe(1);
  });

  it.each(faults)('costs a transaction nothing that had not begun: %s', async (_how, fault) => {
    const { database, asked } = await failingAt('begin isolation', fault);
    expect([...(await database.write.begin((tx) => tx`SELECT 1 AS one`))]).toEqual([{ one: 1 }]);
    expect(asked()).toBe(2);
  });
});

describe.skipIf(!url)('a request to cancel that arrives late', () => {
  it('hits a read that is asked again, and nothing is sent meanwhile', async () => {
    const arrival = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const isCancel = (bytes: Buffer) => bytes.length === 16 && bytes.readInt32BE(4) === 80_877_102;
    const { read } = await line((bytes, _client, pass) => {
      if (!isCancel(bytes)) return pass();
      seen.resolve();
      void arrival.promise.then(pass);
    });
    const slow = (n: number, seconds: number) =>
      read<{ n: number }[]>`SELECT ${n}::int AS n, pg_sleep(${seconds})`.execute();
    const four = [1, 2, 3, 4];
    // All four connections know the statement, so nothing waits inside of the package.
    await Promise.all([...four, ...four, ...four, ...four].map((n) => slow(n, 0.05)));
    const reads = new QueryReads();
    const gone = reads.run(() => four.map((n) => outcomeOf(slow(n, 0.4))));
    const behind = four.map((n) => slow(n, 0.4));
    reads.end();
    await seen.promise;
    await Promise.all(gone);
    const told = countStatements(read);
    const late = four.map((n) => slow(n, 0));
    await aTurn();
    expect(told.count).toBe(0);
    arrival.resolve();
    expect((await Promise.all(behind)).map(([row]) => row?.n)).toEqual(four);
    expect((await Promise.all(late)).map(([row]) => row?.n)).toEqual(four);
  });

  it('hits a BEGIN, which is sent again', async () => {
    const refusal = Buffer.concat([cancelled, message('Z', Buffer.from('I'))]);
    let begun = 0;
    const port = await startLine((bytes, client, pass) => {
      const isBegin = bytes.includes('begin');
      begun += Number(isBegin);
      if (isBegin && begun === 1) client.write(refusal);
      else pass();
    });
    const { username: user, pathname } = new URL(url ?? '');
    const places = [{ host: '127.0.0.1', port }];
    const read = openPool(options({ places, user, database: pathname.slice(1), readsOf: QueryReads.current }));
    closings.push(() => read.end());
    const reads = new QueryReads();
    const gone = reads.run(() => outcomeOf(read`SELECT pg_sleep(60)`));
    reads.end();
    expect(await gone).toBe('57014');
    expect([...(await read.begin((tx) => tx`SELECT 1 AS one`))]).toEqual([{ one: 1 }]);
    expect(begun).toBe(2);
  });
});

describe('a pool', () => {
  it('connects again until that is useless', async () => {
    let attempts = 0;
    const isAway = () => {
      attempts += 1;
      return attempts > 3;
    };
    const sql = openPool(options({ connectAgainMs: 60_000, isAway }));
    expect(await outcomeOf(sql`SELECT 1`)).toBe('ENOENT');
    expect(attempts).toBe(4);
    await sql.end();
  });

  it('gives up a server that says nothing', async () => {
    const server = net.createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const sql = openPool(options({ places: [{ host: '127.0.0.1', port }], connectMs: 50 }));
    expect(await outcomeOf(sql`SELECT 1`)).toBe('CONNECT_TIMEOUT');
    await sql.end();
    server.close();
  });

  it('gives a socket once', () => {
    const { socket } = packageOptions(options({}), undefined, new net.Socket()) as unknown as { socket(): net.Socket };
    expect(socket()).toBeInstanceOf(net.Socket);
    expect(socket).toThrow('The connection was closed.');
  });

  describe.skipIf(!url)('of a server', () => {
    const open = () => {
      const database = connect({ url, socketPath: undefined, prepare: true });
      closings.push(() => database.close());
      return database;
    };

    it('sends few statements behind one that runs', async () => {
      const { read } = open();
      const slow = (n: number) => read`SELECT ${n}::int AS n, pg_sleep(${0.1})`;
      await Promise.all(Array.from({ length: 16 }, (_, n) => slow(n)));
      const sent = countStatements(read);
      const asked = Array.from({ length: 40 }, (_, n) => slow(n));
      const first = Promise.race(asked);
      for (const one of asked) void one.execute();
      await aTurn();
      expect(sent.count).toBe(16);
      await first;
      await Promise.all(asked);
    });

    it('sends nothing more of reads that are over', async () => {
      const { read } = open();
      const quick = () => Array.from({ length: 4 }, () => read`SELECT pg_sleep(0.01)`.execute());
      await Promise.all(quick());
      const before = quick();
      const reads = new QueryReads();
      const all = reads.run(() => Array.from({ length: 40 }, () => outcomeOf(read.unsafe('SELECT pg_sleep(60)'))));
      await Promise.all(before);
      await aTurn();
      const sent = countStatements(read);
      reads.end();
      const outcomes = await Promise.all(all);
      expect(new Set(outcomes)).toEqual(new Set(['57014']));
      expect(sent.count).toBe(0);
    });

    it('replaces the connection that answered with a row of another account', async () => {
      const { write } = open();
      const pid = async () => (await write<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
      const first = await pid();
      expect(await outcomeOf(write`SELECT 'acc_1' AS owner_of_book`)).toBe('FOREIGN_ROW');
      expect(await pid()).not.toBe(first);
    });

    it('counts the silence of a connection from its last statement', async () => {
      const { write } = open();
      await write`SELECT 1`;
      const [connection] = (write as PoolSql).connections;
      const since = connection?.silentSince ?? 0;
      const asked = write`SELECT pg_sleep(0.01)`.execute();
      expect(connection?.isAwaitingReply).toBe(true);
      expect(connection?.silentSince).toBeGreaterThan(since);
      await asked;
    });

    it('ends when the server has closed its connections', async () => {
      const goodbye = Promise.withResolvers<() => void>();
      const { write, close } = await line((bytes, _client, pass) => {
        if (bytes.equals(message('X'))) goodbye.resolve(pass);
        else pass();
      });
      await write`SELECT 1`;
      let isOver = false;
      const closing = close().then(() => {
        isOver = true;
      });
      const pass = await goodbye.promise;
      await aTurn();
      expect(isOver).toBe(false);
      pass();
      await closing;
    });

    it('begins a transaction on an idle connection only', async () => {
      const { write } = open();
      const slow = () => Array.from({ length: 8 }, () => write`SELECT pg_sleep(${0.1})`.execute());
      await Promise.all(slow());
      const sent = countStatements(write);
      const others = slow();
      const begun = write.begin((tx) => tx`SELECT 1`);
      await aTurn();
      expect(sent.count).toBe(8);
      await Promise.all([...others, begun]);
    });

    it('replaces a connection whose transaction may go on', async () => {
      const refusal = Buffer.concat([cancelled, message('Z', Buffer.from('T'))]);
      const { write } = await line((bytes, client, pass) => {
        if (bytes.includes('rollback')) client.write(refusal);
        else pass();
      });
      expect(await outcomeOf(write.begin((tx) => tx`SELECT 1 / 0`))).toBe('57014');
      const id = async () => (await write<{ id: string }[]>`SELECT txid_current() AS id`)[0]?.id;
      expect(await id()).not.toBe(await id());
    });
  });
});

it('a statement that names two accounts gets no rows', () => {
  const owner = ownerMember('owner_of_book');
  const check = ownerCheck('SELECT … WHERE a.account_id = $1 AND b.account_id = $2', [{ name: owner }]);
  const rows = [{ [owner as symbol]: 'one' }];
  expect(check?.(rows, ['one', 'one'])).toBeUndefined();
  for (const parameters of [
    ['one', 'two'],
    ['two', 'one'],
    ['two', 'two'],
  ])
    expect(check?.(rows, parameters)).toMatchObject({ code: 'FOREIGN_ROW' });
});
