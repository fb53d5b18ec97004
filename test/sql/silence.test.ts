import { afterEach, describe, expect, inject, it } from 'vitest';
import { toServiceError } from '../../src/graphql/service-error.ts';
import { connect, type Database, isDatabaseAway } from '../../src/sql/connect.ts';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts';
import { proof } from '../support/proofs.ts';

const { url } = inject('database');
/** These tests exceed the 5 s after which a connection is suspect. */
const isLong = proof(false, true);

let cuts: CuttingProxy | undefined;
let database: Database | undefined;
afterEach(async () => {
  await database?.close();
  await cuts?.close();
  cuts = database = undefined;
});

async function throughProxy(): Promise<{ cuts: CuttingProxy; database: Database }> {
  cuts = await startCuttingProxy(inject('database'));
  const { target } = cuts;
  database = connect({ url: target.url, directUrl: target.url, socketPath: target.socketPath, prepare: true });
  return { cuts, database };
}

describe.skipIf(!isLong)('a statement that takes more than 5 s', () => {
  it.skipIf(!url)('is not treated as a dead connection', async () => {
    const { database } = await throughProxy();
    const [slow] = await database.read`SELECT pg_backend_pid() AS pid, pg_sleep(7.5)`;
    expect(slow?.pid).toBeGreaterThan(0);
  });

  it.skipIf(!url)('is not treated as a dead connection while it waits for a lock', async () => {
    const { database } = await throughProxy();
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holder = database.write.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(71)`;
      held.resolve();
      await released.promise;
    });
    await held.promise;
    setTimeout(() => released.resolve(), 7_500);
    const waiter = database.write.begin((tx) => tx`SELECT 1 AS one, pg_advisory_xact_lock(71)`);
    expect((await waiter)[0]?.one).toBe(1);
    await holder;
  });

  it.skipIf(Boolean(url))('may wait for another transaction on the embedded engine', async () => {
    const { database } = await throughProxy();
    const began = Promise.withResolvers<void>();
    const holder = database.write.begin(async (tx) => {
      await tx`SET LOCAL idle_in_transaction_session_timeout = '20s'`;
      began.resolve();
      await new Promise((resolve) => setTimeout(resolve, 7_500));
    });
    await began.promise;
    expect([...(await database.read`SELECT 2 AS two`)]).toEqual([{ two: 2 }]);
    await holder;
  });
});

describe.skipIf(!isLong)('a transaction whose connection goes silent', () => {
  it.skipIf(!url)('fails and releases its locks', async () => {
    const { cuts, database } = await throughProxy();
    const cut = database.write.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(72)`;
      cuts.blackHole();
      await tx`SELECT 1`;
    });
    await expect(cut).rejects.toSatisfy(isDatabaseAway);
    expect((await database.write.begin((tx) => tx`SELECT 1 AS one, pg_advisory_xact_lock(72)`))[0]?.one).toBe(1);
  });
});

describe("a statement cancelled by the server's timeout", () => {
  it.skipIf(!url)('reports the timeout, not an unreachable database', async () => {
    const { database } = await throughProxy();
    const tooSlow = database.write.begin(async (tx) => {
      await tx`SET LOCAL statement_timeout = 20`;
      await tx`SELECT pg_sleep(10)`;
    });
    const { code, message } = toServiceError(await tooSlow.catch((error: unknown) => error));
    expect(code).toBe('unavailable');
    expect(message).toMatch(/^The statement took longer than 8 s/);
  });
});
