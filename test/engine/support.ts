import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, afterEach } from 'vitest';
import { openEmbedded } from '../../src/sql/embedded/embedded.ts';
import { Framer, int32, message, text } from '../../src/sql/embedded/protocol.ts';

const open: { end(): Promise<unknown> | unknown }[] = [];
let root = '';
let directories = 0;
let template: Promise<string> | undefined;

/** Creates a temporary directory for a test file, and closes what each test opened. */
export function ownDirectory(): void {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-'));
  template = undefined;
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.end();
  });
  afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
}

/** A path that does not exist yet. */
export function freshPath(name = 'data'): string {
  directories += 1;
  return path.join(root, String(directories), name);
}

/** A data directory with an empty database, copied from one template per test file. */
export async function dataDirectory(name?: string): Promise<string> {
  template ??= (async () => {
    const directory = freshPath();
    await (await openEmbedded(directory)).close();
    return directory;
  })();
  const copy = freshPath(name);
  fs.cpSync(path.join(await template, 'pg'), path.join(copy, 'pg'), { recursive: true });
  fs.chmodSync(copy, 0o700);
  return copy;
}

/** A pool that is closed after the test. */
export function pool(socketPath: string, options: postgres.Options<Record<string, never>> = {}): postgres.Sql {
  const sql = postgres({ path: socketPath, max: 1, onnotice: () => {}, ...options });
  open.push({ end: () => sql.end({ timeout: 1 }) });
  return sql;
}

/** Polls until the condition holds; the test timeout bounds the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(5);
}

export interface Received {
  type: string;
  bytes: Buffer;
}

/** A client that sends raw protocol messages. */
export class RawClient {
  readonly received: Received[] = [];
  closed = false;
  readonly #socket: net.Socket;
  readonly #framer = new Framer();

  constructor(socketPath: string) {
    this.#socket = net.connect(socketPath);
    this.#socket.on('data', (chunk: Buffer) => {
      this.#framer.push(chunk);
      for (let next = this.#framer.next('typed'); next; next = this.#framer.next('typed')) {
        this.received.push({ type: String.fromCharCode(next[0] ?? 0), bytes: next });
      }
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.closed = true;
    });
    open.push({ end: () => this.#socket.destroy() });
  }

  static async connected(socketPath: string, parameters: Record<string, string> = {}): Promise<RawClient> {
    const client = new RawClient(socketPath);
    client.send(startup({ user: 'postgres', ...parameters }));
    await client.ready();
    return client;
  }

  send(...messages: Buffer[]): void {
    this.#socket.write(Buffer.concat(messages));
  }

  /** Takes the messages up to the next ReadyForQuery. */
  async ready(): Promise<Received[]> {
    await until(() => this.closed || this.received.some(({ type }) => type === 'Z'));
    return this.received.splice(0, this.received.findIndex(({ type }) => type === 'Z') + 1);
  }

  async ask(...messages: Buffer[]): Promise<Received[]> {
    this.send(...messages);
    return await this.ready();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Closes the connection without a word. */
  async kill(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.destroy();
    await closed;
  }
}

export function startup(parameters: Record<string, string>, version = 3 << 16): Buffer {
  const body = Buffer.from(`${Object.entries(parameters).flat().join('\0')}\0\0`);
  return Buffer.concat([int32(8 + body.length, version), body]);
}

const none = Buffer.alloc(2);
export const parse = (name: string, sql: string) => message('P', name, sql, none);
export const bind = (name: string) => message('B', '', name, none, none, none);
export const execute = message('E', '', int32(0));
export const flush = message('H');

export const types = (messages: Received[]) => messages.map(({ type }) => type).join('');
/** The first column of every row. */
export const rows = (messages: Received[]) =>
  messages.filter(({ type }) => type === 'D').map(({ bytes }) => bytes.toString('utf8', 11, 11 + bytes.readInt32BE(7)));
/** The SQLSTATE of every error. */
export const errors = (messages: Received[]) =>
  messages.filter(({ type }) => type === 'E').map(({ bytes }) => text(bytes, bytes.indexOf('\0C') + 2));

export interface Child {
  process: ChildProcess;
  /** The JSON lines that it has printed. */
  lines: unknown[];
  go(): void;
  kill(): Promise<void>;
}

/** Runs child.ts in a child process, killed after the test. */
export function child(args: string[], nodeOptions: string[] = [], env: Record<string, string> = {}): Child {
  const script = fileURLToPath(new URL('./child.ts', import.meta.url));
  const started = spawn(process.execPath, [...nodeOptions, script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exited = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  const lines: unknown[] = [];
  createInterface({ input: started.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const kill = async () => {
    started.kill('SIGKILL');
    await exited;
  };
  open.push({ end: kill });
  return { process: started, lines, go: () => started.stdin.write('go\n'), kill };
}
