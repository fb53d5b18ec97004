import type { CountedMessages, TextMessage } from '../../../providers/text-provider.ts';
import type { CountTokens } from '../../../providers/tokenizer.ts';
import { clip } from '../../calls/prompt/fence.ts';
import { type Room, tokensLeft } from '../../calls/prompt/room.ts';
import { repairMessages } from '../../calls/run/repair-prompt.ts';
import { continueMessages } from './continue-prompt.ts';

/** The messages of a question for a share of the bounds of its material. */
type MessagesFor = (share: number) => TextMessage[];

/** Shares of the bounds of the material, largest first. Ours. */
const shares = [1, 0.5, 0.25, 0.1, 0.04];

// Code points of a reply that is sent back: enough to see the intent; a shorter rest shows nothing. Ours.
const sentBackMax = 60_000;
const sentBackMin = 200;

/** The messages in the largest form that fits the budget; else in the shortest one. */
export function fitQuestion(messagesFor: MessagesFor, room: Room, countTokens: CountTokens): CountedMessages {
  let prompt = counted([], countTokens);
  for (const share of shares) {
    prompt = counted(messagesFor(share), countTokens);
    if (prompt.tokens <= room.budgetTokens) break;
  }
  return prompt;
}

/** The second request: its faults, and as much of the first reply as there is room for. */
export function fitRepair(
  messagesFor: MessagesFor,
  room: Room,
  countTokens: CountTokens,
  { reply, faults }: { reply: string; faults: readonly string[] },
): CountedMessages {
  const bare = fitQuestion((share) => repairMessages(messagesFor(share), '', faults), room, countTokens);
  for (let replyMax = sentBackMax; replyMax >= sentBackMin; replyMax = Math.floor(replyMax / 2)) {
    const prompt = counted(repairMessages(bare.messages.slice(0, -1), clip(reply, replyMax), faults), countTokens);
    if (prompt.tokens <= tokensLeft(room)) return prompt;
  }
  return bare;
}

/** The request for the rest of a reply that was cut for length; undefined if the model cannot read the whole reply. */
export function fitContinuation(
  messagesFor: MessagesFor,
  room: Room,
  countTokens: CountTokens,
  cut: string,
): CountedMessages | undefined {
  const { messages } = fitQuestion(messagesFor, room, countTokens);
  const prompt = counted(continueMessages(messages, cut), countTokens);
  return prompt.tokens <= tokensLeft(room) ? prompt : undefined;
}

function counted(messages: readonly TextMessage[], countTokens: CountTokens): CountedMessages {
  return { messages, tokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0) };
}
