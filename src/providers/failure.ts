import type { SaidError } from './said-error.ts';

const messages = {
  unreachable: 'The provider cannot be reached at its address, or redirects elsewhere.',
  unauthorized: 'The provider does not accept the key. The operator can correct it.',
  refused: 'The provider refuses the request.',
  unknown_model:
    'The provider does not know the model, or has nothing at its address. The operator can check the name of the model and the base URL.',
  no_credit: 'The account at the provider has no credit left. The operator can add some there, or raise its limit.',
  policy: 'The content policy of the provider forbids this request. Change the instructions or the model.',
  too_large: 'The provider says that the request is longer than the context of the model.',
  setting: 'The provider refuses a setting of MODEL_SETTINGS.',
  rate_limited: 'The provider asks to wait.',
  unavailable: 'The provider reports a failure of its own.',
  broken: 'The provider sent something outside its protocol.',
  cut: 'The provider ended before its answer was complete.',
  textless: 'The model answered without text. If it does so again, use another model.',
  reasoning: 'The model sent reasoning without an end, and no text. If it does so again, use another model.',
  unopened:
    'The model ended reasoning that it had not begun, after its text had gone to readers. From now on its text is held back until then.',
  unusable: 'The model answered twice in a form that cannot be used.',
  too_long:
    'The answer of the model was cut for length before a part of it was complete. Use a model with longer answers, or with less reasoning.',
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
  'setting',
  'filtered',
]);

// Longest retry delay that is passed on, seconds. Ours.
const retryAfterSecondsMax = 86_400;

/** What is known of a failure besides its kind. */
interface Details {
  /** In place of the message of the kind. */
  message?: string;
  /** Retry delay that the provider requests, in whole seconds. */
  retryAfterSeconds?: number | undefined;
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
  readonly reply: string;
  readonly member: string | undefined;
  readonly isLasting: boolean;

  constructor(kind: ProviderFailureKind, details: Details = {}) {
    super(details.message ?? messages[kind]);
    this.kind = kind;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.reply = details.reply ?? '';
    this.member = details.member;
    this.isLasting = details.isLasting ?? lasting.has(kind);
  }
}

/** A setting that the operator passes through and the provider refuses. */
export function refusedSetting(model: string, setting: string): ProviderFailure {
  const message = `The provider refuses the setting ${JSON.stringify(setting)} of the model ${model}. The operator can change or remove it in MODEL_SETTINGS.`;
  return new ProviderFailure('setting', { message, member: setting });
}

/** A prompt that is longer than the model reads, whatever MODEL_LIMITS says. */
export function beyondContext(model: string): ProviderFailure {
  const message = `The prompt is longer than the context of the model ${model}. The operator can list or correct the limits of the model in MODEL_LIMITS.`;
  return new ProviderFailure('too_large', { message });
}

/** A model that the provider does not have. */
export function unknownModel(model: string): ProviderFailure {
  const message = `The provider does not know the model ${model}, or has nothing at its address. The operator can check the name in CHAPTER_MODEL_DRAFT, CHAPTER_MODEL_STANDARD or CHAPTER_MODEL_EDITORIAL, and OPENAI_BASE_URL.`;
  return new ProviderFailure('unknown_model', { message });
}

/** A web page in place of an answer. */
export function webPage(): ProviderFailure {
  const message = 'The address answered a web page; check OPENAI_BASE_URL.';
  return new ProviderFailure('broken', { message, isLasting: true });
}

/** Causes by the codes and types of errors, as OpenAI and compatible servers name them. */
const causes: readonly (readonly [ProviderFailureKind, RegExp])[] = [
  [
    'too_large',
    /context_?(length|window|size)|(prompt|input)_?(is_?)?too_?(long|large)|string_above_max|request_too_large/,
  ],
  [
    'unknown_model',
    /(model|deployment)_?(is_?)?(not_?(found|exist|available)|does_?not_?exist)|(unknown|invalid|no_such)_?model/,
  ],
  [
    'no_credit',
    /insufficient_?(user_)?(quota|balance|credit|fund)|billing|payment_?required|credits?_?exhausted|arrearage/,
  ],
  ['policy', /content_?(policy|filter|moderation)|responsible_?ai|moderation|data_?inspection|prohibited_?content/],
];
/** Servers that name no code say it so. */
const beyondContextWords =
  /maximum context length|context (length|size|window)|(prompt|input) is too long|too many (input )?tokens/i;

/** The cause that an error names; undefined without one. */
function causeOf({ codes, message }: SaidError, status: number | undefined): ProviderFailureKind | undefined {
  const known = causes.find(([, code]) => code.test(codes))?.[0];
  if (known) return known;
  if (status === 413 || beyondContextWords.test(message)) return 'too_large';
  if (status === 404) return 'unknown_model';
  return status === 402 ? 'no_credit' : undefined;
}

/** Maps an error in a stream, or in an answer with a good status, to a failure. */
export function failureOfError(said: SaidError): ProviderFailure {
  const { status } = said;
  const cause = causeOf(said, status);
  if (cause) return new ProviderFailure(cause);
  return status === undefined ? new ProviderFailure('unavailable') : failureOfStatus(status, undefined);
}

/**
 * Maps a status outside 200–299 to a failure. `said` is what the body says, and `member` the member of the request that it
 * names.
 */
export function failureOfStatus(
  status: number,
  headers: Headers | undefined,
  said?: SaidError,
  member?: string,
): ProviderFailure {
  const cause = said && causeOf(said, status);
  if (cause) return new ProviderFailure(cause);
  const retryAfterSeconds = secondsUntil(headers?.get('retry-after'));
  if (status === 401 || status === 403) return new ProviderFailure('unauthorized');
  if (status === 429) return new ProviderFailure('rate_limited', { retryAfterSeconds });
  if (status === 408 || status >= 500) return new ProviderFailure('unavailable', { retryAfterSeconds });
  return new ProviderFailure('refused', { member });
}

/** Parses `retry-after`: seconds or a date (RFC 9110, 10.2.3). */
function secondsUntil(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const seconds = /^\s*\d/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), retryAfterSecondsMax);
}

/** Speech in a format that this service does not read. Names come from a server, so only those of formats are repeated. */
export function unreadableSpeech(format: string): ProviderFailure {
  const name = /^(?:[a-z]+\/[a-z\d.+-]{1,40}|wav [a-zA-Z\d ]{1,40})$/.test(format) ? format : 'another format';
  const message = `The speech server answered ${name}; this service reads pcm and wav (16 bits, 16–48 kHz, one or two channels).`;
  return new ProviderFailure('broken', { message, isLasting: true });
}
