/** Every code the service answers with, and its HTTP status (contract 8). The only copy. */
export const statusOf = {
  invalid_request: 400,
  invalid_state: 400,
  unauthenticated: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  forbidden_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  quota_exceeded: 429,
  internal: 500,
  generation_failed: 502,
  narration_failed: 502,
  feature_disabled: 503,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof statusOf;

/** A code as it was stored; one that is no longer known is a defect. */
export function codeFrom(stored: string): ErrorCode {
  return Object.hasOwn(statusOf, stored) ? (stored as ErrorCode) : 'internal';
}

/** One fault of a request; `path` in the caller's own field names, `''` for the request as a whole. */
export interface Issue {
  path: string;
  message: string;
}

/** Members that stand beside code and message in the error body. */
export interface ErrorDetails {
  issues?: Issue[];
  required_scope?: string;
  granted_scopes?: readonly string[];
  /** Whole seconds to wait, at least 1; also the `retry-after` header. */
  retry_after?: number;
  /** The record as it stands, for a caller that lost a race it opted into. */
  current?: unknown;
}

/** A refusal or failure that the caller may see. Everything else that is thrown is a defect and is answered as `internal`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A lost race that its caller opted into: the record is at another version than the one that was named. */
export class StaleVersion extends ServiceError {
  /** The record’s name in the schema, which is also the field that reads it. */
  readonly record: string;

  constructor(record: string, current: { version: number }, expected: number) {
    super(
      'conflict',
      `The ${record} is at version ${current.version}, not ${expected}. Merge your change into \`current\` and send that version.`,
      { current },
    );
    this.record = record;
  }
}

/** One answer for missing and for foreign, whatever the kind: `not_found`. */
export function notFound(what: string): never {
  throw new ServiceError('not_found', `No such ${what}. Check the id; list what you own to see valid ids.`);
}

export function invalidState(message: string): never {
  throw new ServiceError('invalid_state', message);
}

/** Faults that one answer names, and code units of a name or a sentence in it (ours): what was sent may be all faults, or a name of 4 MB. */
export const issuesMax = 100;
const pathMax = 200;
export const messageMax = 1000;

export function invalidRequest(found: readonly Issue[]): ServiceError {
  const issues = found
    .slice(0, issuesMax)
    .map(({ path, message }) => ({ path: clipped(path, pathMax), message: clipped(message, messageMax) }));
  const [first] = issues;
  const summary = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : 'The request is not valid.';
  return new ServiceError('invalid_request', `${summary}${othersIn(found)}`, { issues });
}

/** Who looks for faults may stop when there are too many to name. */
function othersIn({ length }: readonly Issue[]): string {
  if (length > issuesMax) return ` (and at least ${issuesMax} more)`;
  return length > 1 ? ` (and ${length - 1} more)` : '';
}

/** The beginning of a text that may be the caller's; whole characters, so that it can be written down. */
export function clipped(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}

/** The error body of every face (contract 8). */
export function errorBody(error: ServiceError, requestId: string) {
  return { error: { code: error.code, message: error.message, ...error.details, request_id: requestId } };
}
