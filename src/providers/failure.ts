const messages = {
  unreachable: 'The provider cannot be reached at its address, or redirects elsewhere.',
  unauthorized: 'The provider does not accept the key.',
  refused: 'The provider refuses the request.',
  unknown_model: 'The provider does not know the model, or has nothing at its address.',
  no_credit: 'The account at the provider has no credit left. The operator can add some there, or raise its limit.',
  policy: 'The content policy of the provider forbids this request. Change the instructions or the model.',
  too_large: 'The provider says that the request is longer than the context of the model.',
  over_rate: 'The request has more tokens than the provider takes at a time.',
  setting: 'The provider refuses a setting of MODEL_SETTINGS.',
  rate_limited: 'The provider asks to wait.',
  tokens_used: 'The account at the provider has used up its tokens for now.',
  unavailable: 'The provider reports a failure of its own.',
  broken: 'The provider sent something outside its protocol.',
  cut: 'The provider ended before its answer was complete.',
  textless: 'The model answered without text. If it does so again, use another model.',
  reasoning: 'The model sent reasoning without an end, and no text. If it does so again, use another model.',
  spent: 'The model used up the length of its answer for reasoning, before any text.',
  unopened:
    'The model ended reasoning that it had not begun, after its text had gone to readers. From now on its text is held back until then.',
  unusable: 'The model answered twice in a form that cannot be used.',
  too_long:
    'The answer of the model was cut for length before a part of it was complete. The operator can allow a longer answer in MODEL_LIMITS, or less reasoning in MODEL_SETTINGS.',
  filtered: 'The model declined to write this. Change the instructions or the model.',
  idle: 'The provider was silent for too long.',
};

export type ProviderFailureKind = keyof typeof messages;

/** Kinds that the same request meets again. */
const lasting: ReadonlySet<ProviderFailureKind> = new Set([
  'unauthorized',
  'unknown_model',
  'no_credit',
  'policy',
  'too_large',
  'over_rate',
  'setting',
  'spent',
  'filtered',
]);

/** What is known of a failure besides its kind. */
interface Details {
  /** In place of the message of the kind. */
  message?: string;
  /** Wait that the provider asks for, in whole seconds, at least 1. */
  retryAfterSeconds?: number | undefined;
  /** Whether no part of an answer came, so that nothing is paid. */
  isUnanswered?: boolean;
  /** The model's words of refusal. */
  reply?: string;
  /** The member of the request that the provider names; empty for one that is not ours to change. */
  member?: string | undefined;
  /** Whether the same request fails again, until somebody does what the message says. */
  isLasting?: boolean;
}

/** A provider error in our words. Vendor texts can contain the key, so neither they nor a cause are kept. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: ProviderFailureKind;
  readonly retryAfterSeconds: number | undefined;
  readonly isUnanswered: boolean;
  readonly reply: string;
  readonly member: string | undefined;
  readonly isLasting: boolean;

  constructor(kind: ProviderFailureKind, details: Details = {}) {
    super(details.message ?? messages[kind]);
    this.kind = kind;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.isUnanswered = details.isUnanswered ?? false;
    this.reply = details.reply ?? '';
    this.member = details.member;
    this.isLasting = details.isLasting ?? lasting.has(kind);
  }
}

/** Whole seconds, at least 1, that a provider asks to wait before the next request; undefined if it does not. */
export function secondsAskedBy(error: unknown): number | undefined {
  return error instanceof ProviderFailure ? error.retryAfterSeconds : undefined;
}

/** Whether a provider refused a request before any part of an answer. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ProviderFailure && error.isUnanswered;
}

/** Who was asked. */
export interface Asked {
  model: string;
  /** The settings of this provider. */
  settings: ProviderSettings;
}

/** Names of the settings of a provider, which messages name. */
export interface ProviderSettings {
  key: string;
  address: string;
  models: string;
}

export const textSettings: ProviderSettings = {
  key: 'OPENAI_API_KEY',
  address: 'OPENAI_BASE_URL',
  models: 'CHAPTER_MODEL_DRAFT, CHAPTER_MODEL_STANDARD or CHAPTER_MODEL_EDITORIAL',
};
export const speechSettings: ProviderSettings = {
  key: 'SPEECH_API_KEY',
  address: 'SPEECH_BASE_URL',
  models: 'SPEECH_MODEL',
};
export const imageSettings: ProviderSettings = {
  key: 'IMAGE_API_KEY',
  address: 'IMAGE_BASE_URL',
  models: 'IMAGE_MODEL',
};

type Remedy = (asked: Asked) => string;

/** What the operator can do, where that depends on who was asked. */
const remedies: Partial<Record<ProviderFailureKind, Remedy>> = {
  unauthorized: ({ model, settings: { key } }) =>
    `The provider does not accept the key, or does not allow it to use the model ${model}. The operator can correct ${key}.`,
  unknown_model: ({ model, settings: { models, address } }) =>
    `The provider does not know the model ${model}, or has nothing at its address. The operator can check the name in ${models}, and ${address}.`,
  too_large: ({ model, settings }) =>
    settings === textSettings
      ? `The prompt is longer than the context of the model ${model}. The operator can list or correct the limits of the model in MODEL_LIMITS, or set PROMPT_TOKENS_MAX lower.`
      : `The request is longer than what the model ${model} reads. The operator can name another one in ${settings.models}.`,
  over_rate: ({ model, settings }) =>
    `The request has more tokens than the provider takes for the model ${model} at a time. The operator can ${settings === textSettings ? 'set PROMPT_TOKENS_MAX lower, or ' : ''}have the limit raised at the provider.`,
  spent: ({ model }) =>
    `The model ${model} used up the length of its answer for reasoning, before any text. The operator can allow a longer answer in MODEL_LIMITS, or less reasoning in MODEL_SETTINGS, such as {"${model}": {"reasoning_effort": "low"}}.`,
};

/** A reply without text. `end` is how it ended. */
export function withoutText(model: string, end: { reason: string; hasReasoned: boolean }): ProviderFailure {
  const isSpent = end.reason === 'length' && end.hasReasoned;
  return failureFor({ model, settings: textSettings }, isSpent ? 'spent' : 'textless');
}

/** A failure of a request, in words that name who was asked. */
export function failureFor(asked: Asked, kind: ProviderFailureKind, details: Details = {}): ProviderFailure {
  const message = remedies[kind]?.(asked) ?? waiting(asked, kind, details.retryAfterSeconds);
  return new ProviderFailure(kind, message === undefined ? details : { ...details, message });
}

function waiting({ settings }: Asked, kind: ProviderFailureKind, seconds: number | undefined): string | undefined {
  if (kind === 'tokens_used')
    return `The account at the provider has used up its tokens for now${seconds === undefined ? '' : `; the provider asks to wait ${seconds} s`}.${settings === textSettings ? ' Smaller prompts need fewer: the operator can set PROMPT_TOKENS_MAX lower.' : ''}`;
  if (seconds === undefined) return undefined;
  return kind === 'unavailable'
    ? `The provider reports a failure of its own and asks to wait ${seconds} s.`
    : `The provider asks to wait ${seconds} s.`;
}

/** A setting that the operator passes through and the provider refuses. */
export function refusedSetting(model: string, setting: string): ProviderFailure {
  const message = `The provider refuses the setting ${JSON.stringify(setting)} of the model ${model}. The operator can change or remove it in MODEL_SETTINGS.`;
  return new ProviderFailure('setting', { message, member: setting });
}

/** A web page in place of an answer. */
export function webPage(): ProviderFailure {
  const message = 'The address answered a web page; check OPENAI_BASE_URL.';
  return new ProviderFailure('broken', { message, isLasting: true });
}

/** Speech in a format that this service does not read. Names come from a server, so only those of formats are repeated. */
export function unreadableSpeech(format: string): ProviderFailure {
  const name = /^(?:[a-z]+\/[a-z\d.+-]{1,40}|wav [a-zA-Z\d ]{1,40})$/.test(format) ? format : 'another format';
  const message = `The speech server answered ${name}; this service reads pcm and wav (16 bits, 16–48 kHz, one or two channels).`;
  return new ProviderFailure('broken', { message, isLasting: true });
}
