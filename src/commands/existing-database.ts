import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { firstAccount } from '../credentials/credentials.ts';
import { type Account, accountByName, defaultAccount } from '../domain/story/account/store.ts';
import { addressOf } from '../sql/address/address.ts';
import type { Sql } from '../sql/connect.ts';
import { UsageError } from './command.ts';
import { type OpenDatabase, openDatabase } from './database.ts';

/** Opens the service's database. Refuses to create an embedded one: its keys and codes would work nowhere. */
export async function openExisting(config: Config, log: Logger): Promise<OpenDatabase> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pg', 'PG_VERSION')))
    throw new UsageError(
      `DATA_DIR: there is no database in ${resolve(config.dataDir)}. Set DATABASE_URL or DATA_DIR as the service has it, or start the service first: npm start`,
    );
  return openDatabase(config, log);
}

/** Names a database without its password. */
export function describeDatabase({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return resolve(dataDir);
  return addressOf(databaseUrl).shown;
}

/** The account with this name. Without a name: the first account of an embedded database, else the only account. */
export async function existingAccount(sql: Sql, name: string | undefined): Promise<Account> {
  const found = name === undefined ? await defaultAccount(sql, firstAccount) : await accountByName(sql, name);
  if (found) return found;
  throw new UsageError(
    name === undefined
      ? '--account: is required, because the database has several accounts or none. To make one: npm run -s token -- create --account NAME'
      : `There is no account ${name}. To make one: npm run -s token -- create --account ${name}`,
  );
}
