import type { Config } from '../config.ts';
import { credentialsIn, firstAccount, keepCredentials, readCredentials } from '../credentials.ts';
import type { OpenDatabase } from '../database.ts';
import { allScopes } from '../domain/account/rules.ts';
import { accountByName, callerByHash, ensureAccount, insertToken, tokensOf } from '../domain/account/store.ts';
import { hashOf } from '../http/caller.ts';
import { isLoopback } from '../loopback.ts';
import type { Service } from '../service.ts';
import { poolIn, type Sql } from '../sql/connect.ts';
import { addSampleBook } from './sample.ts';

/** The key to print, or what to say in its place. */
export type FirstKey = { key: string } | { key: undefined; whyNone: string };

export interface FirstStart {
  config: Config;
  database: OpenDatabase;
  service: Service;
  withSample: boolean;
}

/** Any number will do, so long as every process takes the same one. */
const firstStartLock = 7_264_002;

const makeOne = (account: string) => `make one: npm run -s token -- create --account ${account}`;

/**
 * The key of an embedded database, made with its account and sample book where the database is new. All of it is one
 * transaction under a lock: two processes make it once, and one that dies half-way has made nothing.
 */
export async function firstStart({ config, database, service, withSample }: FirstStart): Promise<FirstKey> {
  if (!database.isEmbedded) return { key: undefined, whyNone: makeOne('NAME') };
  const mayKeepKey = isLoopback(config.host);
  if (mayKeepKey) {
    const kept = await keptKey(database.read, config.dataDir);
    if (kept?.isValid) return { key: kept.key };
  }
  return database.write.begin(async (tx): Promise<FirstKey> => {
    await tx`SELECT pg_advisory_xact_lock(${firstStartLock})`;
    const sql = poolIn(tx);
    const isNew = (await accountByName(sql, firstAccount)) === undefined;
    const { id: accountId } = await ensureAccount(sql, firstAccount);
    if (isNew && withSample)
      await addSampleBook({ ...service.services, read: sql, sql }, service.operations, accountId);
    if (!mayKeepKey) return { key: undefined, whyNone: makeOne(firstAccount) };
    const kept = await keptKey(sql, config.dataDir);
    if (kept?.isValid) return { key: kept.key };
    // A file without any token is what a former database left behind; with one, the key was revoked on purpose.
    if (kept && (await tokensOf(sql, accountId)).length > 0)
      return {
        key: undefined,
        whyNone: `the one in ${credentialsIn(config.dataDir)} was revoked; ${makeOne(firstAccount)}`,
      };
    const [, key] = await insertToken(sql, accountId, { name: 'first key', scopes: allScopes });
    // Before the commit, under the lock. When the commit fails, the next start finds a file that no token belongs to.
    await keepCredentials(config.dataDir, key);
    return { key };
  });
}

async function keptKey(sql: Sql, dataDir: string): Promise<{ key: string; isValid: boolean } | undefined> {
  const key = await readCredentials(dataDir);
  if (key === undefined) return undefined;
  const hash = hashOf(key);
  const caller = hash === undefined ? undefined : await callerByHash(sql, Buffer.from(hash, 'base64'));
  return { key, isValid: caller !== undefined };
}
