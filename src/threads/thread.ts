import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { PeerTimeout } from '../peer-timeout.ts';
import type { Answer, FromThread, Task, ToThread } from './messages.ts';

export interface Performance {
  msMax: number;
  signal?: AbortSignal | undefined;
  /** Further input, one message and turn each. */
  parts?: readonly unknown[];
  /** Receives pieces of the output while the task runs, one turn each. */
  take?: ((piece: unknown) => void) | undefined;
}

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

  /** Rejects with the reason of the end: the time limit, the signal, or that the thread was ended. End a thread that failed. */
  async perform(task: Task, { msMax, signal, parts = [], take = () => {} }: Performance): Promise<Answer> {
    this.#worker.ref();
    const timeout = new PeerTimeout(msMax, () => this.#end.abort()).start();
    const end = signal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal;
    try {
      end.throwIfAborted();
      const answered = this.#answer(take, end);
      // If the task cannot be sent, nobody awaits the answer.
      answered.catch(() => {});
      for (const part of parts) {
        this.#send({ part });
        await turn();
        end.throwIfAborted();
      }
      this.#send({ task });
      return await answered;
    } finally {
      timeout.cancel();
      this.#worker.unref();
    }
  }

  end(): void {
    this.#end.abort();
    void this.#worker.terminate();
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  async #answer(take: (piece: unknown) => void, end: AbortSignal): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const read = (message: FromThread) => {
      if (!('piece' in message)) return resolve(message);
      take(message.piece);
      this.#send('taken');
    };
    const stop = () => reject(end.reason);
    this.#worker.on('message', read).once('error', reject);
    end.addEventListener('abort', stop);
    try {
      return await promise;
    } finally {
      this.#worker.off('message', read).off('error', reject);
      end.removeEventListener('abort', stop);
    }
  }
}
