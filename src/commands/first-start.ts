import type { Config } from '../config.ts';
import { credentialsIn, firstAccount, keepCredentials, readCredentials } from '../credentials/credentials.ts';
import { makeKeyAsOwner } from '../domain/story/account/keys.ts';
import { allScopes } from '../domain/story/account/rules.ts';
import { callerByHash } from '../domain/story/account/secret-store.ts';
import { accountByName, ensureAccount, tokensOf } from '../domain/story/account/store.ts';
import { hashOf } from '../http/caller.ts';
import type { Service } from '../service.ts';
import { poolIn, type Sql } from '../sql/connect.ts';
import { allowLoading } from '../sql/start-limit.ts';
import type { OpenDatabase } from './database.ts';
import { isLoopback } from './loopback.ts';
import { addSampleBook } from './sample.ts';

/** The first key and whether this start created it, or why there is none. */
export type FirstKey = { key: string; isNew: boolean } | { key: undefined; whyNone: string };

interface FirstStart {
  config: Config;
  database: OpenDatabase;
  service: Service;
  withSample: boolean;
}

/** An arbitrary number, the same in every process. */
const firstStartLock = 7_264_002;

const makeOne = (account: string) => `make one: npm run -s token -- create --account ${account}`;

/**
 * The key of an embedded database, created with its account and sample book if the database is new. All of it is one
 * transaction under a lock: concurrent processes create it once, and a crash leaves nothing.
 */
export async function firstStart({ config, database, service, withSample }: FirstStart): Promise<FirstKey> {
  if (!database.isEmbedded) return { key: undefined, whyNone: makeOne('NAME') };
  const mayKeepKey = isLoopback(config.host);
  if (mayKeepKey) {
    const kept = await keptKey(database.read, config.dataDir);
    if (kept?.isValid) return { key: kept.key, isNew: false };
  }
  return database.write.begin(async (tx): Promise<FirstKey> => {
    await allowLoading(tx);
    await tx`SELECT pg_advisory_xact_lock(${firstStartLock})`;
    const sql = poolIn(tx);
    const isNew = (await accountByName(sql, firstAccount)) === undefined;
    const { id: accountId } = await ensureAccount(sql, firstAccount);
    if (isNew && withSample)
      await addSampleBook({ ...service.services, read: sql, sql }, service.operations, accountId);
    if (!mayKeepKey) return { key: undefined, whyNone: makeOne(firstAccount) };
    const kept = await keptKey(sql, config.dataDir);
    if (kept?.isValid) return { key: kept.key, isNew: false };
    // If the account has no token, the file is left from a former database; otherwise the key was revoked on purpose.
    if (kept && (await tokensOf(sql, accountId)).length > 0)
      return {
        key: undefined,
        whyNone: `the one in ${credentialsIn(config.dataDir)} was revoked; ${makeOne(firstAccount)}`,
      };
    const [, key] = await makeKeyAsOwner(sql, accountId, { name: 'first key', scopes: allScopes });
    // Before the commit, under the lock. If the commit fails, the next start finds a file without a matching token.
    await keepCredentials(config.dataDir, key);
    return { key, isNew: true };
  });
}

async function keptKey(sql: Sql, dataDir: string): Promise<{ key: string; isValid: boolean } | undefined> {
  const key = await readCredentials(dataDir);
  if (key === undefined) return undefined;
  const hash = hashOf(key);
  const caller = hash === undefined ? undefined : await callerByHash(sql, Buffer.from(hash, 'base64'));
  return { key, isValid: caller !== undefined };
}
