import { newId } from '../../id.ts';
import { ProviderFailure, type TextMessage, type TextProvider, type TextUsage } from '../../providers/text.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import { bookById } from '../book/store.ts';
import { type ChapterKey, chapterById } from '../chapter/store.ts';
import { insertRun } from '../generation/begin.ts';
import type { Desk } from '../generation/desk.ts';
import type { LiveRun } from '../generation/live.ts';
import { requestHash } from '../generation/rules.ts';
import { standingOf } from '../generation/store.ts';
import type { Work } from '../generation/work.ts';
import { recapMessages } from '../prompt/recap-prompt.ts';
import { boundRecap, recapSecondsMax, replyMax } from './rules.ts';
import { type NewRecap, putRecap } from './store.ts';

/** Limits of the account on what callers start do not hold for what nobody asked for (ours). */
const noLimits = { providerConcurrent: 0, providerPerMinute: 0 };

/**
 * Begins to sum up the text of a finished chapter, with the model of the draft tier (ours). Nothing happens where summaries
 * are off, the chapter is no longer finished, or the account may not.
 */
export async function summarizeChapter(
  { sql, config, runs }: Pick<Desk, 'sql' | 'config' | 'runs'>,
  key: ChapterKey,
): Promise<void> {
  if (!config.chapterSummaries || runs.isClosing) return;
  const [book, chapter, standing] = await Promise.all([
    bookById(sql, key),
    chapterById(sql, key),
    standingOf(sql, key),
  ]);
  if (!book || !chapter || !standing?.revisionId || standing.textStatus !== 'complete') return;
  const { revisionId } = standing;
  const countTokens = await tokenCounter();
  const messages = recapMessages({ ...chapter, language: book.language, text: standing.body, countTokens });
  const run = {
    id: newId('run'),
    kind: 'summarize' as const,
    chapterId: key.chapterId,
    requestHash: requestHash('summarize', revisionId),
    model: config.models.draft,
    revisionId: null,
    subjectId: null,
    startOffset: 0,
    holder: runs.holder,
    deadlineSeconds: Math.min(recapSecondsMax, config.generationSecondsMax),
    resumeOf: null,
    manifest: null,
    promptTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    builtFrom: {},
  };
  const begun = await insertRun(
    sql,
    key,
    run,
    { ...noLimits, quotas: config.quotas },
    {
      mayBegin: async (tx) => ((await standingOf(tx, key))?.revisionId === revisionId ? undefined : { not: 'changed' }),
    },
  );
  if ('not' in begun) return;
  const { accountId, chapterId } = key;
  runs.begin(begun.run, summarizing(messages, { accountId, chapterId, revisionId, model: run.model, runId: run.id }));
}

function summarizing(messages: readonly TextMessage[], recap: Omit<NewRecap, 'body'>): Work {
  let body = '';
  return {
    async perform({ text }, live, idleMsMax) {
      let usage: TextUsage | undefined;
      try {
        const said = await replyOf(text, live, messages, idleMsMax);
        usage = said.usage;
        body = boundRecap(said.reply) ?? '';
        if (body === '') throw new ProviderFailure('broken');
        live.add(body);
      } finally {
        live.count(usage, 0);
      }
    },
    async finish(tx, _run, { state }) {
      if (state !== 'completed' || (await putRecap(tx, { ...recap, body }))) return undefined;
      return { state: 'failed', errorCode: 'invalid_state', errorMessage: 'The chapter has another text by now.' };
    },
  };
}

/** What the model says, or the beginning of what it will not stop saying. */
async function replyOf(
  provider: TextProvider,
  live: LiveRun,
  messages: readonly TextMessage[],
  idleMsMax: number,
): Promise<{ reply: string; usage: TextUsage | undefined }> {
  const { signal } = live.stop;
  const stream = provider.stream({ model: live.run.model, messages, signal, idleMsMax });
  let reply = '';
  for (let next = await stream.next(); ; next = await stream.next()) {
    signal.throwIfAborted();
    if (next.done) return { reply, usage: next.value.usage };
    reply += next.value;
    if (reply.length < replyMax) continue;
    await stream.return({ reason: 'length', usage: undefined });
    return { reply, usage: undefined };
  }
}
