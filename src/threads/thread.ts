import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PeerTimeout } from '../peer-timeout.ts';

/** A call of an exported function, sent to a thread. */
export interface Task {
  /** URL of the module. */
  module: string;
  /** Name of the export. */
  name: string;
  input: unknown;
}

export type Answer = { output: unknown } | { fault: unknown };

/** A thread of the pool: it performs one task at a time. */
export class Thread {
  readonly #worker: Worker;
  readonly #end = new AbortController();

  constructor(heapMbMax: number) {
    this.#worker = new Worker(new URL('./root.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    });
    // An error without a task must not end the process.
    this.#worker.on('error', () => {});
    // An idle thread must not keep the process alive.
    this.#worker.unref();
  }

  /** Rejects with an `AbortError` after `msMax`, or when the thread is ended. A thread that failed must be ended. */
  async perform(task: Task, msMax: number): Promise<Answer> {
    this.#worker.ref();
    const timeout = new PeerTimeout(msMax, () => this.#end.abort()).start();
    try {
      const answered = once(this.#worker, 'message', { signal: this.#end.signal });
      // If the task cannot be sent, nobody awaits the answer.
      answered.catch(() => {});
      this.#worker.postMessage(task);
      const [answer]: Answer[] = await answered;
      return answer ?? { fault: new Error('The thread answered nothing.') };
    } finally {
      timeout.cancel();
      this.#worker.unref();
    }
  }

  end(): void {
    this.#end.abort();
    void this.#worker.terminate();
  }
}
