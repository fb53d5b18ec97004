import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';

export interface PngRequest {
  svg: string;
  widthPixels: number;
}

/** Drawings that may wait their turn, each with its SVG in memory. Ours. */
const waitingMax = 50;
/** As long as an operation may take: nobody waits for a drawing any longer. */
const drawingMsMax = 10_000;
/** A thread without work ends, because the memory of a large drawing stays with it. Ours. */
const idleMsMax = 60_000;

let thread: Worker | undefined;
let rest: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Draws in a thread, so that others are answered meanwhile; one drawing after the other. */
export async function drawnApart(request: PngRequest): Promise<Uint8Array> {
  if (waiting >= waitingMax)
    throw new ServiceError('unavailable', 'Too many pictures are being drawn just now. Ask again.', { retry_after: 1 });
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
    // A process that has nothing else to do may end.
    thread.unref();
    rest = setTimeout(end, idleMsMax).unref();
    return answer[0];
  } catch (error) {
    // What is left of a drawing that failed is not to be drawn with again.
    end();
    throw error;
  }
}

function started(): Worker {
  const worker = new Worker(new URL('./png-worker.ts', import.meta.url));
  // Whoever waits hears of it too. When nobody does, it must not end the process.
  worker.on('error', () => {
    if (thread === worker) thread = undefined;
  });
  return worker;
}

function end(): void {
  thread?.terminate();
  thread = undefined;
}
