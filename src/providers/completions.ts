import { z } from 'zod';

/** The chat-completions protocol as it goes over the wire: read by the text client, written by our own servers. */

export interface TextUsage {
  inputTokens: number;
  /** Those of the input tokens that the provider had in its cache. */
  cachedInputTokens: number;
  outputTokens: number;
}

const tokens = z.int().nonnegative();

const chunkShape = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            // Not OpenAI's own: DeepSeek and vLLM write the first, OpenRouter the second.
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
            refusal: z.string().nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
  // A slip in the accounts is no reason to lose the text.
  usage: z
    .object({
      prompt_tokens: tokens,
      completion_tokens: tokens,
      prompt_tokens_details: z.object({ cached_tokens: tokens.nullish() }).nullish(),
    })
    .nullish()
    .catch(undefined),
});

/** One chunk of a stream. Where several choices come, the first is ours. */
export type Chunk = z.infer<typeof chunkShape>;

/** Undefined when it is no chunk: neither choices nor an error, or not even JSON. */
export function readChunk(data: string): Chunk | undefined {
  try {
    const { success, data: chunk } = chunkShape.safeParse(JSON.parse(data));
    return success && (chunk.choices !== undefined || chunk.error != null) ? chunk : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when the chunk says nothing of it. */
export function usageOf({ usage }: Chunk): TextUsage | undefined {
  if (!usage) return undefined;
  return {
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.completion_tokens,
  };
}

/** What our own servers read of a request. */
export const completionRequest = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().default(false) }).optional(),
  response_format: z.object({ type: z.string() }).optional(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
});
export type CompletionRequest = z.infer<typeof completionRequest>;

export const eventStreamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
export const doneEvent = 'data: [DONE]\n\n';

/** The event that carries one piece of text. */
export function textEvent(model: string, content: string): string {
  return eventOf({ ...head(model, 'chat.completion.chunk'), choices: [choice({ delta: { content } }, null)] });
}

export function finishEvent(model: string, reason: string): string {
  return eventOf({ ...head(model, 'chat.completion.chunk'), choices: [choice({ delta: {} }, reason)] });
}

/** Comes after the finish, and only to a request with `stream_options.include_usage`. */
export function usageEvent(model: string, usage: TextUsage): string {
  return eventOf({ ...head(model, 'chat.completion.chunk'), choices: [], usage: wireUsage(usage) });
}

/** Any object as an event of a stream. */
export function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** The answer, as JSON, to a request that does not stream. */
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

function choice(said: object, reason: string | null) {
  return { index: 0, ...said, finish_reason: reason };
}

function wireUsage({ inputTokens, cachedInputTokens, outputTokens }: TextUsage) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}
