/** Every error code with its HTTP status (contract 8). The only source. */
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
  headers_too_large: 431,
  internal: 500,
  generation_failed: 502,
  narration_failed: 502,
  feature_disabled: 503,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof statusOf;

/** Parses a stored code. An unknown code is a defect. */
export function codeFrom(stored: string): ErrorCode {
  return Object.hasOwn(statusOf, stored) ? (stored as ErrorCode) : 'internal';
}

/** One fault of a request. `path` uses the caller's field names; `''` means the whole request. */
export interface Issue {
  path: string;
  message: string;
}

/** Members next to code and message in the error body. */
export interface ErrorDetails {
  issues?: Issue[];
  required_scope?: string;
  granted_scopes?: readonly string[];
  /** Whole seconds to wait, at least 1. Also sent as the `retry-after` header. */
  retry_after?: number;
  /** Proposals that cannot be accepted, with what stands in the place of their words. */
  proposals?: readonly { id: string; state: string; present: string | null }[];
  /** The current record, for a caller that lost a version check. */
  current?: unknown;
}

/** The seconds until a time, as a detail; none without a time, or if it has passed. */
export function retryDetails(at: Date | string | null | undefined): ErrorDetails {
  const seconds = at ? Math.ceil((new Date(at).getTime() - Date.now()) / 1000) : 0;
  return seconds > 0 ? { retry_after: seconds } : {};
}

/** An error that the caller may see. Anything else that is thrown is a defect and is answered as `internal`. */
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

/** Failed version check: the caller expected another version of the record. */
export class StaleVersion extends ServiceError {
  /** Type name of the record, which is also the name of the field that reads it. */
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

/** A record that is missing or foreign. */
export class NotFound extends ServiceError {
  /** The kind of record, such as `chapter`. */
  readonly what: string;

  constructor(what: string, remedy = 'Check the id; list what you own to see valid ids.') {
    super('not_found', `No such ${what}. ${remedy}`);
    this.what = what;
  }
}

/** One answer for missing and for foreign, whatever the kind: `not_found`. */
export function notFound(what: string, remedy?: string): never {
  throw new NotFound(what, remedy);
}

export function invalidState(message: string): never {
  throw new ServiceError('invalid_state', message);
}

/**
 * Limits of an error body (ours): number of issues, and UTF-16 code units of a path and a message. A request of 4 MB may
 * consist of faults only.
 */
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

/** Finders of faults may stop at the limit. */
function othersIn({ length }: readonly Issue[]): string {
  if (length > issuesMax) return ` (and at least ${issuesMax} more)`;
  return length > 1 ? ` (and ${length - 1} more)` : '';
}

/** Cuts text that may come from the caller, at a whole character. */
export function clipped(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}

/** Error body of every face (contract 8). */
export function errorBody(error: ServiceError, requestId: string) {
  return { error: { code: error.code, message: error.message, ...error.details, request_id: requestId } };
}
