import { notFound } from '../../errors.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { textStateOf } from '../chapter/text.ts';
import { assembled } from '../prompt/assembly.ts';
import type { AssembledPrompt } from '../prompt/prompt.ts';
import { type PaidCall, tokensOfEachIn } from '../run/paid-call.ts';
import type { RunContext } from '../run/start.ts';
import { type Prose, proseCall } from './prose.ts';
import { rewriteProse } from './rewrite.ts';
import { refuseLongRewrite } from './rewrite-limit.ts';
import type { RewriteRequest, WriteRequest } from './rules.ts';
import { refuseBoth, writeProse } from './write.ts';

/** The call for the text of a chapter. */
export type ProseCall = PaidCall & Pick<AssembledPrompt, 'participants' | 'names'>;

type CallContext = Pick<RunContext, 'sql' | 'config' | 'work'>;

/** What the next write of a chapter sends first. */
export async function writeCall(context: CallContext, key: ChapterKey, request: WriteRequest): Promise<ProseCall> {
  refuseBoth(request);
  const current = (await textStateOf(context.sql, key)) ?? notFound('chapter');
  return callFor(context, key, await writeProse(context.sql, key, request, current));
}

/** What a rewrite of a chapter sends first. Throws `invalid_state` as the rewrite does. */
export async function rewriteCall(
  context: CallContext,
  key: ChapterKey,
  { directive }: RewriteRequest,
): Promise<ProseCall> {
  const current = (await textStateOf(context.sql, key)) ?? notFound('chapter');
  return callFor(context, key, await rewriteProse(context.sql, key, directive, current));
}

async function callFor(context: CallContext, key: ChapterKey, prose: Prose): Promise<ProseCall> {
  const { model, room, input } = await proseCall(context, key, prose);
  const { work } = context;
  if (input.presentText) {
    const [tokens = 0] = await tokensOfEachIn(work, key.accountId, [input.presentText]);
    refuseLongRewrite(tokens, input.budgetTokens);
  }
  const { prompt, expected } = await assembled(work, key.accountId, input);
  return { ...prompt, model, room, expectedOutputTokens: expected.expectedOutputTokens, times: 1 };
}
