import { notFound } from '../../../errors.ts';
import { type AssemblyInput, assembled } from '../../calls/prompt/assembly.ts';
import { orderFor } from '../../calls/prompt/chapter-order.ts';
import type { Order } from '../../calls/prompt/order.ts';
import { roomForProse } from '../../calls/prompt/room.ts';
import { tokensOfEachIn } from '../../calls/run/paid-call.ts';
import type { RunContext } from '../../calls/run/start.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { briefFor } from './brief.ts';
import type { ProsePlan } from './prose-plan.ts';
import { refuseLongRewrite } from './rewrite-limit.ts';

/** Assembles the first prompt of a call. Throws for a text that is too long to be rewritten. */
export async function firstPrompt(work: RunContext['work'], { accountId }: ChapterKey, input: AssemblyInput) {
  if (input.presentText) {
    const [tokens = 0] = await tokensOfEachIn(work, accountId, [input.presentText]);
    refuseLongRewrite(tokens, input.budgetTokens);
  }
  return assembled(work, accountId, input);
}

/** What a run of this plan sends first. A preview shows the same. */
export async function proseCall({ sql, config }: Pick<RunContext, 'sql' | 'config'>, key: ChapterKey, plan: ProsePlan) {
  const brief = (await briefFor(sql, key, plan)) ?? notFound('chapter');
  const replacedText = startsAnew(plan) ? plan.current.body : '';
  const order = formerOrder(plan) ?? orderFor(brief.input, plan);
  const model = config.models[brief.modelTier];
  const room = roomForProse(config, model, order?.words);
  const input = { ...brief.input, replacedText, order, budgetTokens: room.budgetTokens };
  return { model, room, input, builtFrom: brief.builtFrom, wordCount: brief.wordCount };
}

/** Whether a write begins without the present text. */
function startsAnew({ kind, savedText }: ProsePlan): boolean {
  return kind === 'write' && savedText === '';
}

/** The same request continues toward the length of its former run: what it appends counts from where that run began. */
function formerOrder({ former, hash, words }: ProsePlan): Order | undefined {
  if (words === undefined || former?.requestHash !== hash || former.orderedWords === null) return undefined;
  return { words: former.orderedWords, from: former.orderedFrom };
}
