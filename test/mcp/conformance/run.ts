import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

// The protocol's own conformance suite against a server of its own; what it may not pass is in expected-failures.yml.
const suite = '@modelcontextprotocol/conformance@0.1.16';
const root = resolve(import.meta.dirname, '../../..');
const results = await mkdtemp(join(tmpdir(), 'fabula-conformance-'));
const dataDir = join(results, 'data');

const service = spawn(process.execPath, ['src/fabula.js', 'start', '--no-sample'], {
  cwd: root,
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', EXECUTOR: process.env.EXECUTOR },
  stdio: ['ignore', 'pipe', 'inherit'],
});

async function addressOf(): Promise<URL> {
  for await (const line of createInterface({ input: service.stdout })) {
    const address = /MCP\s+(http:\S+)/.exec(line)?.[1];
    if (address) return new URL(address);
  }
  throw new Error('The service did not start.');
}

/** The suite has no way to send a key. Host and Origin stay as it sends them: it looks at those. */
async function withKey(target: URL, key: string): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const { hostname, port } = target;
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

try {
  const target = await addressOf();
  service.stdout.resume();
  const { key } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
  const proxy = await withKey(target, key);
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  const expected = join(import.meta.dirname, 'expected-failures.yml');
  const run = [
    '--yes',
    suite,
    'server',
    '--url',
    url,
    '--suite',
    'all',
    '--expected-failures',
    expected,
    '-o',
    results,
  ];
  const [code] = await once(spawn('npx', run, { stdio: 'inherit' }), 'exit');
  process.exitCode = code ?? 1;
  proxy.closeAllConnections();
  proxy.close();
} finally {
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  await rm(results, { recursive: true, force: true });
}
