import { invalidState, notFound } from '../../errors.ts';
import { newId } from '../../id.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { beginRun, type Desk, joinRun, requireProvider } from '../generation/desk.ts';
import { requestHash } from '../generation/rules.ts';
import { type Run, standingOf } from '../generation/store.ts';
import type { NarrationRequest } from './rules.ts';
import { segmentsOf, speaking } from './speak.ts';
import * as store from './store.ts';

/** Starts to narrate a chapter, or joins the run that is doing just that. Where the newest audio is what is asked for, the run that made it is the answer. */
export async function narrateChapter(desk: Desk, key: ChapterKey, request: NarrationRequest): Promise<Run> {
  const { voice = desk.config.speech.voice } = request;
  // Not of the text: the same request joins, and the text may change while it runs.
  const hash = requestHash('narrate', voice, desk.config.speech.model);
  for (;;) {
    const subject = (await store.subjectOf(desk.sql, key)) ?? notFound('chapter');
    const running = await store.runningNarration(desk.sql, key);
    const run = running
      ? await joinRun(desk, running, hash, 'the narration of this chapter')
      : await start(desk, key, hash, voice, subject);
    if (run) return run;
  }
}

/** Undefined when somebody else was quicker. */
async function start(
  desk: Desk,
  key: ChapterKey,
  hash: string,
  voice: string,
  subject: store.Subject,
): Promise<Run | undefined> {
  const { revisionId, title } = subject;
  const { model } = desk.config.speech;
  if (subject.textStatus !== 'complete' || revisionId === null)
    invalidState('The chapter has no complete text to narrate. Write it to its end, or set its content, first.');
  const same = await store.runOfSame(desk.sql, key, { revisionId, title, voice, model });
  if (same) return same;
  requireProvider(desk.runs, 'speech');
  const segments = await segmentsOf(subject, { model, voice });
  if (segments.length === 0)
    invalidState('The chapter has nothing to say: no letter and no digit, not in its title either.');
  const id = newId('run');
  const { accountId, chapterId } = key;
  const narration = { accountId, id: newId('nar'), chapterId, revisionId, title, voice, model, runId: id };
  return beginRun(
    desk,
    key,
    {
      id,
      kind: 'narrate',
      chapterId,
      requestHash: hash,
      model,
      revisionId: null,
      subjectId: revisionId,
      startOffset: 0,
      resumeOf: null,
      manifest: null,
      promptTokens: 0,
      builtFrom: {},
    },
    {
      async mayBegin(tx) {
        if (await store.runningNarration(tx, key)) return { not: 'busy' };
        return (await standingOf(tx, key))?.revisionId === revisionId ? undefined : { not: 'changed' };
      },
      begun: (tx) => store.insertNarration(tx, narration),
    },
    speaking(desk.sql, narration, subject, segments),
  );
}
