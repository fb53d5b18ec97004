import { createHash } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { runningEach } from './each.ts';
import { failureOf, tooMany, waitedTooLong } from './failures.ts';
import { FairQueue } from './fair-queue.ts';
import type { EachOrder, Job, JobOrder, LongJob, LongJobOrder } from './job.ts';
import type { Answer, Task } from './messages.ts';
import { inParts } from './parts.ts';
import { ResultCache } from './result-cache.ts';
import { type Performance, Thread } from './thread.ts';

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

interface Waiting extends Performance {
  accountId: string;
  task: Task;
  isLong: boolean;
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
  readonly #short = new FairQueue<Waiting>();
  readonly #long = new FairQueue<Waiting>();
  #longRunning = 0;
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
    if (order.characters <= (order.inlineMax ?? inlineCharactersMax))
      return (await import(task.module))[name](order.input) as Output;
    return (await this.#once(task, order)) as Output;
  }

  /** Runs a job on a whole book. Such jobs leave at least one thread to short ones; their results are not cached. */
  async stream<Input, Part, Piece>(
    { module, name }: LongJob<Input, Part, Piece>,
    order: LongJobOrder<Input, Part, Piece>,
  ): Promise<void> {
    const { accountId, input, parts = [], characters, inlineMax = inlineCharactersMax, msMax, signal, take } = order;
    if (characters <= inlineMax) {
      const { [name]: run } = await import(module.href);
      return run(input, { parts, post: async (piece: Piece) => take(piece), signal });
    }
    const task = { module: module.href, name, input };
    // The type of the job says what its pieces are.
    await this.#enqueue(accountId, task, { msMax, signal, parts, take: take as Performance['take'] }, true);
  }

  /** Runs a job on each of many inputs, in one thread. It ends with the signal; its results are not cached. */
  async each<Input, Output>(job: Job<Input, Output>, order: EachOrder<Input>): Promise<Output[]> {
    const { accountId, inputs, lengthOf, inlineMax, signal } = order;
    const outputs: Output[] = [];
    await this.stream(runningEach, {
      accountId,
      input: { module: job.module.href, name: job.name },
      ...inParts(inputs, lengthOf),
      ...(inlineMax === undefined ? {} : { inlineMax }),
      msMax: this.#options.msMax,
      signal,
      // The type of the job says what its results are.
      take: (output) => outputs.push(output as Output),
    });
    return outputs;
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
    const working = this.#enqueue(accountId, task, { msMax: this.#options.msMax }, false).finally(() =>
      this.#inFlight.delete(key),
    );
    this.#inFlight.set(key, working);
    const output = await working;
    this.#kept.set(key, output, characters);
    return output;
  }

  async #enqueue(accountId: string, task: Task, how: Performance, isLong: boolean): Promise<unknown> {
    const queue = isLong ? this.#long : this.#short;
    if (queue.lengthOf(accountId) >= waitingMax) throw tooMany(waitingMax);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    queue.push(accountId, { accountId, task, ...how, isLong, since: performance.now(), resolve, reject });
    this.#next();
    const answer = await promise;
    if ('fault' in answer) throw answer.fault;
    if ('output' in answer) return answer.output;
    const { code, message, details } = answer.refusal;
    throw new ServiceError(code, message, details);
  }

  #next(): void {
    if (this.#idle.size === 0 && this.#threads.size >= this.#options.threads) return;
    const share = Math.max(1, this.#options.threads - 1);
    const mayHave = (accountId: string) => (this.#working.get(accountId) ?? 0) < share;
    const waiting = (this.#longRunning < share ? this.#long.shift(mayHave) : undefined) ?? this.#short.shift(mayHave);
    if (!waiting) return;
    const isLate = performance.now() - waiting.since > waiting.msMax;
    if (isLate || this.#isClosed) waiting.reject(waitedTooLong());
    else void this.#perform(waiting);
    this.#next();
  }

  async #perform({ accountId, task, isLong, resolve, reject, ...how }: Waiting): Promise<void> {
    const thread = this.#take();
    this.performed += 1;
    this.#count(accountId, isLong, 1);
    try {
      resolve(await thread.perform(task, how));
      this.#idle.set(thread, setTimeout(() => this.#end(thread), idleMsMax).unref());
    } catch (error) {
      this.#end(thread);
      reject(failureOf(error, how.msMax));
    }
    this.#count(accountId, isLong, -1);
    this.#next();
  }

  /** Counts the jobs at work, by account. */
  #count(accountId: string, isLong: boolean, change: number): void {
    if (isLong) this.#longRunning += change;
    const working = (this.#working.get(accountId) ?? 0) + change;
    if (working > 0) this.#working.set(accountId, working);
    else this.#working.delete(accountId);
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
