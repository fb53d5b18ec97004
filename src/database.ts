import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { connect, type Database, errorCode, isDatabaseAway, type Sql } from './sql/connect.ts';
import { openEmbedded } from './sql/embedded.ts';
import { migrate } from './sql/migrate.ts';

/** The database that the configuration names, migrated, and the engine under it where that is embedded. */
export interface OpenDatabase extends Database {
  isEmbedded: boolean;
}

/** How often a process that only attached looks whether the engine still runs; it takes it over where it does not. */
const watchMs = 500;

const serverVersionMin = 15;

/** Opens and migrates it. A database that cannot be used is a ConfigError that names the variable to look at. */
export function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  return config.databaseUrl ? openServer(config, config.databaseUrl) : openOwn(config, log);
}

async function openServer(config: Config, url: string): Promise<OpenDatabase> {
  const directUrl = config.databaseDirectUrl ?? url;
  const database = connect({ url, directUrl, socketPath: undefined, prepare: config.databasePrepare });
  try {
    await reach('DATABASE_URL', url, database.read);
    if (directUrl === url) await migrate(database.write);
    else await migrateVia(directUrl);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { ...database, isEmbedded: false };
}

/** Migrations go past a pooler, which may not keep a session's locks. */
async function migrateVia(url: string): Promise<void> {
  const direct = connect({ url, directUrl: url, socketPath: undefined, prepare: true });
  try {
    await reach('DATABASE_DIRECT_URL', url, direct.read);
    await migrate(direct.write);
  } finally {
    await direct.close();
  }
}

async function reach(variable: string, url: string, sql: Sql): Promise<void> {
  const version = await sql<
    { major: number }[]
  >`SELECT current_setting('server_version_num')::int / 10000 AS major`.catch((error: unknown) => {
    throw new ConfigError(`${variable}: ${unreachable(url, error)}`);
  });
  const major = version[0]?.major ?? 0;
  if (major < serverVersionMin)
    throw new ConfigError(`${variable}: PostgreSQL ${serverVersionMin} or newer is needed; that is ${major}.`);
}

/** Never with the user's password, nor with the server's own words, which may repeat it. */
function unreachable(url: string, error: unknown): string {
  const { host, pathname } = new URL(url);
  const code = errorCode(error);
  if (code.startsWith('28')) return `the server at ${host} refuses this user or password (${code}).`;
  if (code === '3D000') return `the server at ${host} has no database ${pathname.slice(1)}.`;
  if (code === '53300') return `the server at ${host} takes no more connections.`;
  if (isDatabaseAway(error) || code) return `no PostgreSQL can be reached at ${host || 'that address'} (${code}).`;
  return `no PostgreSQL can be reached at ${host || 'that address'}.`;
}

async function openOwn(config: Config, log: Logger): Promise<OpenDatabase> {
  let engine = await openEmbedded(config.dataDir).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`DATA_DIR: ${config.dataDir} cannot be used: ${why}`);
  });
  const database = connect({ url: undefined, socketPath: engine.socketPath, prepare: config.databasePrepare });
  let taking: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (engine.attached) taking ??= takeOver();
  }, watchMs).unref();

  async function takeOver(): Promise<void> {
    try {
      engine = await openEmbedded(config.dataDir);
    } catch (error) {
      log.warn({ err: error }, 'the engine could not be taken over');
    } finally {
      taking = undefined;
    }
  }

  async function close(): Promise<void> {
    clearInterval(watch);
    await taking;
    await database.close();
    await engine.close();
  }

  try {
    await migrate(database.write).catch(async (error: unknown) => {
      if (!engine.attached || !isDatabaseAway(error)) throw error;
      // The process that ran the engine was just ending.
      taking ??= takeOver();
      await taking;
      await migrate(database.write);
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { ...database, isEmbedded: true, close };
}
