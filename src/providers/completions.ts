import { z } from 'zod';
import type { TextUsage } from './frame.ts';

/** Wire format of the chat-completions protocol, as the rehearsal provider of the demo and the test provider write it. */

/** The parts of a request that the rehearsal provider and the test provider read. */
export const completionRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().default(false) }).optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
});
export type CompletionRequest = z.infer<typeof completionRequest>;

export const eventStreamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
export const doneEvent = 'data: [DONE]\n\n';

/** Event with one piece of text. */
export function textEvent(model: string, content: string): string {
  return eventOf({ ...head(model, 'chat.completion.chunk'), choices: [choice({ delta: { content } }, null)] });
}

export function finishEvent(model: string, reason: string): string {
  return eventOf({ ...head(model, 'chat.completion.chunk'), choices: [choice({ delta: {} }, reason)] });
}

/** Follows the finish, only for requests with `stream_options.include_usage`. */
export function usageEvent(model: string, usage: TextUsage): string {
  return eventOf({ ...head(model, 'chat.completion.chunk'), choices: [], usage: wireUsage(usage) });
}

/** Encodes an object as an event of a stream. */
export function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Response to a request that does not stream. */
export function completionJson(model: string, content: string, reason: string, usage: TextUsage): string {
  const message = { role: 'assistant', content };
  return JSON.stringify({
    ...head(model, 'chat.completion'),
    choices: [choice({ message }, reason)],
    usage: wireUsage(usage),
  });
}

function head(model: string, object: string) {
  return { id: 'chatcmpl-0', object, created: 0, model };
}

function choice(payload: object, reason: string | null) {
  return { index: 0, ...payload, finish_reason: reason };
}

function wireUsage({ inputTokens, cachedInputTokens, outputTokens }: TextUsage) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}
