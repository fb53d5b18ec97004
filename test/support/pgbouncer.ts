import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { viaPort } from './faulty-proxy.ts';
import { freePort } from './free-port.ts';

/** PgBouncer does not run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

/** Whether the tests of PgBouncer must be skipped. In CI it is there, or they fail. */
export const lacksPgbouncer = (): boolean =>
  !process.env.CI && spawnSync('pgbouncer', ['--version']).error !== undefined;

export interface Pooler {
  /** The address of a database through the pooler. */
  url(target: string): string;
  stop(): Promise<void>;
}

/** Starts the real PgBouncer in front of a server, as it is installed, in transaction mode. */
export async function startPgbouncer(server: string): Promise<Pooler> {
  const { hostname, port: serverPort, username } = new URL(server);
  const folder = await mkdtemp(join(tmpdir(), 'fabula-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(
    config,
    `[databases]
* = host=${hostname} port=${serverPort || 5432} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`,
  );
  const pooler = spawn('pgbouncer', [config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 ? nobody : {}),
  });
  const said = text(pooler.stderr);
  const ended = once(pooler, 'exit');
  await Promise.race([
    listens(port),
    ended.then(async () => Promise.reject(new Error(`pgbouncer ended: ${await said}`))),
  ]);
  return {
    url: (target) => viaPort(target, port),
    async stop() {
      pooler.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(20);
  }
}
