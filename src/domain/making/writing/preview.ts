import { notFound } from '../../../errors.ts';
import type { AssembledPrompt } from '../../calls/prompt/prompt.ts';
import type { PaidCall } from '../../calls/run/paid-call.ts';
import type { RunContext } from '../../calls/run/start.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { presentStateOf } from '../../text/texts/present.ts';
import { firstPrompt, proseCall } from './prose-call.ts';
import type { ProsePlan } from './prose-plan.ts';
import { planRewrite } from './rewrite.ts';
import type { RewriteRequest, WriteRequest } from './rules.ts';
import { refuseWithoutViewpoint } from './viewpoint.ts';
import { wishesOf } from './wishes.ts';
import { planWrite, refuseBoth, refuseWrite } from './write.ts';

/** The text that a call puts another one in place of. It stays as a revision. */
export interface ReplacedText {
  wordCount: number;
  /** Whether the call is refused unless it asks to begin anew. */
  needsRestart: boolean;
}

/** The call for the text of a chapter. */
export type ProseCall = PaidCall &
  Pick<AssembledPrompt, 'participants' | 'names' | 'arcsWanted'> & { replaces: ReplacedText | null };

type CallContext = Pick<RunContext, 'sql' | 'config' | 'work'>;

/** The first prompt of a write. Throws if the write would be refused. */
export async function writeCall(context: CallContext, key: ChapterKey, request: WriteRequest): Promise<ProseCall> {
  refuseBoth(request);
  const current = (await presentStateOf(context.sql, key)) ?? notFound('chapter');
  await refuseWrite(context.sql, key, request, current);
  return callFor(context, key, await planWrite(context.sql, key, request, current));
}

/** The prompt of a write, whether it is allowed or not: an agent that writes the chapter itself reads it too. */
export async function promptOfWrite(context: CallContext, key: ChapterKey, request: WriteRequest): Promise<ProseCall> {
  refuseBoth(request);
  const current = (await presentStateOf(context.sql, key)) ?? notFound('chapter');
  return callFor(context, key, await planWrite(context.sql, key, request, current));
}

/** The first prompt of a rewrite. Throws if the rewrite would be refused. */
export async function rewriteCall(context: CallContext, key: ChapterKey, request: RewriteRequest): Promise<ProseCall> {
  const current = (await presentStateOf(context.sql, key)) ?? notFound('chapter');
  await refuseWithoutViewpoint(context.sql, key);
  const wishes = await wishesOf(context.sql, key, request);
  return callFor(context, key, await planRewrite(context.sql, key, wishes, current));
}

async function callFor(context: CallContext, key: ChapterKey, plan: ProsePlan): Promise<ProseCall> {
  const { model, room, input, wordCount } = await proseCall(context, key, plan);
  const { prompt, expected } = await firstPrompt(context.work, key, input);
  const replaces = replacedBy(plan, wordCount);
  return { ...prompt, ...expected, model, room, times: 1, replaces };
}

/** Null for a call that finds no text, or appends to it. */
function replacedBy({ kind, savedText, current, restarts }: ProsePlan, wordCount: number): ReplacedText | null {
  if (current.body === '' || (kind === 'write' && savedText !== '')) return null;
  return { wordCount, needsRestart: kind === 'write' && !restarts };
}
