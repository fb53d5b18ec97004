import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../sql/connect.ts';
import { lengthOf } from '../chapter/rules.ts';
import type { LiveRun } from './live.ts';
import { type Run, type RunKey, savedText } from './store.ts';

/** A piece of a run's text; the last event has the run as it ended. `offset` is where the piece ends, code points from the run's first character. */
export interface ProseEvent {
  offset: number;
  text: string;
  run: Run | null;
}

export type ProseEvents = AsyncGenerator<ProseEvent, void, void>;

/** Runs of other nodes are looked at so often. */
const pollMs = 300;

/** Straight from memory: every watcher keeps its own place, so a slow one costs nothing. */
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
          offset = live.chars;
          yield { offset, text, run: null };
        }
      } else if (live.ended) {
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

/** From what is saved: of a run that has ended, or that another node is writing. `takeOver` is told of one whose lease is over. */
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
