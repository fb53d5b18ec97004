import { createHash } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';
import { ResultCache } from './result-cache.ts';
import { type Answer, type Task, Thread } from './thread.ts';

/** A pure function that can run in another thread: an export of a module, with structured-cloneable input and output. */
export interface Job<Input, Output> {
  module: URL;
  name: string;
  /** Never called: it ties the types of input and output to the job. */
  types?: (input: Input) => Output;
}

export interface JobOrder<Input> {
  accountId: string;
  input: Input;
  /** Length of the texts in the input, the measure of the work. */
  characters: number;
  /** What identifies the input, if it is shorter: ids with versions. Default: the input. */
  identity?: unknown;
}

export interface WorkPoolOptions {
  threads: number;
  /** Maximum duration of a job, milliseconds. */
  msMax?: number;
  /** Maximum heap of a thread, MB. A thread runs one job at a time. */
  heapMbMax?: number;
}

/** Texts up to this length are processed on the main thread, because sending them to another one takes as long. */
const inlineCharactersMax = 2_000;
/** Below the operation limit of 10 s, so that the caller gets the reason. */
const jobMsMax = 8_000;
const jobHeapMbMax = 512;
/** Maximum queued jobs per account. Each holds its texts in memory. */
const waitingMax = 20;
/** Maximum total input length of the cached results, characters. */
const keptCharactersMax = 16_000_000;
/** Idle threads end after this time, because they keep the memory of large texts. */
const idleMsMax = 60_000;

interface Waiting {
  accountId: string;
  task: Task;
  since: number;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

/**
 * Threads for work on whole texts, so that the main thread can serve other requests. Accounts take turns, and one account
 * cannot use all threads. Equal jobs of an account are deduplicated and their results cached.
 */
export class WorkPool {
  /** Number of jobs that were given to a thread. */
  performed = 0;
  readonly #options: Required<WorkPoolOptions>;
  readonly #queue = new FairQueue<Waiting>();
  readonly #idle = new Map<Thread, NodeJS.Timeout>();
  readonly #working = new Map<string, number>();
  readonly #kept = new ResultCache(keptCharactersMax);
  readonly #inFlight = new Map<string, Promise<unknown>>();
  readonly #threads = new Set<Thread>();
  #isClosed = false;

  constructor({ threads, msMax = jobMsMax, heapMbMax = jobHeapMbMax }: WorkPoolOptions) {
    this.#options = { threads, msMax, heapMbMax };
  }

  async run<Input, Output>({ module, name }: Job<Input, Output>, order: JobOrder<Input>): Promise<Output> {
    const task = { module: module.href, name, input: order.input };
    // A module named at run time and the message of a thread have no static type.
    if (order.characters <= inlineCharactersMax) return (await import(task.module))[name](order.input) as Output;
    return (await this.#once(task, order)) as Output;
  }

  /** Ends all threads. Rejects running and queued jobs. */
  close(): void {
    this.#isClosed = true;
    for (const thread of this.#threads) this.#end(thread);
    this.#next();
  }

  async #once(task: Task, { accountId, characters, identity }: JobOrder<unknown>): Promise<unknown> {
    const key = keyOf(accountId, task, identity ?? task.input);
    const kept = this.#kept.get(key);
    if (kept) return kept.output;
    const inFlight = this.#inFlight.get(key);
    if (inFlight) return inFlight;
    const working = this.#enqueue(accountId, task).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, working);
    const output = await working;
    this.#kept.set(key, output, characters);
    return output;
  }

  async #enqueue(accountId: string, task: Task): Promise<unknown> {
    if (this.#queue.lengthOf(accountId) >= waitingMax) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#queue.push(accountId, { accountId, task, since: performance.now(), resolve, reject });
    this.#next();
    const answer = await promise;
    if ('fault' in answer) throw answer.fault;
    return answer.output;
  }

  #next(): void {
    if (this.#idle.size === 0 && this.#threads.size >= this.#options.threads) return;
    const share = Math.max(1, this.#options.threads - 1);
    const waiting = this.#queue.shift((accountId) => (this.#working.get(accountId) ?? 0) < share);
    if (!waiting) return;
    const isLate = performance.now() - waiting.since > this.#options.msMax;
    if (isLate || this.#isClosed) waiting.reject(waitedTooLong());
    else void this.#perform(waiting);
    this.#next();
  }

  async #perform({ accountId, task, resolve, reject }: Waiting): Promise<void> {
    const thread = this.#take();
    this.performed += 1;
    this.#working.set(accountId, (this.#working.get(accountId) ?? 0) + 1);
    try {
      resolve(await thread.perform(task, this.#options.msMax));
      this.#idle.set(thread, setTimeout(() => this.#end(thread), idleMsMax).unref());
    } catch (error) {
      this.#end(thread);
      reject(failureOf(error, this.#options.msMax));
    }
    const left = (this.#working.get(accountId) ?? 1) - 1;
    if (left > 0) this.#working.set(accountId, left);
    else this.#working.delete(accountId);
    this.#next();
  }

  #take(): Thread {
    const [idle] = this.#idle;
    if (!idle) {
      const thread = new Thread(this.#options.heapMbMax);
      this.#threads.add(thread);
      return thread;
    }
    const [thread, rest] = idle;
    clearTimeout(rest);
    this.#idle.delete(thread);
    return thread;
  }

  #end(thread: Thread): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#threads.delete(thread);
    thread.end();
  }
}

function keyOf(accountId: string, { module, name }: Task, identity: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([accountId, module, name, identity]))
    .digest('base64');
}

function tooMany(): ServiceError {
  const message = `This account has ${waitingMax} queued analyses of texts, which is the limit. Wait for their answers, then try again.`;
  return new ServiceError('unavailable', message, { retry_after: 1 });
}

function waitedTooLong(): ServiceError {
  const message = 'No thread was free in time to analyse the text. Try again.';
  return new ServiceError('unavailable', message, { retry_after: 2 });
}

function tooLate(msMax: number): ServiceError {
  const message = `Analysing the text took longer than ${msMax / 1000} s and was stopped. Try again, or split the text.`;
  return new ServiceError('unavailable', message, { retry_after: 2 });
}

/** Maps a failure of a thread: `unavailable` at the limit of time or memory; anything else is a defect and unchanged. */
function failureOf(error: unknown, msMax: number): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return tooLate(msMax);
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new ServiceError('unavailable', 'Analysing the text took too much memory and was stopped. Split the text.', {
      retry_after: 2,
    });
  return error;
}
