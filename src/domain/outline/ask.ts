import { ProviderFailure, type TextMessage, type TextProvider, type TextUsage } from '../../providers/text.ts';
import type { LiveRun } from '../generation/live.ts';
import { repairMessages } from './repair-prompt.ts';

/** What a model is asked, and how its reply is read. */
export interface Question<Answer> {
  messages: readonly TextMessage[];
  read: (reply: string) => { answer: Answer } | { faults: readonly string[] };
}

// Far above any outline; a reply that runs on for ever ends here. UTF-16 code units, ours.
const replyUnitsMax = 2_000_000;

/**
 * Asks for one JSON answer and, where it does not fit, once more with its faults named. What the model says is kept as the
 * run's text, whatever becomes of it. Throws ProviderFailure when the second reply does not fit either.
 */
export async function ask<Answer>(
  provider: TextProvider,
  live: LiveRun,
  { messages, read }: Question<Answer>,
  idleMsMax: number,
): Promise<Answer> {
  const first = await replyTo(provider, live, messages, idleMsMax);
  const found = read(first);
  if ('answer' in found) return found.answer;
  const second = read(await replyTo(provider, live, repairMessages(messages, first, found.faults), idleMsMax));
  if ('answer' in second) return second.answer;
  throw new ProviderFailure('unusable');
}

async function replyTo(
  provider: TextProvider,
  live: LiveRun,
  messages: readonly TextMessage[],
  idleMsMax: number,
): Promise<string> {
  const { signal } = live.stop;
  const firstPiece = live.pieces.length;
  const stream = provider.stream({ model: live.run.model, messages, signal, idleMsMax, json: true });
  let usage: TextUsage | undefined;
  let reply = '';
  try {
    let next = await stream.next();
    for (; !next.done; next = await stream.next()) {
      reply += next.value;
      live.add(next.value);
      if (reply.length > replyUnitsMax) throw new ProviderFailure('broken');
    }
    usage = next.value.usage;
  } finally {
    live.count(usage, firstPiece);
  }
  signal.throwIfAborted();
  return reply;
}
