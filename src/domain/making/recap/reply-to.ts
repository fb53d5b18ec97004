import type { ReplyShape } from '../../../providers/reply-shape.ts';
import { ProviderFailure, withoutText } from '../../../providers/text.ts';
import type { CountedMessages, TextEnd, TextProvider } from '../../../providers/text-provider.ts';
import { asTold } from '../../calls/run/as-told.ts';
import type { LiveRun } from '../../calls/run/live.ts';
import { withoutReasoning } from '../../text/remark/reasoning.ts';

/** A question with the shape of its reply. */
type Question = CountedMessages & { shape: ReplyShape };

interface Bounds {
  idleMsMax: number;
  /** UTF-16 units of a reply, after which it is cut. */
  unitsMax: number;
}

/**
 * The reply to one call of a run, without reasoning. Throws ProviderFailure if it is nothing but reasoning, or if its length was
 * used up for that.
 */
export async function replyTo(
  provider: TextProvider,
  live: LiveRun,
  question: Question,
  bounds: Bounds,
): Promise<string> {
  await live.calls.next(live.stop.signal);
  const { reply: said, end } = await asTold(live, () =>
    live.counting(async (report) => {
      const answer = await replyOf(provider, live, question, bounds);
      report(answer.end.usage);
      return answer;
    }),
  );
  const reply = withoutReasoning(said, (at, text) => live.cut.add(at, text));
  const hasReasoned = end.hasReasoned || reply !== said;
  if (!reply?.trim() && end.reason === 'length' && hasReasoned)
    throw withoutText(live.run.model, { ...end, hasReasoned });
  if (reply === undefined) throw new ProviderFailure('reasoning');
  return reply;
}

const cutHere: TextEnd = { reason: 'length', usage: undefined, hasReasoned: false };

async function replyOf(
  provider: TextProvider,
  live: LiveRun,
  { messages, tokens: promptTokens, shape }: Question,
  { idleMsMax, unitsMax }: Bounds,
): Promise<{ reply: string; end: TextEnd }> {
  const { signal } = live.stop;
  const stream = provider.stream({ model: live.run.model, messages, promptTokens, signal, idleMsMax, shape });
  let reply = '';
  let next = await stream.next();
  while (!next.done && reply.length < unitsMax) {
    signal.throwIfAborted();
    reply += next.value;
    if (reply.length < unitsMax) next = await stream.next();
  }
  signal.throwIfAborted();
  if (next.done) return { reply, end: next.value };
  await stream.return(cutHere);
  return { reply, end: cutHere };
}
