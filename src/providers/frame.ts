import { z } from 'zod';
import { describedError, type SaidError, saidError } from './said-error.ts';

export interface TextUsage {
  inputTokens: number;
  /** Input tokens served from the provider's cache. */
  cachedInputTokens: number;
  outputTokens: number;
}

/** What one frame of a stream, or a whole completion, says. */
export interface Frame {
  text: string;
  /** Whether it is about the text: other frames report usage, or keep the connection open. */
  hasChoice: boolean;
  /** Whether it has a part of the model's reasoning, which is not read. */
  hasReasoning: boolean;
  /** Whether its usage counts tokens of reasoning. */
  countsReasoning: boolean;
  /** Words with which the model declines. */
  refusal: string;
  /** Undefined unless the provider gives a reason for the end. */
  finish: string | undefined;
  usage: TextUsage | undefined;
  error: SaidError | undefined;
}

/** A member that is ignored unless it has this shape: one odd member must lose no other. */
const lenient = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().catch(undefined);
const words = lenient(z.string());
const tokens = z.int().nonnegative();

const part = z.object({ type: words, text: words });
const message = z.object({
  content: lenient(z.union([z.string(), z.array(lenient(z.union([z.string(), part])))])),
  // Extensions: DeepSeek and vLLM send the first, OpenRouter the others.
  reasoning_content: z.unknown().optional(),
  reasoning: z.unknown().optional(),
  reasoning_details: z.unknown().optional(),
  refusal: words,
});
type Message = z.infer<typeof message>;

const frameShape = z.object({
  choices: lenient(
    z.array(
      lenient(
        z.object({
          index: lenient(z.int()),
          delta: lenient(message),
          message: lenient(message),
          finish_reason: words,
        }),
      ),
    ),
  ),
  usage: lenient(
    z.object({
      prompt_tokens: tokens,
      completion_tokens: tokens,
      prompt_tokens_details: lenient(z.object({ cached_tokens: tokens.nullish() })),
      completion_tokens_details: lenient(z.object({ reasoning_tokens: lenient(tokens) })),
    }),
  ),
});

/** Reads the data of one frame. Members that are not understood are ignored; undefined for anything but an object. */
export function frameIn(data: string): Frame | undefined {
  const sent = jsonOf(data);
  const { success, data: frame } = frameShape.safeParse(sent);
  if (!success) return undefined;
  // A choice without an index is the first.
  const choice = frame.choices?.find((one) => one && (one.index ?? 0) === 0);
  const said = choice?.delta ?? choice?.message;
  return {
    text: said ? textOf(said) : '',
    hasChoice: choice != null,
    hasReasoning: said ? reasons(said) : false,
    countsReasoning: (frame.usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0,
    refusal: said?.refusal ?? '',
    finish: choice?.finish_reason || undefined,
    usage: usageOf(frame),
    error: saidError(sent),
  };
}

/** A whole completion, which has ended; undefined for anything else. */
export function completionIn(text: string): Frame | undefined {
  const frame = frameIn(text);
  if (frame?.error) return frame;
  return frame?.hasChoice ? { ...frame, finish: frame.finish ?? 'stop' } : undefined;
}

/** The frame of an event that is named an error. */
export function errorFrame(data: string): Frame {
  const sent = jsonOf(data);
  return { ...blank, error: saidError(sent) ?? describedError(sent ?? data) };
}

const blank: Frame = {
  text: '',
  hasChoice: false,
  hasReasoning: false,
  countsReasoning: false,
  refusal: '',
  finish: undefined,
  usage: undefined,
  error: undefined,
};

function textOf({ content }: Message): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map((one) => (typeof one === 'string' ? one : isText(one) ? (one.text ?? '') : '')).join('');
}

type Part = z.infer<typeof part> | null | undefined;

const isText = (one: Part): one is NonNullable<Part> =>
  one != null && [undefined, null, 'text', 'output_text'].includes(one.type);

function reasons({ content, reasoning, reasoning_content, reasoning_details }: Message): boolean {
  const isThinking = Array.isArray(content) && content.some((one) => typeof one === 'object' && !isText(one));
  return isThinking || [reasoning, reasoning_content, reasoning_details].some(isSaid);
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value) ? value.length > 0 : value != null;
}

function usageOf({ usage }: z.infer<typeof frameShape>): TextUsage | undefined {
  if (!usage) return undefined;
  return {
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.completion_tokens,
  };
}

function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
