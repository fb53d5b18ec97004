import { ProviderFailure, type TextMessage, type TextProvider, type TextUsage } from '../../providers/text.ts';
import type { LiveRun } from '../run/live.ts';
import { repairMessages } from './repair-prompt.ts';

/** A question to a model with the parser of its reply. */
export interface Question<Answer> {
  messages: readonly TextMessage[];
  read: (reply: string) => { answer: Answer } | { faults: readonly string[] };
}

// Far above any outline; an endless reply is cut here. UTF-16 code units, ours.
const replyUnitsMax = 2_000_000;

/**
 * Asks for one JSON answer and retries once with the faults of the first reply. The replies are kept as the run's text.
 * Throws ProviderFailure if the second reply is invalid too.
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
  // Providers refuse empty messages, so an empty reply is not repeated to the model.
  const again = first.trim() === '' ? messages : repairMessages(messages, first, found.faults);
  const reply = await replyTo(provider, live, again, idleMsMax);
  const second = read(reply);
  if ('answer' in second) return second.answer;
  throw new ProviderFailure(reply.trim() === '' ? 'textless' : 'unusable');
}

async function replyTo(
  provider: TextProvider,
  live: LiveRun,
  messages: readonly TextMessage[],
  idleMsMax: number,
): Promise<string> {
  const { signal } = live.stop;
  await live.calls.next(signal);
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
