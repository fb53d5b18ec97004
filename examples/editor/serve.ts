import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCredentials } from '../../src/credentials.ts';

const help = `npm run editor [-- --port 4100]

Serves the example editor on this machine alone and passes what it asks on to a running Fabula.
  FABULA_URL   where that is (default http://127.0.0.1:4000)
  FABULA_KEY   the key to use; without one, the first key in DATA_DIR (default .data), if Fabula is on this machine;
               else the page asks for one`;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const pageFiles = /^\/(?!serve\.ts|tsconfig)[a-z][a-z.-]*\.(html|css|ts|svg)$/;

/** Nothing from elsewhere, and nobody frames it: this page carries a key. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

export interface EditorOptions {
  /** 0 takes a free one. */
  port: number;
  fabulaUrl: string;
  /** The key to add; undefined where the page has to bring one. Asked for each time: the service may be started later. */
  keyFor(): Promise<string | undefined>;
}

/** The page on 127.0.0.1, and behind /graphql the service. Other sites and other names for this address are turned away. */
export async function serveEditor({ port, fabulaUrl, keyFor }: EditorOptions) {
  const server = createServer((incoming, outgoing) => {
    const host = incoming.headers.host ?? '';
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)) return refuse(outgoing, 403, 'not by this name');
    const [path] = (incoming.url ?? '').split('?');
    if (incoming.method === 'GET' && path !== '/graphql')
      return void sendFile(outgoing, path === '/' ? '/index.html' : path);
    if (incoming.method !== 'POST' || path !== '/graphql') return refuse(outgoing, 405, 'GET a page or POST /graphql');
    if (incoming.headers.origin !== `http://${host}`) return refuse(outgoing, 403, 'not from another site');
    void passOn(incoming, outgoing, new URL('/graphql', fabulaUrl), keyFor);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sendFile(outgoing: ServerResponse, path = ''): Promise<void> {
  const file = pageFiles.test(path) ? join(import.meta.dirname, path) : undefined;
  const text = file && (await readFile(file, 'utf8').catch(() => undefined));
  if (text === undefined) return refuse(outgoing, 404, 'no such page');
  const type = extname(path);
  outgoing.writeHead(200, { ...pageHeaders, 'content-type': types[type] });
  outgoing.end(type === '.ts' ? stripTypeScriptTypes(text) : text);
}

/** Streams both ways; when either side goes away, so does the other. */
async function passOn(incoming: IncomingMessage, outgoing: ServerResponse, to: URL, keyFor: EditorOptions['keyFor']) {
  const { 'content-type': contentType, accept, authorization } = incoming.headers;
  const key = authorization === undefined ? await keyFor().catch(() => undefined) : undefined;
  if (outgoing.destroyed) return;
  const headers = { 'content-type': contentType, accept, authorization: key ? `Bearer ${key}` : authorization };
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const send = to.protocol === 'https:' ? requestSecurely : request;
  const onward = send(to, { method: 'POST', headers: given }, (answer) => {
    const { 'content-type': type = 'application/json', 'retry-after': retryAfter } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, {
      'content-type': type,
      'cache-control': 'no-store',
      ...(retryAfter ? { 'retry-after': retryAfter } : {}),
    });
    outgoing.flushHeaders();
    answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    answer.on('close', () => answer.complete || outgoing.destroy());
  });
  onward.on('error', () =>
    outgoing.headersSent ? outgoing.destroy() : refuse(outgoing, 502, `${to.origin} does not answer`),
  );
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

function refuse(outgoing: ServerResponse, status: number, why: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return console.log(help);
  const { FABULA_URL: fabulaUrl = 'http://127.0.0.1:4000', FABULA_KEY: key, DATA_DIR: dataDir = '.data' } = process.env;
  if (!URL.canParse(fabulaUrl))
    throw new Error(`FABULA_URL: ${fabulaUrl} is no address. Give one such as http://127.0.0.1:4000.`);
  const port = Number(values.port ?? 4100);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port: ${values.port} is no port. Give 0 to 65535.`);
  const isHere = /^(127(\.\d+){3}|localhost|\[::1\])$/.test(new URL(fabulaUrl).hostname);
  const keyFor = async () => key ?? (isHere ? await readCredentials(dataDir) : undefined);
  const { url } = await serveEditor({ port, fabulaUrl, keyFor }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken, perhaps by another editor. Give another: npm run editor -- --port 0`);
  });
  console.log(`The editor is at ${url}\nIt asks ${fabulaUrl}. Ctrl-C stops it.`);
}

/** One line that says what to do; a mistake of the caller's is no defect to trace. */
function failed(error: unknown): void {
  console.error(`editor: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(failed);
