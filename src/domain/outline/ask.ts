import type { ReplyShape } from '../../providers/reply-form.ts';
import { ProviderFailure, type TextEnd, type TextProvider, type TextRequest } from '../../providers/text.ts';
import type { LiveRun } from '../run/live.ts';
import type { FittedMessages } from './fit.ts';

/** What a reply, or the complete parts of one that was cut for length, come to. */
export type Read<Answer> = { answer: Answer } | { faults: readonly string[] };

/** A question to a model with the parser of its reply. */
export interface Question<Answer> extends FittedMessages {
  /** Shape of the reply; the messages describe it too. */
  shape: ReplyShape;
  read: (reply: string) => Read<Answer>;
  /**
   * Continues after a reply that was cut for length: keeps its complete parts, and asks for the others. Undefined if no part
   * is complete.
   */
  continued: (cut: string) => Read<Answer> | { next: Question<Answer> } | undefined;
}

// Far above any outline; an endless reply is cut here. UTF-16 code units, ours.
const replyUnitsMax = 2_000_000;

/**
 * Asks for one JSON answer, in as many parts as the model needs. Each part is asked for once more with the faults of its
 * first reply. The replies are kept as the run's text. Throws ProviderFailure if a second reply is invalid too, or if a reply
 * is cut for length before it adds a part.
 */
export async function ask<Answer>(
  provider: TextProvider,
  live: LiveRun,
  first: Question<Answer>,
  idleMsMax: number,
): Promise<Answer> {
  let question = first;
  let { messages } = first;
  for (let isRepair = false; ; ) {
    const { reply, reason } = await replyTo(provider, live, { messages, shape: question.shape, idleMsMax });
    const found = reason === 'length' ? question.continued(reply) : question.read(reply);
    if (found === undefined) throw new ProviderFailure('too_long');
    if ('answer' in found) return found.answer;
    if ('next' in found) {
      question = found.next;
      messages = question.messages;
      isRepair = false;
      continue;
    }
    if (isRepair) throw new ProviderFailure(reply.trim() === '' ? 'textless' : 'unusable');
    // Providers refuse empty messages, so an empty reply is not repeated to the model.
    messages = reply.trim() === '' ? question.messages : question.repair(reply, found.faults);
    isRepair = true;
  }
}

async function replyTo(
  provider: TextProvider,
  live: LiveRun,
  request: Pick<TextRequest, 'messages' | 'shape' | 'idleMsMax'>,
): Promise<{ reply: string; reason: TextEnd['reason'] }> {
  const { signal } = live.stop;
  await live.calls.next(signal);
  const firstPiece = live.pieces.length;
  const stream = provider.stream({ ...request, model: live.run.model, signal });
  let end: TextEnd | undefined;
  let reply = '';
  try {
    let next = await stream.next();
    for (; !next.done; next = await stream.next()) {
      reply += next.value;
      live.add(next.value);
      if (reply.length > replyUnitsMax) throw new ProviderFailure('broken');
    }
    end = next.value;
  } finally {
    live.count(end?.usage, firstPiece);
  }
  signal.throwIfAborted();
  return { reply, reason: end.reason };
}
