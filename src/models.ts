import { z } from 'zod';

/** Price of a model in currency units per million tokens, which equals millionths of a unit per token. */
export interface Price {
  input: number;
  cachedInput: number;
  output: number;
}

/** Tokens that a model reads and writes. */
export interface ModelLimit {
  /** Prompt and answer together. */
  contextTokens: number;
  /** Longest answer. */
  outputTokens: number;
}

/** The limit of a model that MODEL_LIMITS does not list. */
const assumedLimit: ModelLimit = { contextTokens: 128_000, outputTokens: 16_384 };

/** A smaller prompt cannot say what a chapter is about. */
export const promptTokensMin = 1_500;

/** Largest prompts without PROMPT_TOKENS_MAX: of a model that MODEL_LIMITS lists, and of any other. */
export const promptTokensUsual = { listed: 32_000, unlisted: 24_000 };

export type ModelLimits = ReadonlyMap<string, ModelLimit>;

/** The limit of a model, and whether it is an assumption. */
export function limitOf(limits: ModelLimits, model: string): ModelLimit & { isAssumed: boolean } {
  const listed = limits.get(model);
  return { ...(listed ?? assumedLimit), isAssumed: listed === undefined };
}

/** The entries of a list, without blanks within and around them. */
function entriesOf(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim().replace(/\s*([=/])\s*/g, '$1'));
  return entries.filter(Boolean);
}

/** A list of `model=numbers`, separated by commas, each model once. `form` says what an entry looks like. */
function byModel<Value>(form: string, read: (numbers: string) => Value | undefined) {
  return z
    .string()
    .transform((text, context): ReadonlyMap<string, Value> => {
      const found = new Map<string, Value>();
      for (const entry of entriesOf(text)) {
        const [, model, numbers] = /^([^\s=]+)=(\S+)$/.exec(entry) ?? [];
        const value = numbers === undefined ? undefined : read(numbers);
        if (model === undefined || value === undefined || found.has(model)) {
          const message = `must be ${form}, separated by commas, each model once; see ${JSON.stringify(entry)}`;
          context.addIssue({ code: 'custom', message });
          return z.NEVER;
        }
        found.set(model, value);
      }
      return found;
    })
    .optional();
}

const priceForm = /^(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/;

/** The form of MODEL_PRICES. */
export const modelPrices = byModel<Price>('prices such as gpt-5-mini=0.25/0.025/2', (numbers) => {
  const [, input, cachedInput, output] = priceForm.exec(numbers) ?? [];
  return input === undefined
    ? undefined
    : { input: Number(input), cachedInput: Number(cachedInput), output: Number(output) };
});

const limitForm = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/;

/** The form of MODEL_LIMITS. */
export const modelLimits = byModel<ModelLimit>(
  'limits in tokens such as llama3.1:8b=8192/4096 (context/output, the output at most the context)',
  (numbers) => {
    const [, context, output] = limitForm.exec(numbers) ?? [];
    const limit = { contextTokens: Number(context), outputTokens: Number(output) };
    return limit.outputTokens <= limit.contextTokens ? limit : undefined;
  },
);

/** Members of a request body that the service sets itself. */
const ownMembers = ['messages', 'model', 'stream', 'stream_options', 'n', 'response_format'];
const settingsForm = z.record(z.string().min(1), z.record(z.string(), z.json()));

/** The form of MODEL_SETTINGS. */
export const modelSettings = z
  .string()
  .transform((text, context) => {
    const { success, data } = settingsForm.safeParse(jsonOf(text));
    const taken = Object.values(data ?? {}).flatMap((members) => ownMembers.filter((member) => member in members));
    if (success && taken.length === 0) return data;
    const message = success
      ? `must not set ${taken[0]}, which each request sets itself`
      : 'must be JSON such as {"gpt-5-mini": {"temperature": 0.9, "reasoning_effort": "low"}}';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional();

/** Also JSON that is escaped, as within other quotes. */
function jsonOf(text: string): unknown {
  return parsed(text) ?? parsed(String(parsed(`"${text}"`)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
