import type { TextMessage } from '../../providers/text.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';
import { clip } from '../prompt/fence.ts';
import { type RoomSettings, requireRoom, roomForParts, tokensLeft } from '../prompt/room.ts';
import { repairMessages } from './repair-prompt.ts';

/** The messages of a question in the largest form that its model has room for. */
export interface FittedMessages {
  messages: readonly TextMessage[];
  /** The second request: its faults, and as much of the first reply as there is room for. */
  repair: (reply: string, faults: readonly string[]) => readonly TextMessage[];
}

/** Throws `invalid_state` if the model has no room for the shortest form. */
export type FitMessages = (messagesFor: (share: number) => TextMessage[]) => FittedMessages;

/** Shares of the bounds of the material, largest first. Ours. */
const shares = [1, 0.5, 0.25, 0.1, 0.04];

// Code points of a reply that is sent back: enough to see the intent; a shorter rest shows nothing. Ours.
const sentBackMax = 60_000;
const sentBackMin = 200;

/** Throws `invalid_state` if the model has no room for a prompt. `replyTokens` is the usual length of the whole answer. */
export async function fitFor(settings: RoomSettings, model: string, replyTokens: number): Promise<FitMessages> {
  const room = roomForParts(settings, model, replyTokens);
  const countTokens = await tokenCounter();
  const tokensOf = (messages: readonly TextMessage[]) =>
    messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  const largest = (messagesFor: (share: number) => TextMessage[]) => {
    let messages: TextMessage[] = [];
    for (const share of shares) {
      messages = messagesFor(share);
      if (tokensOf(messages) <= room.budgetTokens) return messages;
    }
    // The shortest form may exceed PROMPT_TOKENS_MAX, but never the model.
    requireRoom(model, room, tokensOf(messages));
    return messages;
  };
  return (messagesFor) => ({
    messages: largest(messagesFor),
    repair(reply, faults) {
      const bare = largest((share) => repairMessages(messagesFor(share), '', faults));
      for (let replyMax = sentBackMax; replyMax >= sentBackMin; replyMax = Math.floor(replyMax / 2)) {
        const messages = repairMessages(bare.slice(0, -1), clip(reply, replyMax), faults);
        if (tokensOf(messages) <= tokensLeft(room)) return messages;
      }
      return bare;
    },
  });
}
