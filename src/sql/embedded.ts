import fs from 'node:fs';
import net from 'node:net';
import { emitWarning } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { takeLock } from './embedded/lock.ts';
import { type Place, placeOf } from './embedded/place.ts';
import type { ThreadData } from './embedded/worker.ts';

export interface Embedded {
  /** Unix socket for postgres.js `path`, in a directory that psql -h understands (.s.PGSQL.5432). */
  socketPath: string;
  /** True when another process already runs the engine and this one only connects. */
  attached: boolean;
  /** Stops the engine: clients are sent away, their open transactions rolled back. When attached: does nothing. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Milliseconds that a client may leave a transaction open and idle before it is rolled back and sent away. */
  idleTransactionMs?: number;
}

/** Milliseconds between two looks at a data directory that another process is opening or closing. */
const lookAgainMs = 25;
/** Milliseconds after which that process has to be done. */
const patienceMs = 60_000;
/** Milliseconds before an engine that died is started again: a full disk must not make it spin. */
const startAgainMs = 200;
/** Milliseconds that a statement may go on at `close`; then the thread is stopped under it, and its work is lost. */
const stopMs = 10_000;

/**
 * Runs the embedded engine on a data directory, or attaches to the process that does. One process runs it: the kernel
 * lock on `<dataDir>/lock` decides, and only its holder touches the socket and the files. When that process ends, the
 * connections of those attached fail; whoever calls `openEmbedded` next runs the engine.
 *
 * Transactions are serial: within one, never wait for another connection, it would wait for the transaction. A
 * statement cannot be cancelled and knows no timeout. COPY FROM STDIN is refused. User, password and database of a
 * client are not looked at: the mode of the directory keeps strangers out.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const place = placeOf(dataDir);
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await setTimeout(lookAgainMs)) {
    if (await answers(place.socket)) return { socketPath: place.socket, attached: true, close: async () => {} };
    const lock = takeLock(place.lock);
    if (lock) return host(place, lock.release, options.idleTransactionMs ?? 10_000);
  }
  throw new Error(`Another process holds ${place.lock}, but its database engine does not answer`);
}

function answers(socketPath: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = net.connect(socketPath, () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Runs the engine until `close`. A thread that dies is started again: like a server's crash, it costs the connections. */
async function host(place: Place, release: () => void, idleTransactionMs: number): Promise<Embedded> {
  let closing = false;
  let thread = startThread(place, idleTransactionMs);
  await thread.ready.catch((error) => {
    release();
    throw error;
  });

  async function stayAlive(): Promise<void> {
    for (;;) {
      const reason = await thread.ended;
      if (closing) return release();
      emitWarning(`The embedded database engine died (${reason}) and is started again`);
      await setTimeout(startAgainMs);
      if (closing) return release();
      thread = startThread(place, idleTransactionMs);
      await thread.ready.catch(() => {});
    }
  }
  const life = stayAlive();

  async function close(): Promise<void> {
    closing = true;
    thread.stop();
    await life;
  }
  return { socketPath: place.socket, attached: false, close };
}

/**
 * Bytes of the engine's code that a function runs through before V8 optimizes it, ten times V8's own: what a start runs once is
 * not worth the second of a core that optimizing it took.
 */
const tieringBudget = 130_000_000;

interface Thread {
  /** Resolves when the socket answers; rejects when the engine cannot be opened. */
  ready: Promise<void>;
  /** Resolves with the reason when the thread is no more. */
  ended: Promise<string>;
  stop(): void;
}

function startThread(place: Place, idleTransactionMs: number): Thread {
  fs.rmSync(place.socket, { force: true });
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const worker = new Worker(new URL('./embedded/thread.js', import.meta.url), {
    workerData: { directory: place.files, socketPath: place.socket, idleTransactionMs } satisfies ThreadData,
    // Deep expressions recurse on this stack: at V8's 4 MB it would break before the engine's own limit is reached.
    resourceLimits: { stackSizeMb: 64 },
  });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  let reason = 'no reason given';
  worker.on('message', (message: 'ready' | { died: string }) => {
    if (message === 'ready') ready.resolve();
    else reason = message.died;
  });
  worker.on('error', (error) => {
    reason = String(error);
  });
  worker.on('exit', () => {
    ready.reject(new Error(`The embedded database engine cannot be opened: ${reason}`));
    ended.resolve(reason);
  });

  function stop(): void {
    worker.postMessage('stop');
    const impatience = AbortSignal.timeout(stopMs);
    impatience.addEventListener('abort', () => worker.terminate());
  }
  return { ready: ready.promise, ended: ended.promise, stop };
}
