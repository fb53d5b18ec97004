import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../../errors.ts';
import type { Sql } from '../../../sql/connect.ts';
import { lengthOf } from '../../shapes.ts';
import type { LiveRun } from './live.ts';
import { type Run, type RunKey, savedText } from './store.ts';

/**
 * A piece of a run's text; the last event has the finished run. `offset` is the end of the piece, code points from the
 * first character.
 */
export interface ProseEvent {
  offset: number;
  text: string;
  run: Run | null;
}

export type ProseEvents = AsyncGenerator<ProseEvent, void, void>;

/** Poll interval for runs of other nodes. */
const pollMs = 300;

/** Retry delay for readers while the database is unavailable, seconds. */
const awaySeconds = 5;

/**
 * From memory: each watcher has its own position, so a slow one costs nothing. Throws ServiceError if the node cannot save
 * the text, so that a stream that ends normally was saved.
 */
export async function* watchLive(live: LiveRun, fromOffset: number, signal: AbortSignal): ProseEvents {
  let index = live.ends.findIndex((end) => end > fromOffset);
  if (index < 0) index = live.pieces.length;
  let offset = fromOffset;
  const watching = live.watch(signal);
  try {
    while (!signal.aborted) {
      if (index < live.pieces.length) {
        const begin = index === 0 ? 0 : (live.ends[index - 1] ?? 0);
        const joined = live.pieces.slice(index).join('');
        const text = begin < offset ? [...joined].slice(offset - begin).join('') : joined;
        index = live.pieces.length;
        if (live.chars > offset) {
          if (live.isHeld) throw notSaved();
          offset = live.chars;
          yield { offset, text, run: null };
        }
      } else if (live.ended) {
        // A caller that only waits for the end starts behind all text.
        if (live.fault && offset <= live.chars) throw live.fault;
        yield { offset: live.chars, text: '', run: live.ended };
        return;
      } else {
        await watching.more();
      }
    }
  } finally {
    watching.leave();
  }
}

/** From saved text: of a finished run, or one on another node. `takeOver` is called for an expired lease. */
export async function* watchSaved(
  sql: Sql,
  key: RunKey,
  fromOffset: number,
  signal: AbortSignal,
  takeOver: (key: RunKey) => Promise<unknown>,
): ProseEvents {
  let offset = fromOffset;
  while (!signal.aborted) {
    const saved = await savedText(sql, key, offset);
    if (!saved) return;
    const { run, text } = saved;
    offset += lengthOf(text);
    if (text) yield { offset, text, run: null };
    if (run.state !== 'running') {
      yield { offset: Math.min(offset, run.charsWritten), text: '', run };
      return;
    }
    if (run.leaseUntil.getTime() < Date.now()) await takeOver(key);
    await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
}

/** Error of a stream whose text this node cannot save at present. */
function notSaved(): ServiceError {
  return new ServiceError(
    'unavailable',
    'This node cannot save the text at present, so the stream stops here. The run continues and saves its text once the database is available; then read the run again.',
    { retry_after: awaySeconds },
  );
}
