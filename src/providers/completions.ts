import { z } from 'zod';

/** Wire format of the chat-completions protocol. The text client reads it. The rehearsal provider of the demo and the test provider write it. */

export interface TextUsage {
  inputTokens: number;
  /** Input tokens served from the provider's cache. */
  cachedInputTokens: number;
  outputTokens: number;
}

const tokens = z.int().nonnegative();

const chunkShape = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        index: z.int().nullish().catch(undefined),
        delta: z
          .object({
            content: z.string().nullish(),
            // Extensions: DeepSeek and vLLM send the first, OpenRouter the second.
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
            refusal: z.string().nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
  // Invalid usage must not lose the text.
  usage: z
    .object({
      prompt_tokens: tokens,
      completion_tokens: tokens,
      prompt_tokens_details: z.object({ cached_tokens: tokens.nullish() }).nullish(),
    })
    .nullish()
    .catch(undefined),
});

/** One chunk of a stream. */
export type Chunk = z.infer<typeof chunkShape>;

/** The first choice of a chunk; undefined if it has none. A choice without an index is the first. */
export function firstChoice({ choices }: Chunk) {
  return choices?.find(({ index }) => (index ?? 0) === 0);
}

/** Undefined for anything that is not a chunk: neither choices nor an error, or not JSON. */
export function readChunk(data: string): Chunk | undefined {
  try {
    const { success, data: chunk } = chunkShape.safeParse(JSON.parse(data));
    return success && (chunk.choices !== undefined || chunk.error != null) ? chunk : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if the chunk has no usage. */
export function usageOf({ usage }: Chunk): TextUsage | undefined {
  if (!usage) return undefined;
  return {
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.completion_tokens,
  };
}

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
