import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, openEmbedded } from '../../src/sql/embedded/embedded.ts';
import { int32, message, query, sync } from '../../src/sql/embedded/protocol.ts';
import {
  bind,
  dataDirectory,
  errors,
  execute,
  flush,
  ownDirectory,
  parse,
  pool,
  RawClient,
  rows,
  startup,
  types,
  until,
} from './support.ts';

ownDirectory();

let engine: Embedded;
beforeAll(async () => {
  engine = await openEmbedded(await dataDirectory());
});
afterAll(() => engine.close());

describe('the embedded engine', () => {
  it('serves postgres.js', async () => {
    const sql = pool(engine.socketPath);
    const [row] = await sql`SELECT ${1}::int AS n, ${'ä'} AS s, ${sql.json({ a: [1] })}::jsonb AS j, now() AS at`;
    expect(row).toMatchObject({ n: 1, s: 'ä', j: { a: [1] }, at: expect.any(Date) });
  });

  it('sends the parameters of a server to a new client', async () => {
    const client = new RawClient(engine.socketPath);
    client.send(startup({ user: 'emma', application_name: 'the test' }));
    const greeting = await client.ready();
    const parameters = greeting
      .filter(({ type }) => type === 'S')
      .map(({ bytes }) => bytes.toString('utf8', 5).split('\0'));
    expect(types(greeting)).toMatch(/^RS+KZ$/);
    expect(Object.fromEntries(parameters.map(([name, value]) => [name, value]))).toMatchObject({
      server_version: expect.stringMatching(/^18\./),
      server_encoding: 'UTF8',
      client_encoding: 'UTF8',
      standard_conforming_strings: 'on',
      integer_datetimes: 'on',
      TimeZone: 'UTC',
      DateStyle: 'ISO, MDY',
      application_name: 'the test',
      session_authorization: 'emma',
    });
  });

  it.each([
    ['SSL', 80877103],
    ['GSS', 80877104],
  ])('declines %s encryption with N and continues', async (_what, code) => {
    const socket = net.connect(engine.socketPath);
    socket.write(int32(8, code));
    const [answer] = await once(socket, 'data');
    socket.write(startup({ user: 'emma' }));
    const [greeting] = await once(socket, 'data');
    expect([String(answer), String.fromCharCode(greeting[0])]).toEqual(['N', 'R']);
    socket.destroy();
  });

  it('negotiates protocol 3.0 with a client that requests 3.2', async () => {
    const client = new RawClient(engine.socketPath);
    client.send(startup({ user: 'emma' }, (3 << 16) + 2));
    expect(types(await client.ready())).toMatch(/^vRS+KZ$/);
  });

  it('ignores a cancel request', async () => {
    const client = new RawClient(engine.socketPath);
    client.send(int32(16, 80877102, 1, 0));
    await until(() => client.closed);
    expect(await pool(engine.socketPath)`SELECT 1 AS n`).toEqual([{ n: 1 }]);
  });

  it.each([
    ['a message of an unknown type', message('z')],
    ['a message that is too long', Buffer.concat([Buffer.from('Q'), int32(2 ** 30)])],
    ['a message of negative length', Buffer.concat([Buffer.from('Q'), int32(-1)])],
    ['an unterminated query', Buffer.concat([Buffer.from('Q'), int32(5), Buffer.from('x')])],
  ])('disconnects only the sender of %s', async (_what, bytes) => {
    const [bad, good] = [await RawClient.connected(engine.socketPath), await RawClient.connected(engine.socketPath)];
    bad.send(bytes);
    await until(() => bad.closed);
    expect(errors(bad.received)).toEqual(['08P01']);
    expect(rows(await good.ask(query('SELECT 1')))).toEqual(['1']);
  });

  it('accepts messages split at any byte', async () => {
    const client = await RawClient.connected(engine.socketPath);
    const bytes = Buffer.concat([parse('', 'SELECT 7'), bind(''), execute, sync]);
    for (const byte of bytes) {
      client.send(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    expect(rows(await client.ready())).toEqual(['7']);
  });

  it('answers pipelined statements in order', async () => {
    const client = await RawClient.connected(engine.socketPath);
    const numbers = Array.from({ length: 500 }, (_, n) => String(n));
    client.send(...numbers.map((n) => query(`SELECT ${n}`)));
    const answers: string[] = [];
    while (answers.length < numbers.length) answers.push(...rows(await client.ready()));
    expect(answers).toEqual(numbers);
  });

  it('supports pipelining through postgres.js, including errors', async () => {
    const sql = pool(engine.socketPath);
    const settled = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => (n === 50 ? sql`SELECT 1 / ${0}::int AS n` : sql`SELECT ${n}::int AS n`)),
    );
    const values = settled.map((each) => (each.status === 'fulfilled' ? each.value[0]?.n : each.reason.code));
    expect(values).toEqual(Array.from({ length: 100 }, (_, n) => (n === 50 ? '22012' : n)));
  });

  it('stays reserved for a client between Flush and Sync', async () => {
    const [first, second] = [
      await RawClient.connected(engine.socketPath),
      await RawClient.connected(engine.socketPath),
    ];
    first.send(parse('', 'SELECT 1'), flush);
    await until(() => first.received.length > 0);
    second.send(query('SELECT 2'));
    expect(rows(await first.ask(bind(''), execute, sync))).toEqual(['1']);
    expect(rows(await second.ready())).toEqual(['2']);
  });

  it('supports cursors while other clients wait', async () => {
    const [sql, other] = [pool(engine.socketPath), pool(engine.socketPath)];
    const seen: number[] = [];
    await sql`SELECT n FROM generate_series(1, 100) n`.cursor(30, async (part) => {
      seen.push(part.length);
      void other`SELECT 1`.execute();
    });
    expect(seen).toEqual([30, 30, 30, 10]);
  });

  it('stores and returns a value of 4 MB', async () => {
    const sql = pool(engine.socketPath);
    await sql`CREATE TABLE large (body text)`;
    const body = 'ab'.repeat(2 * 1024 * 1024);
    await sql`INSERT INTO large VALUES (${body})`;
    const [row] = await sql`SELECT body FROM large`;
    expect(row?.body === body).toBe(true);
  });

  it('serves other clients while one does not read its response', async () => {
    const slow = await RawClient.connected(engine.socketPath);
    slow.pause();
    slow.send(query(`SELECT repeat('x', 1000000) FROM generate_series(1, 20)`), query('SELECT 1'));
    expect(await pool(engine.socketPath)`SELECT 1 AS n`).toEqual([{ n: 1 }]);
    slow.resume();
    expect(rows(await slow.ready())).toHaveLength(20);
    expect(rows(await slow.ready())).toEqual(['1']);
  });

  it('rejects COPY FROM STDIN in both protocols and continues', async () => {
    const client = await RawClient.connected(engine.socketPath);
    await client.ask(query('CREATE TABLE copied (n int)'));
    expect(errors(await client.ask(query('COPY copied FROM STDIN')))).toEqual(['57014']);
    expect(errors(await client.ask(parse('', 'COPY copied FROM STDIN'), bind(''), execute, sync))).toEqual(['57014']);
    expect(rows(await client.ask(query('SELECT count(*) FROM copied')))).toEqual(['0']);
  });

  it('survives SQL nested deeper than its stack', async () => {
    const sql = pool(engine.socketPath);
    await expect(sql.unsafe(`SELECT ${'1+'.repeat(200_000)}1`)).rejects.toMatchObject({ code: '54001' });
    expect(await sql`SELECT 1 AS n`).toEqual([{ n: 1 }]);
  });

  const psql = spawnSync('psql', ['--version']).status === 0;
  if (!psql) console.warn('psql is not installed, so its test is skipped');
  it.skipIf(!psql)('serves psql', () => {
    const run = (...args: string[]) =>
      execFileSync('psql', ['-h', path.dirname(engine.socketPath), '-XAt', ...args], { encoding: 'utf8' });
    expect(run('-c', 'SELECT 1', '-c', 'SELECT 2')).toBe('1\n2\n');
    expect(run('-c', 'COPY (SELECT 5) TO STDOUT')).toBe('5\n');
    expect(run('-c', '\\d pg_class')).toContain('relname');
  });
});
