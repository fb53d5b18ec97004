import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';
import type { PngRequest } from './png-request.ts';

/** Maximum queued drawings, each with its SVG in memory. Ours. */
const waitingMax = 50;
/** The time limit of an operation. */
const drawingMsMax = 10_000;
/** An idle thread ends, because it keeps the memory of large drawings. Ours. */
const idleMsMax = 60_000;

let thread: Worker | undefined;
let rest: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Renders in a worker thread, one drawing at a time, so that other requests are served. */
export async function drawInThread(request: PngRequest): Promise<Uint8Array> {
  if (waiting >= waitingMax)
    throw new ServiceError('unavailable', 'Too many pictures are being drawn. Try again in 1 s.', { retry_after: 1 });
  waiting += 1;
  const mine = last
    .then(() => drawn(request))
    .finally(() => {
      waiting -= 1;
    });
  last = mine.catch(() => {});
  return mine;
}

async function drawn(request: PngRequest): Promise<Uint8Array> {
  clearTimeout(rest);
  thread ??= started();
  thread.ref();
  thread.postMessage(request);
  try {
    const answer: Uint8Array[] = await once(thread, 'message', { signal: AbortSignal.timeout(drawingMsMax) });
    if (!answer[0]) throw new Error('The thread that draws answered nothing.');
    // The thread does not keep the process alive.
    thread.unref();
    rest = setTimeout(end, idleMsMax).unref();
    return answer[0];
  } catch (error) {
    // The state after a failed drawing is not reused.
    end();
    throw error;
  }
}

function started(): Worker {
  const worker = new Worker(new URL('./png-worker.ts', import.meta.url));
  // Callers get the error too. Without callers it must not crash the process.
  worker.on('error', () => {
    if (thread === worker) thread = undefined;
  });
  return worker;
}

function end(): void {
  thread?.terminate();
  thread = undefined;
}
