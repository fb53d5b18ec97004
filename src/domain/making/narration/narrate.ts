import { invalidState, notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { beginRun, joinRun, type RunContext, requireProvider } from '../../calls/run/start.ts';
import type { Run } from '../../calls/run/store.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { presentStateOf } from '../../text/texts/present.ts';
import { requireMp3 } from './mp3.ts';
import type { NarrationRequest } from './rules.ts';
import { speaking, speakingPlanOf } from './speak.ts';
import * as store from './store.ts';

/**
 * Starts to narrate a chapter, or joins the run with the same request. If the newest audio matches the request, answers the
 * run that made it.
 */
export async function narrateChapter(context: RunContext, key: ChapterKey, request: NarrationRequest): Promise<Run> {
  const { voice = context.config.speech.voice } = request;
  // Without the text: equal requests join, and the text may change during the run.
  const hash = requestHash('narrate', voice, context.config.speech.model);
  for (;;) {
    const subject = (await store.subjectOf(context.sql, key)) ?? notFound('chapter');
    const running = await store.runningNarration(context.sql, key);
    const run = running
      ? await joinRun(context, running, hash, 'the narration of this chapter')
      : await start(context, key, hash, voice, subject);
    if (run) return run;
  }
}

/** Undefined if another request was faster. */
async function start(
  context: RunContext,
  key: ChapterKey,
  hash: string,
  voice: string,
  subject: store.Subject,
): Promise<Run | undefined> {
  const { revisionId, title } = subject;
  const { model } = context.config.speech;
  if (subject.textStatus !== 'complete' || revisionId === null)
    invalidState('The chapter is not complete. Finish writing it, or set its content, then narrate it.');
  const same = await store.runOfSame(context.sql, key, { revisionId, title, voice, model });
  if (same) return same;
  requireProvider(context.runs, 'speech');
  requireMp3();
  const plan = await speakingPlanOf(subject, { model, voice });
  if (plan.segments.length === 0)
    invalidState('The chapter has no letter and no digit in its title or text. Add text, then narrate it.');
  const id = newId('run');
  const { accountId, chapterId } = key;
  const narration = { accountId, id: newId('nar'), chapterId, revisionId, title, voice, model, runId: id };
  return beginRun(
    context,
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
      prompt: null,
      builtFrom: {},
    },
    {
      async mayBegin(tx) {
        if (await store.runningNarration(tx, key)) return { not: 'busy' };
        return (await presentStateOf(tx, key))?.revisionId === revisionId ? undefined : { not: 'changed' };
      },
      begun: (tx) => store.insertNarration(tx, narration),
    },
    speaking(context.sql, narration, subject, plan),
  );
}
