import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { openEmbedded } from '../src/sql/embedded.ts';
import { type Contestant, embedded, ourSettings } from './contestants.ts';
import { fill, type Keys } from './data.ts';
import { newDatabase } from './database.ts';
import type { Done, Load } from './load.ts';
import { type Server, start, stop } from './process.ts';
import type { Rows } from './rows.ts';

/** A contestant at work, and the database it works on. */
export interface Player extends Contestant {
  server: Server;
  keys: Keys;
  database: postgres.Sql;
}

/** What a run needs, all of which goes when the stack is disposed of. */
export interface Arena {
  /** Of the PostgreSQL server. */
  version: string;
  players: Player[];
  generate(load: Load): Promise<Done>;
}

export interface Entry {
  rows: Rows;
  contestants: readonly Contestant[];
  /** Arguments of Node for our own process. */
  nodeArgs: string[];
}

export async function openArena({ rows, contestants, nodeArgs }: Entry, stack: AsyncDisposableStack): Promise<Arena> {
  const url = await newDatabase(stack);
  const keys = await fill({ url, socketPath: undefined }, rows);
  const database = pool({ url }, stack);
  const players: Player[] = [];
  for (const contestant of contestants) {
    if (contestant === embedded) {
      players.push(await embeddedPlayer(rows, stack));
      continue;
    }
    const args = contestant.stands === 'us' ? [...nodeArgs, ...contestant.args] : contestant.args;
    const env = { DATABASE_URL: url, ...(contestant.stands === 'us' ? ourSettings : {}) };
    players.push({ ...contestant, keys, database, server: await start(args, env, stack) });
  }
  const [{ version } = { version: '' }] = await database<{ version: string }[]>`
    SELECT split_part(version(), ' (', 1) AS version`;
  return { version, players, generate: startGenerator(stack) };
}

/** The engine is filled here and then handed over: one process runs it, and the other attaches. */
async function embeddedPlayer(rows: Rows, stack: AsyncDisposableStack): Promise<Player> {
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

function startGenerator(stack: AsyncDisposableStack): Arena['generate'] {
  const generator = fork(new URL('./load.ts', import.meta.url));
  stack.defer(() => stop(generator));
  return (load) =>
    new Promise((resolve, reject) => {
      const died = () => reject(new Error('The load generator died; there is nothing to measure without it.'));
      generator.once('exit', died);
      generator.once('message', (done) => {
        generator.off('exit', died);
        resolve(done as Done);
      });
      generator.send(load, (error) => error && reject(error));
    });
}
