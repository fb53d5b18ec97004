import { ProviderFailure } from '../../../providers/text.ts';
import type { CountedMessages, TextProvider } from '../../../providers/text-provider.ts';
import type { Transaction } from '../../../sql/connect.ts';
import type { LiveRun } from '../../calls/run/live.ts';
import type { Ending, Work } from '../../calls/run/work.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import type { RecapCheck } from './check.ts';
import { settleOrder } from './order-store.ts';
import { recapIn, recapShape } from './reply.ts';
import { replyTo } from './reply-to.ts';
import { type NewRecap, replyMax } from './rules.ts';
import { putRecap } from './store.ts';
import { putSuggestion } from './suggestion-store.ts';

/** The text that a run sums up. */
interface Subject {
  revisionId: string;
  model: string;
  runId: string;
}

/** Work of a run that makes the recap of a text: asks for it, and stores it if the chapter still has that text. */
export function summarizing(key: ChapterKey, asked: RecapQuestion, subject: Subject): Work {
  return recapWork(asked, async (tx, recap, { state, retryAfterSeconds }) => {
    const outcome = recap ? await store(tx, key, recap, subject) : state === 'cancelled' ? 'done' : 'failed';
    await settleOrder(tx, key, subject.runId, outcome, retryAfterSeconds);
    if (outcome !== 'changed') return undefined;
    return { state: 'failed', errorCode: 'invalid_state', errorMessage: 'The chapter has another text by now.' };
  });
}

/** Stores a recap, or beside that of a person as a suggestion. */
async function store(tx: Transaction, key: ChapterKey, recap: NewRecap, subject: Subject): Promise<'done' | 'changed'> {
  if (await putRecap(tx, key, recap, { origin: 'model', ...subject })) return 'done';
  return (await putSuggestion(tx, key, recap, subject)) ? 'done' : 'changed';
}

type Finish = NonNullable<Work['finish']>;

/** A question for a recap, and what its answer is checked with. */
export interface RecapQuestion {
  prompt: CountedMessages;
  check: RecapCheck;
}

/**
 * Work of a run that asks for a recap. One that has faults is asked for once more; with faults again, the run fails and the
 * former recap stays. At its end `store` gets the recap, undefined unless the run has completed.
 */
export function recapWork(
  { prompt, check }: RecapQuestion,
  store: (tx: Parameters<Finish>[0], recap: NewRecap | undefined, ending: Ending) => ReturnType<Finish>,
): Work {
  let recap: NewRecap | undefined;
  return {
    async perform({ text }, live, idleMsMax) {
      let said = await answerTo(text, live, prompt, idleMsMax);
      const faults = await check.faultsOf(said.recap);
      if (faults.length > 0) {
        said = await answerTo(text, live, await check.promptAgain(prompt, said.reply, faults), idleMsMax);
        if ((await check.faultsOf(said.recap)).length > 0)
          throw new ProviderFailure(said.reply.trim() === '' ? 'textless' : 'unusable');
      }
      recap = said.recap;
      live.add([recap?.events, recap?.state].filter(Boolean).join('\n\n'));
    },
    async finish(tx, _run, ending) {
      return store(tx, ending.state === 'completed' ? recap : undefined, ending);
    },
  };
}

/** The reply to one call, and the recap in it. */
async function answerTo(
  provider: TextProvider,
  live: LiveRun,
  prompt: CountedMessages,
  idleMsMax: number,
): Promise<{ reply: string; recap: NewRecap | undefined }> {
  const reply = await replyTo(provider, live, { ...prompt, shape: recapShape }, { idleMsMax, unitsMax: replyMax });
  return { reply, recap: recapIn(reply, (at, text) => live.cut.add(at, text)) };
}
