const messages = {
  unreachable: 'The provider cannot be reached at its address, or redirects elsewhere.',
  unauthorized: 'The provider does not accept the key.',
  refused: 'The provider refuses the request.',
  too_large: 'The provider says that the request is longer than the context of the model.',
  setting: 'The provider refuses a setting of MODEL_SETTINGS.',
  rate_limited: 'The provider asks to wait.',
  unavailable: 'The provider reports a failure of its own.',
  broken: 'The provider sent something outside its protocol.',
  cut: 'The provider ended before its answer was complete.',
  textless: 'The model answered without text. If it does so again, use another model.',
  reasoning: 'The model sent reasoning without an end, and no text. If it does so again, use another model.',
  unusable: 'The model answered twice in a form that cannot be used.',
  too_long:
    'The answer of the model was cut for length before a part of it was complete. Use a model with longer answers, or with less reasoning.',
  filtered: 'The model declined to write this. Change the instructions or the model.',
  idle: 'The provider was silent for too long.',
};

export type ProviderFailureKind = keyof typeof messages;

// Longest retry delay that is passed on, seconds. Ours.
const retryAfterSecondsMax = 86_400;

/** A provider error in our words. Vendor texts can contain the key, so neither they nor a cause are kept. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: ProviderFailureKind;
  /** Retry delay that the provider requests, in whole seconds; undefined without one. */
  readonly retryAfterSeconds: number | undefined;

  /** The model's words of refusal; empty without any. */
  readonly reply: string;

  /** The member of the request that the provider names; undefined without one. */
  readonly member: string | undefined;

  constructor(kind: ProviderFailureKind, retryAfterSeconds?: number, reply = '', member?: string) {
    super(messages[kind]);
    this.member = member;
    this.reply = reply;
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A setting that the operator passes through and the provider refuses. */
export function refusedSetting(model: string, setting: string): ProviderFailure {
  const failure = new ProviderFailure('setting', undefined, '', setting);
  failure.message = `The provider refuses the setting ${JSON.stringify(setting)} of the model ${model}. The operator can change or remove it in MODEL_SETTINGS.`;
  return failure;
}

/** A prompt that is longer than the model reads, whatever MODEL_LIMITS says. */
export function beyondContext(model: string): ProviderFailure {
  const failure = new ProviderFailure('too_large');
  failure.message = `The prompt is longer than the context of the model ${model}. The operator can list or correct the limits of the model in MODEL_LIMITS.`;
  return failure;
}

/** Maps a status outside 200–299 to a failure. `member` is the member of the request that the provider names. */
export function failureOfStatus(status: number, headers: Headers | undefined, member?: string): ProviderFailure {
  const retryAfterSeconds = secondsUntil(headers?.get('retry-after'));
  if (status === 401 || status === 403) return new ProviderFailure('unauthorized');
  if (status === 429) return new ProviderFailure('rate_limited', retryAfterSeconds);
  if (status === 408 || status >= 500) return new ProviderFailure('unavailable', retryAfterSeconds);
  return new ProviderFailure('refused', undefined, '', member);
}

/** Parses `retry-after`: seconds or a date (RFC 9110, 10.2.3). */
function secondsUntil(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const seconds = /^\s*\d/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), retryAfterSecondsMax);
}

/** Speech in a format that this service does not read. Names come from a server, so only those of formats are repeated. */
export function unreadableSpeech(format: string): ProviderFailure {
  const failure = new ProviderFailure('broken');
  const name = /^(?:[a-z]+\/[a-z\d.+-]{1,40}|wav [a-zA-Z\d ]{1,40})$/.test(format) ? format : 'another format';
  failure.message = `The speech server answered ${name}; this service reads pcm and wav (16 bits, 16–48 kHz, one or two channels).`;
  return failure;
}
