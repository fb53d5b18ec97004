import type { ReplyShape } from '../../../providers/reply-shape.ts';
import { ProviderFailure, type TextUsage } from '../../../providers/text.ts';
import type { CountedMessages, TextProvider } from '../../../providers/text-provider.ts';
import type { LiveRun } from '../../calls/run/live.ts';
import { withoutReasoning } from '../../text/remark/reasoning.ts';

/** A question with the shape of its reply. */
type Question = CountedMessages & { shape: ReplyShape };

interface Bounds {
  idleMsMax: number;
  /** UTF-16 units of a reply, after which it is cut. */
  unitsMax: number;
}

/** The reply to one call of a run, without reasoning. Throws ProviderFailure if it is nothing but reasoning. */
export async function replyTo(
  provider: TextProvider,
  live: LiveRun,
  question: Question,
  bounds: Bounds,
): Promise<string> {
  await live.calls.next(live.stop.signal);
  let usage: TextUsage | undefined;
  try {
    const said = await replyOf(provider, live, question, bounds);
    usage = said.usage;
    const reply = withoutReasoning(said.reply, (at, text) => live.cut.add(at, text));
    if (reply === undefined) throw new ProviderFailure('reasoning');
    return reply;
  } finally {
    live.count(usage, 0);
  }
}

async function replyOf(
  provider: TextProvider,
  live: LiveRun,
  { messages, tokens: promptTokens, shape }: Question,
  { idleMsMax, unitsMax }: Bounds,
): Promise<{ reply: string; usage: TextUsage | undefined }> {
  const { signal } = live.stop;
  const stream = provider.stream({ model: live.run.model, messages, promptTokens, signal, idleMsMax, shape });
  let reply = '';
  for (let next = await stream.next(); ; next = await stream.next()) {
    signal.throwIfAborted();
    if (next.done) return { reply, usage: next.value.usage };
    reply += next.value;
    if (reply.length < unitsMax) continue;
    await stream.return({ reason: 'length', usage: undefined });
    return { reply, usage: undefined };
  }
}
