import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { makeKeyAsOwner } from '../../src/domain/story/account/keys.ts';
import { allScopes } from '../../src/domain/story/account/rules.ts';
import { ensureAccount } from '../../src/domain/story/account/store.ts';
import { connect, type Database } from '../../src/sql/connect.ts';
import { engineLocation } from '../../src/sql/embedded/place.ts';
import { makeDataDirectory } from './data-directory.ts';
import { makeScratch } from './scratch.ts';
import { createDatabase, dropDatabase } from './server-databases.ts';

const main = fileURLToPath(new URL('../../src/fabula.js', import.meta.url));

/** A process of the service, started as users start it. */
export interface Node {
  readonly url: string;
  readonly process: ChildProcess;
  /** Output and log so far. */
  output(): string;
  /** Sends a signal and waits for the exit. Returns the exit code, or null if the signal killed the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Nodes that share a database: an embedded one, or a new one on a server. */
export interface NodeGroup {
  isEmbedded: boolean;
  /** Starts a node on a free port. Give a port to start it there again, and a program for another version. */
  start(env: Record<string, string>, port?: number, program?: string): Promise<Node>;
  newKey(): Promise<string>;
  database(): Database;
  clear(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Uses a database on the given server, else on the server of TEST_DATABASE_URL, else an embedded one, `isEmpty` without tables. */
export async function newNodeGroup(
  serverUrl = process.env.TEST_DATABASE_URL,
  { isEmpty = false } = {},
): Promise<NodeGroup> {
  const dataDir = await makeScratch('fabula-node-');
  if (!serverUrl && !isEmpty) await makeDataDirectory(dataDir);
  const nodes: Node[] = [];
  const name = `fabula_node_${randomUUID().replaceAll('-', '')}`;
  const url = serverUrl && (await createDatabase(serverUrl, name));
  let database: Database | undefined;
  const group: NodeGroup = {
    isEmbedded: !url,
    async start(env, port, program) {
      const node = await startNode(
        { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}), ...env },
        port ?? 0,
        program,
      );
      nodes.push(node);
      return node;
    },
    database() {
      database ??= connect({ url, socketPath: url ? undefined : engineLocation(dataDir, true).socket, prepare: true });
      return database;
    },
    async newKey() {
      const { write } = group.database();
      const { id } = await ensureAccount(write, `account ${randomUUID()}`);
      const [, key] = await makeKeyAsOwner(write, id, { name: 'test', scopes: allScopes });
      return key;
    },
    async clear() {
      await database?.close();
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      if (serverUrl) await dropDatabase(serverUrl, name);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return group;
}

async function startNode(env: Record<string, string>, port: number, program = main): Promise<Node> {
  const { DATABASE_URL: _1, OPENAI_BASE_URL: _2, OPENAI_API_KEY: _3, ...inherited } = process.env;
  const child = spawn(process.execPath, [program, 'start', '--no-sample'], {
    env: {
      ...inherited,
      LIMIT_PROVIDER_PER_MINUTE: '0',
      CHAPTER_RECAPS: 'off',
      STOP_GRACE_SECONDS: '0',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  // `close` comes after the last output, `exit` may come before it.
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      const found = /REST +(http:\/\/\S+)\/v1/.exec(output)?.[1];
      if (found && /Fabula is ready/.test(output)) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void exited.then((code) => reject(new Error(`The node exited with ${code} before it was ready: ${output}`)));
  });
  const url = await ready;
  return {
    url,
    process: child,
    output: () => output,
    end(signal) {
      child.kill(signal);
      if (signal === 'SIGKILL') child.kill('SIGCONT');
      return exited;
    },
  };
}
