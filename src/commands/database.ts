import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.ts';
import { addressOf } from '../sql/address/address.ts';
import { connect, type Database, errorCode, isDatabaseAway } from '../sql/connect.ts';
import { diskFault, diskTrouble } from '../sql/disk.ts';
import { DiskWatch } from '../sql/disk-watch.ts';
import { openEmbedded } from '../sql/embedded/embedded.ts';
import { NewerSchema } from '../sql/migrate.ts';
import { probeServer, type Server } from '../sql/probe.ts';
import type { SessionKind } from '../sql/session.ts';
import { isStartFault, serverFault, startFault } from '../sql/start-fault.ts';
import { migrate } from './migrate-records.ts';

/** The configured database after migration, with its embedded engine if there is one. */
export interface OpenDatabase extends Database {
  isEmbedded: boolean;
  /** Whether this process runs the embedded engine, and none did when it started. */
  isAlone: boolean;
}

/** Interval, milliseconds, at which an attached process checks the engine. If it has ended, the process takes over. */
const watchMs = 500;

const isStarting = (error: unknown) => ['57P03', 'CONNECT_TIMEOUT'].includes(errorCode(error));
/** Milliseconds in which such a server is asked again, and the delay before each attempt. */
const startingMsMax = 10_000;
const askAgainMs = 250;

/** Opens and migrates the database. Throws a ConfigError that names the variable to check. */
export function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  return config.databaseUrl ? openServer(config, config.databaseUrl, log) : openOwn(config, log);
}

async function openServer(config: Config, url: string, log: Logger): Promise<OpenDatabase> {
  const server = await reach('DATABASE_URL', url);
  const directUrl = config.databaseDirectUrl ?? url;
  const direct = directUrl === url ? server : await reach('DATABASE_DIRECT_URL', directUrl);
  const ignored = [...new Set([url, directUrl].flatMap((one) => addressOf(one).ignored))];
  if (ignored.length > 0) log.info({ ignored }, 'parameters of the address of the database that have no effect here');
  if (server.session === 'pooled') log.info({ settings: server.missing }, pooledNote(directUrl !== url));
  const database = connect({
    url,
    session: server.session,
    directUrl,
    directSession: direct.session,
    socketPath: undefined,
    prepare: config.databasePrepare ?? server.session === 'startup',
  });
  try {
    if (directUrl === url) await migrate(database.write);
    else await migrateVia(directUrl, direct.session);
  } catch (error) {
    await database.close();
    const isNewer = error instanceof NewerSchema;
    if (!isNewer && !isStartFault(error)) throw error;
    const why = isNewer ? error.message : startFault(directUrl, error);
    throw new ConfigError(`${directUrl === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'}: ${why}`);
  }
  return { ...database, isEmbedded: false, isAlone: false };
}

const pooledNote = (hasDirect: boolean) =>
  `DATABASE_URL is a pooler that does not keep all settings of a connection: statements and transactions set them, and named statements are off unless DATABASE_PREPARE is on.${hasDirect ? '' : ' Without DATABASE_DIRECT_URL, changes by other nodes are found by polling.'}`;

/** Migrations bypass a pooler, because a pooler may drop session locks. */
async function migrateVia(url: string, session: SessionKind): Promise<void> {
  const direct = connect({ url, session, directUrl: url, socketPath: undefined, prepare: true });
  try {
    await migrate(direct.write);
  } finally {
    await direct.close();
  }
}

async function reach(variable: string, url: string): Promise<Server> {
  const server = await answerOf(url).catch((error: unknown) => {
    throw new ConfigError(`${variable}: ${startFault(url, error)}`);
  });
  const fault = serverFault(url, server);
  if (fault) throw new ConfigError(`${variable}: ${fault}`);
  return server;
}

/** Asks again while the server starts, recovers, or is too busy to answer. */
async function answerOf(url: string): Promise<Server> {
  for (const began = performance.now(); ; await sleep(askAgainMs)) {
    try {
      return await probeServer(url);
    } catch (error) {
      if (!isStarting(error) || performance.now() - began > startingMsMax) throw error;
    }
  }
}

async function openOwn(config: Config, log: Logger): Promise<OpenDatabase> {
  let engine = await openEmbedded(config.dataDir).catch((error: unknown) => cannotBeUsed(config, error));
  const isAlone = !engine.attached;
  const disk = new DiskWatch(() => engine, log);
  const database = connect({
    url: undefined,
    socketPath: engine.socketPath,
    prepare: config.databasePrepare ?? true,
    refuseWrites: () => disk.refusal(),
  });
  let taking: Promise<void> | undefined;
  let fault = '';
  const watch = setInterval(() => {
    if (engine.attached) taking ??= takeOver();
  }, watchMs).unref();

  async function takeOver(): Promise<void> {
    try {
      engine = await openEmbedded(config.dataDir, { mayCreate: false });
      fault = '';
    } catch (error) {
      // Once for each fault: it is tried twice a second.
      if (String(error) !== fault) log.warn({ err: error }, 'the engine could not be taken over');
      fault = String(error);
    } finally {
      taking = undefined;
    }
  }

  async function close(): Promise<void> {
    clearInterval(watch);
    disk.close();
    await taking;
    await database.close();
    await engine.close();
  }

  try {
    await migrate(database.write).catch(async (error: unknown) => {
      if (!engine.attached || !isDatabaseAway(error)) throw error;
      // The process that ran the engine was about to exit.
      taking ??= takeOver();
      await taking;
      await migrate(database.write);
    });
  } catch (error) {
    await close();
    if (error instanceof NewerSchema) throw new ConfigError(`DATA_DIR: ${error.message}`);
    if (diskFault(error)) return cannotBeUsed(config, error);
    throw error;
  }
  return { ...database, isEmbedded: true, isAlone, diskTrouble: () => engine.trouble(), close };
}

/** Names the disk if it is the cause. */
async function cannotBeUsed({ dataDir }: Config, error: unknown): Promise<never> {
  const why = diskFault(error) ?? (error instanceof Error ? error.message : String(error));
  const trouble = await diskTrouble(dataDir);
  throw new ConfigError(trouble ? `DATA_DIR: ${trouble}` : `DATA_DIR: ${dataDir} cannot be used: ${why}`);
}
