import type { Sql } from '../../../sql/connect.ts';
import { asTold } from '../../calls/run/as-told.ts';
import type { Work } from '../../calls/run/work.ts';
import { keepSpoken, spokenBefore, spokenSamples } from './cache.ts';
import { cutToFit } from './cut.ts';
import { AudioFile } from './file.ts';
import { runConcurrently } from './lanes.ts';
import { retryUntilSaved } from './retry.ts';
import { requestsAtOnce, segmentHash, segmentMax } from './rules.ts';
import { completeNarration, dropNarration, type NewNarration, type Subject } from './store.ts';

/** One provider request, and the silence before it. */
interface Segment {
  hash: string;
  text: string;
  pauseMs: number;
}

/** The requests of a narration, and the notes that it leaves out. */
interface SpeakingPlan {
  segments: Segment[];
  notes: readonly string[];
}

/** The provider requests of a chapter, in order. A paragraph split into several requests has no silence within. */
export async function speakingPlanOf(
  { title, body, language }: Pick<Subject, 'title' | 'body' | 'language'>,
  { model, voice }: Pick<NewNarration, 'model' | 'voice'>,
): Promise<SpeakingPlan> {
  const { scriptOf } = await import('./passages.ts');
  const { passages, notes } = await scriptOf(title, body);
  const segments = passages.flatMap(({ text: passage, pauseMs }) =>
    cutToFit(passage, language, segmentMax).map((text, index) => ({
      text,
      hash: segmentHash(model, voice, text),
      pauseMs: index === 0 ? pauseMs : 0,
    })),
  );
  return { segments, notes };
}

/**
 * Synthesizes a chapter and writes its file. Speech is cached whatever the result of the run, so that the next run
 * continues.
 */
export function speaking(sql: Sql, narration: NewNarration, subject: Subject, { segments, notes }: SpeakingPlan): Work {
  const { accountId, model, voice } = narration;
  let hasSpoken = false;
  let file: AudioFile | undefined;
  return {
    async perform({ speech }, live, idleMsMax) {
      const { signal } = live.stop;
      for (const [index, note] of notes.entries()) live.cut.add('within', `[${index + 1}] ${note}`);
      const missing = await retryUntilSaved(signal, () => missingOf(sql, accountId, segments));
      const lanes = runConcurrently([...missing.values()], requestsAtOnce, async ({ hash, text }) => {
        signal.throwIfAborted();
        const pcm = await asTold(live, () => speech.speak({ model, voice, text, signal, idleMsMax }));
        await retryUntilSaved(signal, () => keepSpoken(sql, accountId, hash, pcm));
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
      const kept = ending.errorMessage && hasSpoken && `${ending.errorMessage} The parts that were spoken are kept.`;
      return { ...ending, kept: hasSpoken, ...(kept ? { errorMessage: kept } : {}) };
    },
  };
}

/** Segments that are not cached, each once, in order. */
async function missingOf(sql: Sql, accountId: string, segments: readonly Segment[]): Promise<Map<string, Segment>> {
  const byHash = new Map(segments.map((segment) => [segment.hash, segment]));
  for (const hash of await spokenBefore(sql, accountId, [...byHash.keys()])) byHash.delete(hash);
  return byHash;
}
