import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { tool } from '../support/faces.ts';
import {
  copyOf,
  expectOneLine,
  freshPath,
  get,
  ownDirectory,
  run,
  type Server,
  startServer,
  until,
} from './support.ts';

ownDirectory();

// Each starts processes of its own, which a busy machine makes wait.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const shell = promisify(execFile);

/** What the first start of the whole file left behind: database, credentials and what it printed. */
let first: { dataDir: string; printed: string; url: string; key: string };

/** What a start prints, whatever its port. */
const withoutPorts = (printed: string) => printed.replaceAll(/:\d+/g, ':PORT');

describe('the first start on a bare directory', () => {
  let server: Server;

  beforeAll(async () => {
    const dataDir = freshPath();
    server = await startServer({ DATA_DIR: dataDir });
    first = { dataDir, printed: server.stdout, url: server.url, key: server.key };
  });

  it('prints the addresses, and what is off and why', () => {
    for (const path of ['/', '/graphql', '/v1', '/mcp', '/openapi.json'])
      expect(server.stdout).toContain(`${first.url}${path}\n`);
    expect(server.stdout).toMatch(/^Off: generation\. .*OPENAI_API_KEY/m);
  });

  it('prints a curl line that works as printed', async () => {
    const [line = ''] = /curl .*/.exec(server.stdout) ?? [];
    const { stdout } = await shell('sh', ['-c', line]);
    expect(JSON.parse(stdout).data).toHaveLength(1);
  });

  it('prints a line for Claude Code whose address and header work', async () => {
    const line = /claude mcp add --transport http fabula (\S+)\/mcp --header "Authorization: Bearer (\S+)"/;
    const [, url = '', key = ''] = line.exec(server.stdout) ?? [];
    expect((await tool(url, key, 'list_books', {})).structuredContent.data).toHaveLength(1);
  });

  it('makes a finished sample book, its chapters complete', async () => {
    const [{ id, status, title }] = (await get(server, '/v1/books')).data;
    expect({ status, title }).toEqual({ status: 'ready', title: 'A Cupful of Morning' });
    const { chapters } = (await get(server, `/v1/books/${id}?include=content`)).data;
    expect(chapters.map((chapter: { status: string }) => chapter.status)).toEqual(['complete', 'complete', 'complete']);
    expect((await get(server, `/v1/books/${id}/characters`)).data.length).toBeGreaterThan(2);
  });

  it('keeps the key of the account author for its owner alone', async () => {
    const file = join(first.dataDir, 'credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ account: 'author', key: first.key });
    const { name, scopes } = (await get(server, '/v1/account')).data;
    expect({ name, scopes: scopes.length }).toEqual({ name: 'author', scopes: 7 });
  });

  it('stops in order when it is asked to', async () => {
    await server.stop();
    expect(existsSync(join(first.dataDir, '.s.PGSQL.5432'))).toBe(false);
  });
});

describe('a later start', () => {
  it('prints the same, makes nothing, and takes a Ctrl-C that comes twice for one', async () => {
    const server = await startServer({ DATA_DIR: first.dataDir });
    expect(withoutPorts(server.stdout)).toBe(withoutPorts(first.printed));
    expect((await get(server, '/v1/books')).data).toHaveLength(1);
    expect((await get(server, '/v1/account/tokens')).data).toHaveLength(1);
    // A Ctrl-C under npm comes twice: from the terminal and from npm.
    server.signal('SIGINT');
    server.signal('SIGINT');
    expect(await server.exited).toBe(0);
  });
});

describe('two starts at the same time on one directory', () => {
  it('share one engine, one key and one sample book, and one goes on when the other ends', async () => {
    const DATA_DIR = freshPath();
    const [one, other] = await Promise.all([startServer({ DATA_DIR }), startServer({ DATA_DIR })]);
    expect(one.key).toBe(other.key);
    expect((await get(one, '/v1/books')).data).toHaveLength(1);
    await one.stop();
    await until(async () => (await get(other, '/v1/books')).status === 200);
    await other.stop();
  });
});

describe('where it listens', () => {
  it('says that a port is taken before it touches the database', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const DATA_DIR = freshPath();
    const { port } = taken.address() as AddressInfo;
    expect(expectOneLine(await run(['start'], { DATA_DIR, PORT: String(port) }), 2)).toContain(
      `PORT: ${port} is taken`,
    );
    expect(existsSync(DATA_DIR)).toBe(false);
    taken.close();
  });

  it('says which HOST is not this machine', async () => {
    // 192.0.2.0/24 is for documentation: no machine has it.
    const outcome = await run(['start'], { DATA_DIR: freshPath(), HOST: '192.0.2.1' });
    expect(expectOneLine(outcome, 2)).toContain('HOST: cannot listen on 192.0.2.1');
  });

  it('prints addresses with PUBLIC_URL, and where it listens, an IPv6 address in brackets', async () => {
    const env = { DATA_DIR: copyOf(first.dataDir), HOST: '[::1]', PUBLIC_URL: 'https://fabula.example/books/' };
    const server = await startServer(env);
    expect(server.stdout).toContain('curl -s https://fabula.example/books/v1/books -H');
    const [, url = ''] = await server.printed(/listens on +(http:\/\/\[::1\]:\d+)\n/);
    expect((await get({ url, key: server.key }, '/v1/books')).status).toBe(200);
    await server.stop();
  });
});

describe('a database that cannot be used', () => {
  const secret = 'hush-hush';

  it('names DATA_DIR in one line', async () => {
    const file = freshPath();
    writeFileSync(file, '');
    expect(expectOneLine(await run(['start'], { DATA_DIR: join(file, 'data'), PORT: '0' }), 2)).toContain('DATA_DIR: ');
    rmSync(file);
  });

  it('names DATABASE_URL where nobody listens, without its password', async () => {
    const line = expectOneLine(
      await run(['start'], { PORT: '0', DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/x` }),
      2,
    );
    expect(line).toBe('fabula: DATABASE_URL: no PostgreSQL can be reached at 127.0.0.1:1 (ECONNREFUSED).');
  });

  it('names DATABASE_URL within seconds where nobody answers', async () => {
    let asked = Number.POSITIVE_INFINITY;
    const silent = net.createServer(() => {
      asked = Math.min(asked, performance.now());
    });
    silent.listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const env = { PORT: '0', DATABASE_URL: `postgres://u:${secret}@127.0.0.1:${port}/x` };
    expect(expectOneLine(await run(['start'], env), 2)).toContain('(CONNECT_TIMEOUT)');
    expect(performance.now() - asked).toBeLessThan(9_000);
    silent.close();
  });
});

describe('signals', () => {
  it('ends at once on another signal later', async () => {
    const server = await startServer({ DATA_DIR: copyOf(first.dataDir) });
    // A request that never ends holds the stop back; the server says that it waits for the body.
    const { hostname, port } = new URL(server.url);
    const slow = net.connect(Number(port), hostname);
    slow.on('error', () => {});
    const head = `Host: localhost\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json`;
    slow.write(`POST /v1/books HTTP/1.1\r\n${head}\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`);
    expect(String(await once(slow, 'data'))).toMatch(/^HTTP\/1\.1 100 /);
    while (server.process.exitCode === null) {
      server.signal('SIGINT');
      await pause(100);
    }
    expect(await server.exited).toBe(130);
  });
});
