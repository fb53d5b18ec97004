import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, openEmbedded } from '../../src/sql/embedded/embedded.ts';
import { message, query, sync, text } from '../../src/sql/embedded/protocol.ts';
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
  types,
  until,
} from './support.ts';

ownDirectory();

let engine: Embedded;
beforeAll(async () => {
  engine = await openEmbedded(await dataDirectory());
  await pool(engine.socketPath)`CREATE TABLE note (who text, n int)`;
});
afterAll(() => engine.close());

const connected = (parameters?: Record<string, string>) => RawClient.connected(engine.socketPath, parameters);
const notes = async (who: string) => {
  const [row] = await pool(engine.socketPath)`SELECT count(*)::int AS n FROM note WHERE who = ${who}`;
  return row?.n;
};

describe('transactions', () => {
  it('never interleave, across many pools', async () => {
    const pools = Array.from({ length: 6 }, () => pool(engine.socketPath, { max: 3 }));
    await Promise.all(
      pools.flatMap((sql, client) =>
        Array.from({ length: 15 }, (_, round) =>
          sql
            .begin(async (tx) => {
              const who = `${client}-${round}`;
              await tx`INSERT INTO note VALUES (${who}, 1)`;
              const [before] = await tx`SELECT count(*)::int AS n, txid_current() AS id FROM note WHERE n < 0`;
              await tx`INSERT INTO note VALUES (${who}, -1)`;
              const [after] = await tx`SELECT count(*)::int AS n, txid_current() AS id FROM note WHERE n < 0`;
              expect(after).toEqual({ n: before?.n + 1, id: before?.id });
              await tx`DELETE FROM note WHERE n < 0`;
              if (round % 3 === 0) throw new Error('rolled back');
            })
            .catch((error) => expect(error.message).toBe('rolled back')),
        ),
      ),
    );
    const [row] = await pool(engine.socketPath)`SELECT count(*)::int AS n FROM note WHERE who ~ '^[0-5]-'`;
    expect(row?.n).toBe(6 * 10);
  });

  it('are rolled back after an error and release the engine', async () => {
    const sql = pool(engine.socketPath);
    const failing = sql.begin(async (tx) => {
      await tx`INSERT INTO note VALUES ('failed', 1)`;
      await tx`SELECT 1 / 0`;
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await notes('failed')).toBe(0);
  });

  it('support savepoints', async () => {
    await pool(engine.socketPath).begin(async (tx) => {
      await tx`INSERT INTO note VALUES ('kept', 1)`;
      await tx.savepoint((inner) => inner`SELECT 1 / 0`).catch(() => {});
    });
    expect(await notes('kept')).toBe(1);
  });

  it.each([
    ['in a transaction', [query("BEGIN; INSERT INTO note VALUES ('dead', 1)")]],
    ['in a failed transaction', [query('BEGIN; SELECT 1 / 0')]],
    ['between Flush and Sync', [query("BEGIN; INSERT INTO note VALUES ('dead', 1)"), parse('', 'SELECT 1'), flush]],
    ['after an error before Sync', [parse('', 'SELEC'), flush]],
    ['in the middle of a message', [query('BEGIN'), query('SELECT 1').subarray(0, 7)]],
  ])('are rolled back when the client dies %s', async (_where, messages) => {
    const client = await connected();
    client.send(...messages);
    await until(() => client.received.length > 0);
    await client.kill();
    expect(await notes('dead')).toBe(0);
  });

  it('commit if the client terminates without waiting', async () => {
    const client = await connected();
    client.send(query("INSERT INTO note VALUES ('in haste', 1)"), message('X'));
    await until(() => client.closed);
    expect(await notes('in haste')).toBe(1);
  });
});

describe('idle transactions', () => {
  // A separate engine: the short limit would abort transactions of other tests on a busy machine.
  const idleTransactionMs = 700;
  let strict: Embedded;
  beforeAll(async () => {
    strict = await openEmbedded(await dataDirectory(), { idleTransactionMs });
    await pool(strict.socketPath)`CREATE TABLE note (who text, n int)`;
  });
  afterAll(() => strict.close());

  it.each([
    ['a transaction', query("BEGIN; INSERT INTO note VALUES ('idle', 1)")],
    ['a batch without Sync', Buffer.concat([parse('', 'SELECT 1'), flush])],
  ])('such as %s end with 25P03 after the limit, and the next client is served', async (_what, bytes) => {
    const client = await RawClient.connected(strict.socketPath);
    const began = performance.now();
    client.send(bytes);
    await until(() => client.received.length > 0);
    const [row] = await pool(strict.socketPath)`SELECT count(*)::int AS n FROM note`;
    expect(row?.n).toBe(0);
    expect(performance.now() - began).toBeGreaterThanOrEqual(idleTransactionMs - 1);
    await until(() => client.closed);
    expect(errors(client.received)).toEqual(['25P03']);
  });

  it('last as long as the transaction allows, and only this transaction', async () => {
    const client = await RawClient.connected(strict.socketPath);
    await client.ask(
      query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1h'; INSERT INTO note VALUES ('patient', 1)"),
    );
    await sleep(1.5 * idleTransactionMs);
    expect(types(await client.ask(query('ROLLBACK')))).toBe('CZ');
    client.send(query('BEGIN'));
    await until(() => client.closed);
    expect(errors(client.received)).toEqual(['25P03']);
  });

  it('do not include long transactions with activity', async () => {
    const sql = pool(strict.socketPath);
    const began = performance.now();
    await sql.begin(async (tx) => {
      while (performance.now() - began < 1.5 * idleTransactionMs) await tx`SELECT pg_sleep(0.02)`;
    });
  });
});

describe('session state', () => {
  it('is separate for prepared statements of the same name', async () => {
    const [first, second] = [await connected(), await connected()];
    expect(types(await first.ask(parse('s', 'SELECT 1'), sync))).toBe('1Z');
    expect(types(await second.ask(parse('s', 'SELECT 2'), sync))).toBe('1Z');
    expect(rows(await first.ask(bind('s'), execute, sync))).toEqual(['1']);
    expect(rows(await second.ask(message('D', 'Ss'), bind('s'), execute, sync))).toEqual(['2']);
    await first.ask(message('C', 'Ss'), sync);
    expect(errors(await first.ask(bind('s'), execute, sync))).toEqual(['26000']);
    expect(rows(await second.ask(bind('s'), execute, sync))).toEqual(['2']);
    expect(errors(await second.ask(parse('s', 'SELECT 3'), sync))).toEqual(['42P05']);
  });

  it('is separate for unnamed statements', async () => {
    const [first, second] = [await connected(), await connected()];
    await first.ask(parse('', 'SELECT 1'), sync);
    await second.ask(parse('', 'SELECT 2'), sync);
    expect(rows(await first.ask(bind(''), execute, sync))).toEqual(['1']);
    expect(rows(await second.ask(message('D', 'S'), bind(''), execute, sync))).toEqual(['2']);
  });

  it('survives DISCARD ALL of another client', async () => {
    const [first, second] = [await connected(), await connected()];
    await first.ask(parse('s', 'SELECT 1'), sync);
    await second.ask(parse('s', 'SELECT 2'), sync);
    await second.ask(query('DISCARD ALL'));
    expect(rows(await first.ask(bind('s'), execute, sync))).toEqual(['1']);
    expect(errors(await second.ask(bind('s'), execute, sync))).toEqual(['26000']);
  });

  it('is dropped when the client disconnects', async () => {
    const [client, watcher] = [await connected(), await connected()];
    const left = query("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%gone soon%'");
    await client.ask(parse('s', "SELECT 'gone soon'"), sync);
    client.kill();
    await until(async () => rows(await watcher.ask(left))[0] === '0');
  });

  it.each([
    ['by SET', query("SET TimeZone = 'Asia/Tokyo'"), 'Asia/Tokyo'],
    ['by SET behind a comment', query("/* a */ -- b\n SET TimeZone = 'Asia/Tokyo'"), 'Asia/Tokyo'],
    ['in a committed transaction', query("BEGIN; SET TimeZone = 'Asia/Tokyo'; COMMIT"), 'Asia/Tokyo'],
    ['in a rolled-back transaction', query("BEGIN; SET TimeZone = 'Asia/Tokyo'; ROLLBACK"), 'UTC'],
    ['by SET LOCAL', query("BEGIN; SET LOCAL TimeZone = 'Asia/Tokyo'; COMMIT"), 'UTC'],
    ['by set_config', query("SELECT set_config('TimeZone', 'Asia/Tokyo', false)"), 'Asia/Tokyo'],
    ['by SET and RESET', query("SET TimeZone = 'Asia/Tokyo'; RESET ALL"), 'UTC'],
  ])('is separate for settings made %s', async (_how, change, expected) => {
    const [client, other] = [await connected(), await connected()];
    const show = query('SHOW TimeZone');
    await client.ask(change);
    expect(rows(await other.ask(show))).toEqual(['UTC']);
    expect(rows(await client.ask(show))).toEqual([expected]);
    expect(rows(await other.ask(show))).toEqual(['UTC']);
  });

  it('is separate for settings made by a prepared statement, on each run', async () => {
    const [client, other] = [await connected(), await connected()];
    await client.ask(parse('s', 'SET search_path = pg_catalog'), sync);
    for (let round = 0; round < 2; round += 1) {
      await client.ask(bind('s'), execute, sync);
      expect(rows(await other.ask(query('SHOW search_path')))).toEqual(['public']);
      expect(rows(await client.ask(query('SHOW search_path')))).toEqual(['pg_catalog']);
      await client.ask(query('RESET ALL'));
    }
  });

  it('is separate for settings made at connect', async () => {
    const client = await connected({
      search_path: '"odd, name", public',
      options: "-c TimeZone=Asia/Tokyo -c a.b=it's",
    });
    const other = await connected();
    const show = query(
      "SELECT concat_ws('; ', current_setting('search_path'), current_setting('TimeZone'), current_setting('a.b', true))",
    );
    expect(rows(await client.ask(show))).toEqual(['"odd, name", public; Asia/Tokyo; it\'s']);
    expect(rows(await other.ask(show))).toEqual(['public; UTC; ']);
  });

  it('rejects a connection with invalid settings', async () => {
    const client = await connected({ TimeZone: 'Nowhere/Land' });
    expect([client.closed, errors(client.received)]).toEqual([true, ['22023']]);
  });
});

describe('notifications', () => {
  it('reach every listening client, idle or not, and no other', async () => {
    const [first, second, stranger] = [await connected(), await connected(), await connected()];
    await first.ask(query('LISTEN "My channel"'));
    await second.ask(query('BEGIN; LISTEN "My channel"; LISTEN other; COMMIT'));
    await stranger.ask(query(`NOTIFY "My channel", 'hello'`));
    for (const client of [first, second]) {
      await until(() => client.received.length > 0);
      const [heard] = client.received.splice(0);
      expect([text(heard?.bytes ?? Buffer.alloc(0), 9), heard?.type]).toEqual(['My channel', 'A']);
    }
    expect(types(await stranger.ask(query('SELECT 1')))).toBe('TDCZ');
  });

  it('stop after UNLISTEN or disconnect of that client only', async () => {
    const [first, second, sender] = [await connected(), await connected(), await connected()];
    for (const client of [first, second]) await client.ask(query('LISTEN news; LISTEN gossip'));
    await first.ask(query('UNLISTEN *'));
    await sender.ask(query("SELECT pg_notify('gossip', '1')"));
    await until(() => second.received.length > 0);
    expect(types(await first.ask(query('SELECT 1')))).toBe('TDCZ');
    second.kill();
    await until(async () => rows(await sender.ask(query('SELECT pg_listening_channels()'))).length === 0);
  });

  it('carry the process id of the sending connection', async () => {
    const [listener, sender] = [await connected(), await connected()];
    await listener.ask(query('LISTEN news'));
    await listener.ask(query('NOTIFY news'));
    await sender.ask(query('NOTIFY news'));
    await until(() => listener.received.length === 2);
    const [own, foreign] = listener.received.map(({ bytes }) => bytes.readInt32BE(5));
    expect(own).not.toBe(foreign);
  });

  it('work through postgres.js', async () => {
    const [sql, other] = [pool(engine.socketPath), pool(engine.socketPath)];
    const heard: string[] = [];
    await sql.listen('chapter', (payload) => heard.push(payload));
    await other.begin(async (tx) => {
      await tx`SELECT pg_notify('chapter', 'one')`;
      await tx`SELECT pg_notify('chapter', 'two')`;
    });
    await until(() => heard.length === 2);
    expect(heard).toEqual(['one', 'two']);
  });
});
