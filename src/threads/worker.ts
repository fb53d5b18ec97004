import { parentPort, type Transferable } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';
import type { Answer, FromThread, Task, ToThread } from './messages.ts';

/** Parts of the input of the next task. */
let parts: unknown[] = [];
/** Pieces that the main thread has not taken yet, oldest first. */
const posted: (() => void)[] = [];

parentPort?.on('message', async (message: ToThread) => {
  if (message === 'taken') return posted.shift()?.();
  if ('part' in message) return void parts.push(message.part);
  const given = parts;
  parts = [];
  send(await answerTo(message.task, given));
});

async function answerTo({ module, name, input }: Task, given: unknown[]): Promise<Answer> {
  try {
    const { [name]: run } = await import(module);
    return { output: await run(input, { parts: given, post, signal: new AbortController().signal }) };
  } catch (fault) {
    if (!(fault instanceof ServiceError)) return { fault };
    const { code, message, details } = fault;
    return { refusal: { code, message, details } };
  }
}

/** Sends a piece of the output. Resolves when the main thread has taken it. */
function post(piece: unknown, transfer: Transferable[] = []): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  posted.push(resolve);
  send({ piece }, transfer);
  return promise;
}

function send(message: FromThread, transfer: Transferable[] = []): void {
  parentPort?.postMessage(message, transfer);
}
