import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { tool } from '../support/faces.ts';
import { expectWithin } from '../support/proofs.ts';
import { until } from '../support/stream.ts';
import {
  copyOf,
  expectOneLine,
  freshPath,
  get,
  ownDirectory,
  product,
  run,
  type Server,
  startServer,
} from './support.ts';

ownDirectory();

const shell = promisify(execFile);

/** The database, output and key of the first start, shared by this file. */
let first: { dataDir: string; printed: string; url: string; key: string };

/** The output of a start without ports and sign-in codes. */
const withoutPorts = (printed: string) => printed.replaceAll(/:\d+/g, ':PORT').replace(/sign-in=\S+/, 'sign-in=CODE');

describe('the first start in an empty directory', () => {
  let server: Server;

  beforeAll(async () => {
    const dataDir = freshPath();
    server = await startServer({ DATA_DIR: dataDir });
    first = { dataDir, printed: server.stdout, url: server.url, key: server.key };
  });

  it('prints the URLs, disabled features with reasons, and no warning of plain HTTP on loopback', () => {
    for (const path of ['/', '/graphql', '/v1', '/mcp', '/openapi.json'])
      expect(server.stdout).toContain(`${first.url}${path}\n`);
    expect(server.stdout).toMatch(/^Off: generation\. .*OPENAI_API_KEY/m);
    expect(server.stdout).not.toContain('speaks plain HTTP');
  });

  /** Runs printed lines in the project folder, as a user would. */
  const inShell = async (lines: string) => {
    const env = { ...process.env, DATA_DIR: first.dataDir, FABULA_API_KEY: undefined };
    return (await shell('sh', ['-c', lines], { cwd: product, env })).stdout;
  };

  it('prints working commands that create a key and list books', async () => {
    const [lines = ''] = /export .*\n.*curl .*/.exec(server.stdout) ?? [];
    expect(JSON.parse(await inShell(lines)).data).toHaveLength(1);
  });

  it('prints a working Claude Code command that creates an agent key', async () => {
    const line = /claude mcp add --transport http fabula (\S+)\/mcp --header "Authorization: Bearer (\$\(.+\))"/;
    const [, url = '', makesKey = ''] = line.exec(server.stdout) ?? [];
    const key = await inShell(`printf %s "${makesKey}"`);
    expect((await tool(url, key, 'list_books', {})).structuredContent.data).toHaveLength(1);
    expect((await get({ url, key }, '/v1/account')).error.code).toBe('insufficient_scope');
  });

  it('prints a working sign-in link, and no key without a terminal', async () => {
    const [, code] = /sign in +http\S+\/#sign-in=([\w-]{43})\n/.exec(server.stdout) ?? [];
    const headers = { origin: first.url, 'content-type': 'application/json' };
    const answer = await fetch(`${first.url}/session`, { method: 'POST', headers, body: JSON.stringify({ code }) });
    expect([answer.status, Object(await answer.json()).data.account]).toEqual([201, 'author']);
    expect(server.stdout).not.toMatch(/fab_live_/);
    expect(server.stdout).toContain(`key         in ${join(first.dataDir, 'credentials.json')} (mode 0600)\n`);
  });

  it('creates a complete sample book', async () => {
    const [{ id, status, title }] = (await get(server, '/v1/books')).data;
    expect({ status, title }).toEqual({ status: 'ready', title: 'A Cupful of Morning' });
    const { chapters } = (await get(server, `/v1/books/${id}?include=content`)).data;
    expect(chapters.map((chapter: { status: string }) => chapter.status)).toEqual(['complete', 'complete', 'complete']);
    expect((await get(server, `/v1/books/${id}/characters`)).data.length).toBeGreaterThan(2);
  });

  it('stores the key of the author account with mode 0600', async () => {
    const file = join(first.dataDir, 'credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ account: 'author', key: first.key });
    const { name, scopes } = (await get(server, '/v1/account')).data;
    expect({ name, scopes: scopes.length }).toEqual({ name: 'author', scopes: 8 });
  });

  it('stops cleanly on SIGTERM', async () => {
    await server.stop();
    expect(existsSync(join(first.dataDir, '.s.PGSQL.5432'))).toBe(false);
  });
});

describe('a later start', () => {
  it('prints the same, creates nothing, and treats a double Ctrl-C as one', async () => {
    const server = await startServer({ DATA_DIR: first.dataDir });
    expect(withoutPorts(server.stdout)).toBe(withoutPorts(first.printed));
    expect((await get(server, '/v1/books')).data).toHaveLength(1);
    const names = (await get(server, '/v1/account/tokens')).data.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name === 'first key')).toHaveLength(1);
    // Under npm, Ctrl-C sends two signals: from the terminal and from npm.
    server.signal('SIGINT');
    server.signal('SIGINT');
    expect(await server.exited).toBe(0);
  });
});

describe('two concurrent starts in one directory', () => {
  it('share one engine, key and sample book, and one survives the end of the other', async () => {
    const DATA_DIR = freshPath();
    const [one, other] = await Promise.all([startServer({ DATA_DIR }), startServer({ DATA_DIR })]);
    expect(one.key).toBe(other.key);
    expect((await get(one, '/v1/books')).data).toHaveLength(1);
    await one.stop();
    await until(async () => (await get(other, '/v1/books')).status === 200);
    await other.stop();
  });
});

describe('the listen address', () => {
  it('is checked for a port in use before the database is opened', async () => {
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

  it('is reported as HOST if it is not local', async () => {
    // 192.0.2.0/24 is reserved for documentation.
    const outcome = await run(['start'], { DATA_DIR: freshPath(), HOST: '192.0.2.1' });
    expect(expectOneLine(outcome, 2)).toContain('HOST: cannot listen on 192.0.2.1');
  });

  it('is printed besides PUBLIC_URL, with brackets for IPv6', async () => {
    const env = {
      DATA_DIR: copyOf(first.dataDir, 'credentials.json'),
      HOST: '[::1]',
      PUBLIC_URL: 'https://fabula.example/books/',
    };
    const server = await startServer(env);
    expect(server.stdout).toContain('curl -s https://fabula.example/books/v1/books -H');
    expect(server.stdout).toContain('https://fabula.example/books/#sign-in=');
    const [, url = ''] = await server.printed(/listens on +(http:\/\/\[::1\]:\d+)\n/);
    expect((await get({ url, key: server.key }, '/v1/books')).status).toBe(200);
    await server.stop();
  });
});

describe('an unusable database', () => {
  const secret = 'hush-hush';

  it('is reported as DATA_DIR in one line', async () => {
    const file = freshPath();
    writeFileSync(file, '');
    expect(expectOneLine(await run(['start'], { DATA_DIR: join(file, 'data'), PORT: '0' }), 2)).toContain('DATA_DIR: ');
    rmSync(file);
  });

  it('is reported as DATABASE_URL without its password if the connection is refused', async () => {
    const line = expectOneLine(
      await run(['start'], { PORT: '0', DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/x` }),
      2,
    );
    expect(line).toContain('DATABASE_URL: no PostgreSQL can be reached at postgres://u@127.0.0.1:1/x (ECONNREFUSED).');
    expect(line).not.toContain(secret);
  });

  it('is reported as DATABASE_URL within seconds if the server is silent', async () => {
    let asked = Number.POSITIVE_INFINITY;
    const silent = net.createServer(() => {
      asked = Math.min(asked, performance.now());
    });
    silent.listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const env = { PORT: '0', DATABASE_URL: `postgres://u:${secret}@127.0.0.1:${port}/x` };
    expect(expectOneLine(await run(['start'], env), 2)).toContain('(CONNECT_TIMEOUT)');
    expectWithin(15_000, asked);
    silent.close();
  });
});

describe('signals', () => {
  it('a later second signal ends the process at once', async () => {
    const server = await startServer({ DATA_DIR: copyOf(first.dataDir, 'credentials.json') });
    // An unfinished request delays the stop; the server confirms that it waits for the body.
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
