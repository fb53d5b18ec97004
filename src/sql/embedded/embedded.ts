import fs from 'node:fs';
import net from 'node:net';
import { emitWarning } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { takeCancelRequests } from './cancel-socket.ts';
import { canRecover, folderOf, troubleOf } from './folder.ts';
import { takeLock } from './lock.ts';
import { type EngineLocation, engineLocation } from './place.ts';
import { keepReserve } from './reserve.ts';
import { type RunningStatement, StatementClock, watchStatements } from './statement-clock.ts';
import type { ThreadData, ThreadMessage } from './worker.ts';

export interface Embedded {
  /** Unix socket for postgres.js `path`, in a directory that psql -h understands (.s.PGSQL.5432). */
  socketPath: string;
  /** Whether another process runs the engine and this one is only a client. */
  attached: boolean;
  /** Why the data folder cannot be written, or is another one than was opened; undefined if all is well. */
  trouble(): Promise<string | undefined>;
  /** Makes the reserve for a recovery, if it is missing. Does nothing when attached. */
  keepReserve(): Promise<void>;
  /** Stops the engine: disconnects clients and rolls back open transactions. Does nothing when attached. */
  close(): Promise<void>;
}

interface EmbeddedOptions {
  /** Milliseconds that a client may idle in a transaction before it is rolled back and disconnected. */
  idleTransactionMs?: number;
  /** False to take over from a process that ended: its data folder must be there. Default: a missing one is created. */
  mayCreate?: boolean;
}

/** Well below the deadline of a request: when one process is suspended in a transaction, the others wait and are not refused. */
const idleTransactionMsDefault = 5_000;

/** Poll interval, milliseconds, while another process opens or closes the data directory. */
const pollMs = 25;
/** Milliseconds to wait for that process. */
const openTimeoutMs = 60_000;
/** Delays, milliseconds, before a crashed engine restarts: doubled while it ends soon. */
const startAgainMs = { first: 200, max: 30_000 };
/** Milliseconds after which an end of the engine has nothing to do with its start. */
const soonMs = 60_000;
/** While the engine cannot start because of its disk: milliseconds between two looks at the disk. */
const lookMs = 1_000;
/** Milliseconds for a statement to finish at `close`; then the thread is terminated and its work is lost. */
const stopMs = 10_000;

/**
 * Runs the embedded engine on a data directory, or attaches to the process that does. The kernel lock on `<dataDir>/lock`
 * decides; only its holder touches the socket and the files. When that process ends, attached connections fail, and the
 * next `openEmbedded` runs the engine.
 * Transactions are serial: inside one, never wait for another connection. A statement is cancelled at its limit; one that
 * does not heed that ends with the thread. COPY FROM STDIN is refused. User, password and database of clients are ignored: the mode of the directory
 * protects the data.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const { idleTransactionMs = idleTransactionMsDefault, mayCreate = true } = options;
  const place = engineLocation(dataDir, mayCreate);
  for (const deadline = performance.now() + openTimeoutMs; performance.now() < deadline; await setTimeout(pollMs)) {
    if (await answers(place.socket)) return attached(place);
    const lock = takeLock(place.lock);
    if (lock) return host(place, lock.release, { idleTransactionMs, mayCreate });
  }
  throw new Error(`Another process holds ${place.lock}, but its database engine does not answer`);
}

function answers(socketPath: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = net.connect(socketPath, () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

async function attached(place: EngineLocation): Promise<Embedded> {
  const opened = await folderOf(place);
  return {
    socketPath: place.socket,
    attached: true,
    trouble: () => troubleOf(place, opened),
    keepReserve: async () => {},
    close: async () => {},
  };
}

/** Milliseconds until an engine that lived so long is started again. `former`: the last pause. */
export function pauseAfter(former: number | undefined, lifeMs: number): number {
  return former === undefined || lifeMs > soonMs ? startAgainMs.first : Math.min(2 * former, startAgainMs.max);
}

/** Runs the engine until `close`. A crashed thread restarts, which costs the open connections, as a server's crash does. */
async function host(
  place: EngineLocation,
  release: () => void,
  { idleTransactionMs, mayCreate }: Required<EmbeddedOptions>,
): Promise<Embedded> {
  let closing = false;
  const stopping = new AbortController();
  // Makes room for a recovery. The engine reports what else is wrong.
  await canRecover(place);
  let thread = startThread(place, { idleTransactionMs, mayCreate });
  await thread.ready.catch((error) => {
    release();
    throw error;
  });
  let opened = await folderOf(place);
  const refuseCancels = takeCancelRequests(place.socket, (id, secret) => thread.clock()?.cancelOf(id, secret));

  async function supervise(): Promise<void> {
    for (let pauseMs: number | undefined; ; ) {
      const reason = await thread.ended;
      if (closing) return release();
      pauseMs = pauseAfter(pauseMs, thread.lifeMs());
      const trouble = await troubleOf(place);
      emitWarning(`The embedded database engine ended (${reason}) and is restarted. ${trouble ?? ''}`.trim());
      if (!thread.wasStuck()) await pause(pauseMs);
      while (!closing && !(await canRecover(place))) await pause(lookMs);
      if (closing) return release();
      thread = startThread(place, { idleTransactionMs, mayCreate: false });
      await thread.ready.catch(() => {});
      opened = await folderOf(place).catch(() => opened);
    }
  }

  async function pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => {});
  }
  const supervision = supervise();

  async function close(): Promise<void> {
    closing = true;
    stopping.abort();
    refuseCancels();
    thread.stop();
    await supervision;
  }
  return {
    socketPath: place.socket,
    attached: false,
    trouble: () => troubleOf(place, opened),
    keepReserve: () => keepReserve(place.reserve, place.files),
    close,
  };
}

/**
 * Bytecode budget before V8 optimizes a function, near the largest that it takes; its default is 13,000,000. The engine's
 * interpreter of expressions is one function of 105 KB, which takes two seconds of CPU and 600 MB of memory to optimize. With
 * 130,000,000 nearly each start on existing files paid for that, and no test was faster for it. The migrations of a new
 * database still do.
 */
const tieringBudget = 2_000_000_000;

interface Thread {
  /** Resolves when the socket accepts connections; rejects if the engine cannot open. */
  ready: Promise<void>;
  /** Resolves with the reason when the thread ends. */
  ended: Promise<string>;
  /** Undefined until it is ready. */
  clock(): StatementClock | undefined;
  /** Whether it was terminated because of one statement. */
  wasStuck(): boolean;
  /** Milliseconds since it started. */
  lifeMs(): number;
  stop(): void;
}

function startThread(place: EngineLocation, options: Required<EmbeddedOptions>): Thread {
  const startedAt = performance.now();
  fs.rmSync(place.socket, { force: true });
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const worker = new Worker(new URL('./thread.js', import.meta.url), {
    workerData: { directory: place.files, socketPath: place.socket, ...options } satisfies ThreadData,
    // Deep expressions recurse on this stack: V8's 4 MB would overflow before the engine's own limit.
    resourceLimits: { stackSizeMb: 64 },
  });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  let reason = 'no reason given';
  let stopWatch = () => {};
  let clock: StatementClock | undefined;
  let isStuck = false;

  function onStuck({ limitMs }: RunningStatement): void {
    isStuck = true;
    reason = `a statement took longer than ${limitMs / 1000} s and could not be cancelled`;
    void worker.terminate();
  }
  worker.on('message', (message: ThreadMessage) => {
    if ('died' in message) reason = message.died;
    else {
      clock = new StatementClock(message.ready);
      stopWatch = watchStatements(clock, onStuck);
      ready.resolve();
    }
  });
  worker.on('error', (error) => {
    reason = String(error);
  });
  worker.on('exit', () => {
    stopWatch();
    ready.reject(new Error(`The embedded database engine cannot be opened: ${reason}`));
    ended.resolve(reason);
  });

  const lifeMs = () => performance.now() - startedAt;

  function stop(): void {
    worker.postMessage('stop');
    const deadline = AbortSignal.timeout(stopMs);
    deadline.addEventListener('abort', () => worker.terminate());
  }
  return { ready: ready.promise, ended: ended.promise, clock: () => clock, wasStuck: () => isStuck, lifeMs, stop };
}
