const messages = {
  unreachable: 'The provider cannot be reached at its address, or redirects elsewhere.',
  unauthorized: 'The provider does not accept the key.',
  refused: 'The provider refuses the request.',
  rate_limited: 'The provider asks to wait.',
  unavailable: 'The provider reports a failure of its own.',
  broken: 'The provider sent something outside its protocol.',
  cut: 'The provider ended before its answer was complete.',
  unusable: 'The model answered twice in a form that cannot be used.',
  filtered: 'The provider withheld its answer.',
  idle: 'The provider was silent for too long.',
};

export type ProviderFailureKind = keyof typeof messages;

// Longest wait that is passed on, seconds. Ours.
const retryAfterSecondsMax = 86_400;

/** A provider's fault in our words only: vendor texts can hold the key, so neither they nor a cause are kept. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: ProviderFailureKind;
  /** Whole seconds that the provider asks to wait; undefined where it did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ProviderFailureKind, retryAfterSeconds?: number) {
    super(messages[kind]);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The failure that a status outside 200–299 stands for. */
export function failureOfStatus(status: number, headers: Headers | undefined): ProviderFailure {
  const retryAfterSeconds = secondsUntil(headers?.get('retry-after'));
  if (status === 401 || status === 403) return new ProviderFailure('unauthorized');
  if (status === 429) return new ProviderFailure('rate_limited', retryAfterSeconds);
  if (status === 408 || status >= 500) return new ProviderFailure('unavailable', retryAfterSeconds);
  return new ProviderFailure('refused');
}

/** Reads `retry-after`: seconds or a date (RFC 9110, 10.2.3). */
function secondsUntil(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const seconds = /^\s*\d/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), retryAfterSecondsMax);
}
