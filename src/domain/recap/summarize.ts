import { newId } from '../../id.ts';
import { ProviderFailure, type TextMessage, type TextProvider, type TextUsage } from '../../providers/text.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import { bookById } from '../book/store.ts';
import { type ChapterKey, chapterById } from '../chapter/store.ts';
import { textStateOf } from '../chapter/text.ts';
import { recapMessages } from '../prompt/recap-prompt.ts';
import { insertRun } from '../run/insert.ts';
import type { LiveRun } from '../run/live.ts';
import { requestHash } from '../run/rules.ts';
import type { RunContext } from '../run/start.ts';
import type { Work } from '../run/work.ts';
import { boundRecap, recapSecondsMax, replyMax } from './rules.ts';
import { type NewRecap, putRecap } from './store.ts';

/** Limits for requests do not apply to automatic summaries (ours). */
const noLimits = { providerConcurrent: 0, providerPerMinute: 0 };

/**
 * Starts to summarize a finished chapter with the draft tier's model (ours). Does nothing if summaries are off, the chapter
 * is no longer finished, or the account has no quota.
 */
export async function summarizeChapter(
  { sql, config, runs }: Pick<RunContext, 'sql' | 'config' | 'runs'>,
  key: ChapterKey,
): Promise<void> {
  if (!config.chapterSummaries || runs.isClosing) return;
  const [book, chapter, standing] = await Promise.all([
    bookById(sql, key),
    chapterById(sql, key),
    textStateOf(sql, key),
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
      mayBegin: async (tx) =>
        (await textStateOf(tx, key))?.revisionId === revisionId ? undefined : { not: 'changed' },
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
      await live.calls.next(live.stop.signal);
      let usage: TextUsage | undefined;
      try {
        const said = await replyOf(text, live, messages, idleMsMax);
        usage = said.usage;
        body = boundRecap(said.reply) ?? '';
        if (body === '') throw new ProviderFailure('textless');
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

/** The reply, cut at the limit. */
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
