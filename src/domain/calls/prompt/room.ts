import { invalidState } from '../../../errors.ts';
import { limitOf, type ModelLimit, type ModelLimits, promptTokensMin, promptTokensUsual } from '../../../models.ts';

/** Tokens per word of prose with punctuation and space; about 1.3 in English, more in most languages. Ours. */
const tokensPerWord = 1.4;
/** Default chapter length of current models, words. Ours. */
export const usualWords = 2_000;
/** Part of the context that stays free: other encodings count more, and providers add tokens around messages. */
const freeShare = 0.05;

/** The settings that decide how large a prompt may be. */
interface RoomSettings {
  readonly modelLimits: ModelLimits;
  /** Undefined: the usual maximum. */
  readonly promptTokensMax: number | undefined;
}

/** The room of a model for one prompt, tokens. */
export interface Room extends ModelLimit {
  /** Whether the limits of the model are an assumption. */
  isAssumed: boolean;
  /** Kept free for the answer. */
  outputReserveTokens: number;
  /** Largest prompt. */
  budgetTokens: number;
}

/** Tokens of a reply with a number of words. */
export function tokensOfWords(words: number): number {
  return Math.round(words * tokensPerWord);
}

/**
 * The room for a prompt whose answer takes `replyTokens`; a longer answer than the model can give is continued. Throws
 * `invalid_state` if too little is left for a prompt.
 */
export function roomOf(settings: RoomSettings, model: string, replyTokens: number): Room {
  const limit = limitOf(settings.modelLimits, model);
  const { contextTokens, outputTokens } = limit;
  const outputReserveTokens = Math.min(replyTokens, outputTokens);
  const left = tokensLeft({ contextTokens, outputReserveTokens });
  if (left < promptTokensMin)
    invalidState(whyNoRoom(model, { ...limit, outputReserveTokens }, promptTokensMin, 'Order fewer words'));
  const usual = limit.isAssumed ? promptTokensUsual.unlisted : promptTokensUsual.listed;
  return { ...limit, outputReserveTokens, budgetTokens: Math.min(settings.promptTokensMax ?? usual, left) };
}

/** Tokens that a model can read beside its answer, whatever PROMPT_TOKENS_MAX allows. */
export function tokensLeft({
  contextTokens,
  outputReserveTokens,
}: Pick<Room, 'contextTokens' | 'outputReserveTokens'>) {
  return Math.floor(contextTokens * (1 - freeShare)) - outputReserveTokens;
}

/** Throws `invalid_state` if the model cannot read a prompt of this many tokens, which cannot be made shorter. */
export function requireRoom(model: string, room: Room, tokens: number): void {
  if (tokens > tokensLeft(room)) invalidState(whyNoRoom(model, room, tokens, 'Shorten the material'));
}

/** The room for the prompt of a chapter whose length is ordered; the usual length without an order. */
export function roomForProse(settings: RoomSettings, model: string, words: number | undefined): Room {
  return roomOf(settings, model, tokensOfWords(words ?? usualWords));
}

/** Part of the context that an answer in parts may take: what does not fit in one part comes in the next. Ours. */
const partShareMax = 0.25;

/** The room for a prompt whose answer may come in parts. */
export function roomForParts(settings: RoomSettings, model: string, replyTokens: number): Room {
  const { contextTokens } = limitOf(settings.modelLimits, model);
  return roomOf(settings, model, Math.min(replyTokens, Math.floor(contextTokens * partShareMax)));
}

function whyNoRoom(model: string, room: Omit<Room, 'budgetTokens'>, needed: number, remedy: string): string {
  const { contextTokens, outputTokens, outputReserveTokens: reserve } = room;
  const left = Math.max(0, tokensLeft(room));
  return `The model ${model} has no room for the prompt: of its ${contextTokens} tokens of context, ${reserve} are kept for the answer (MODEL_LIMITS: ${model}=${contextTokens}/${outputTokens}), which leaves ${left} tokens; the prompt needs at least ${needed}. ${remedy}, choose another model, or correct MODEL_LIMITS.`;
}
