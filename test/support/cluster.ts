import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { freePort } from './node.ts';

const outputOf = promisify(execFile);

/** The mode of `pg_ctl stop`: `fast` ends sessions and writes a checkpoint, `immediate` requires recovery from the log. */
export type StopMode = 'fast' | 'immediate';

/** A PostgreSQL server for one test, which may stop and start it. */
export interface Cluster {
  url: string;
  stop(mode: StopMode): Promise<void>;
  /** Resolves when the server accepts connections. */
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  clear(): Promise<void>;
}

/** The folder of the programs of the newest installed server, if there is one. */
function binaries(): string | undefined {
  const major = (folder: string) => Number(folder.split('/').at(-2));
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))))
    .sort((a, b) => major(a) - major(b))
    .at(-1);
}

/** The server refuses to run as root, so root switches to the user of its package. */
const asServer = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];

/** Creates and starts a server on a free loopback port. Returns the reason if that is impossible. */
export async function newCluster(): Promise<Cluster | string> {
  const folder = binaries();
  if (!folder) return 'no PostgreSQL server is installed in /usr/lib/postgresql';
  const home = await outputOf('env', [...asServer, 'mktemp', '-d', '/tmp/fabula-cluster-XXXXXX']).catch(
    () => undefined,
  );
  if (!home) return 'root cannot run a PostgreSQL server, and there is no user postgres';
  const directory = home.stdout.trim();
  const port = await freePort();
  // The server inherits the streams of pg_ctl, so a pipe to us would never end.
  const run = async (name: string, ...args: string[]) => {
    const child = spawn('env', [...asServer, join(folder, name), ...args], { cwd: directory, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}; its log is in ${directory}/log.`);
  };
  const data = join(directory, 'data');
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory}`;
  const cluster: Cluster = {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    stop: (mode) => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
    start: () => run('pg_ctl', '-D', data, '-l', join(directory, 'log'), '-o', settings, '-w', 'start'),
    async clear() {
      await cluster.stop('immediate').catch(() => {});
      await outputOf('env', [...asServer, 'rm', '-rf', directory]);
    },
  };
  await run('initdb', '-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  await cluster.start();
  return cluster;
}
