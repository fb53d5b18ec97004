import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { openEmbedded } from '../src/sql/embedded/embedded.ts';
import { type Contestant, embedded, ourSettings } from './contestants.ts';
import { fill, type Keys } from './data.ts';
import { newBareCopy, newDatabase } from './database.ts';
import type { Done, Load } from './load.ts';
import { type Server, start, stop } from './process.ts';
import type { Rows } from './rows.ts';

/** A running contestant and its database. */
export interface Participant extends Contestant {
  server: Server;
  keys: Keys;
  database: postgres.Sql;
}

/** Servers, databases and load generator of a run. Disposing the stack stops and removes all of them. */
export interface Environment {
  /** Version of the PostgreSQL server. */
  version: string;
  participants: Participant[];
  generate(load: Load): Promise<Done>;
}

export interface EnvironmentOptions {
  rows: Rows;
  contestants: readonly Contestant[];
  /** Node arguments for Fabula's process. */
  nodeArgs: string[];
}

export async function openEnvironment(
  { rows, contestants, nodeArgs }: EnvironmentOptions,
  stack: AsyncDisposableStack,
): Promise<Environment> {
  const url = await newDatabase(stack);
  const keys = await fill({ url, socketPath: undefined }, rows);
  const bareUrl = await newBareCopy(url, stack);
  const [database, bare] = [pool({ url }, stack), pool({ url: bareUrl }, stack)];
  const participants: Participant[] = [];
  for (const contestant of contestants) {
    if (contestant === embedded) {
      participants.push(await embeddedParticipant(rows, stack));
      continue;
    }
    const args = contestant.role === 'us' ? [...nodeArgs, ...contestant.args] : contestant.args;
    const isFloor = contestant.role === 'floor';
    const env = { DATABASE_URL: isFloor ? bareUrl : url, ...(contestant.role === 'us' ? ourSettings : {}) };
    const server = await start(args, env, stack);
    participants.push({ ...contestant, keys, database: isFloor ? bare : database, server });
  }
  const [{ version } = { version: '' }] = await database<{ version: string }[]>`
    SELECT split_part(version(), ' (', 1) AS version`;
  return { version, participants, generate: startGenerator(stack) };
}

/** Fills the embedded database, starts the service on it, and then connects to the engine in the service. */
async function embeddedParticipant(rows: Rows, stack: AsyncDisposableStack): Promise<Participant> {
  const directory = await mkdtemp(join(tmpdir(), 'fabula-bench-data-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const engine = await openEmbedded(directory);
  const keys = await fill({ url: undefined, socketPath: engine.socketPath }, rows);
  await engine.close();
  const server = await start(embedded.args, { DATA_DIR: directory, ...ourSettings }, stack);
  const { socketPath } = await openEmbedded(directory);
  return { ...embedded, keys, server, database: pool({ path: socketPath }, stack) };
}

function pool({ url, path }: { url?: string; path?: string }, stack: AsyncDisposableStack): postgres.Sql {
  const options = { max: 1, onnotice: () => {} };
  const sql = url ? postgres(url, options) : postgres({ ...options, path: path ?? '', user: 'postgres' });
  stack.defer(() => sql.end({ timeout: 1 }));
  return sql;
}

function startGenerator(stack: AsyncDisposableStack): Environment['generate'] {
  const generator = fork(new URL('./load.ts', import.meta.url));
  stack.defer(() => stop(generator));
  return (load) =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('The load generator exited.'));
      generator.once('exit', onExit);
      generator.once('message', (done) => {
        generator.off('exit', onExit);
        resolve(done as Done);
      });
      generator.send(load, (error) => error && reject(error));
    });
}
