import type { Sql } from '../../sql/connect.ts';
import type { Work } from '../generation/work.ts';
import { keepSpoken, spokenBefore, spokenSamples } from './cache.ts';
import { cutToFit } from './cut.ts';
import { AudioFile } from './file.ts';
import { inLanes } from './lanes.ts';
import { untilTaken } from './patience.ts';
import { requestsAtOnce, segmentHash, segmentMax } from './rules.ts';
import { completeNarration, dropNarration, type NewNarration, type Subject } from './store.ts';

/** What is asked of the provider in one go, and the silence before it. */
export interface Segment {
  hash: string;
  text: string;
  pauseMs: number;
}

/** A chapter as it is asked for, in order. A paragraph that takes several requests has no silence in it. */
export async function segmentsOf(
  { title, body, language }: Pick<Subject, 'title' | 'body' | 'language'>,
  { model, voice }: Pick<NewNarration, 'model' | 'voice'>,
): Promise<Segment[]> {
  const { passagesOf } = await import('./passages.ts');
  return passagesOf(title, body).flatMap(({ text: passage, pauseMs }) =>
    cutToFit(passage, language, segmentMax).map((text, index) => ({
      text,
      hash: segmentHash(model, voice, text),
      pauseMs: index === 0 ? pauseMs : 0,
    })),
  );
}

/** Speaks a chapter and makes a file of it. What was spoken is kept, whatever becomes of the run, so that the next one goes on. */
export function speaking(sql: Sql, narration: NewNarration, subject: Subject, segments: readonly Segment[]): Work {
  const { accountId, model, voice } = narration;
  let hasSpoken = false;
  let file: AudioFile | undefined;
  return {
    async perform({ speech }, live, idleMsMax) {
      const { signal } = live.stop;
      const missing = await untilTaken(signal, () => missingOf(sql, accountId, segments));
      const lanes = inLanes([...missing.values()], requestsAtOnce, async ({ hash, text }) => {
        signal.throwIfAborted();
        const pcm = await speech.speak({ model, voice, text, signal, idleMsMax });
        await untilTaken(signal, () => keepSpoken(sql, accountId, hash, pcm));
        hasSpoken = true;
      });
      const spoken = new Map([...missing.keys()].map((hash, index) => [hash, lanes.each[index]]));
      try {
        file = await AudioFile.begin(sql, narration, subject, signal);
        for (const [index, { hash, pauseMs }] of segments.entries()) {
          live.tell({ stage: 'speaking', done: index, total: segments.length });
          await spoken.get(hash);
          await file.addSilence(pauseMs);
          for await (const samples of spokenSamples(sql, accountId, hash, signal)) {
            signal.throwIfAborted();
            await file.add(samples);
          }
        }
        await file.end();
      } finally {
        await lanes.end();
      }
    },
    async finish(tx, _run, ending) {
      if (ending.state === 'completed' && file?.made) await completeNarration(tx, narration, file.made);
      else await dropNarration(tx, narration);
      return { ...ending, kept: hasSpoken };
    },
  };
}

/** Those that were not spoken before, each once, in order. */
async function missingOf(sql: Sql, accountId: string, segments: readonly Segment[]): Promise<Map<string, Segment>> {
  const byHash = new Map(segments.map((segment) => [segment.hash, segment]));
  for (const hash of await spokenBefore(sql, accountId, [...byHash.keys()])) byHash.delete(hash);
  return byHash;
}
