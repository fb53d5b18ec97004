import { STATUS_CODES } from 'node:http';
import { type ErrorCode, statusOf } from '../../errors.ts';
import type { JsonSchema } from '../schemas.ts';

/** Meaning of each error status to callers. The codes are in `statusOf`. */
const meanings: Readonly<Record<number, string>> = {
  400: 'The request is not valid (`invalid_request`), or the state of the record does not allow it (`invalid_state`).',
  401: 'The header Authorization is missing or malformed (`unauthenticated`), or its key is unknown, expired or revoked (`invalid_token`).',
  403: 'The key lacks the required scope, or its bounds forbid the request (`insufficient_scope`), or a browser sends it from an origin that is not allowed (`forbidden_origin`).',
  404: 'There is no such record, or it belongs to another account. Both have the same answer.',
  409: 'The record has changed since the version in If-Match; `current` is the present record. Or another request has the same Idempotency-Key, or the first one with it is still running (`retry_after`). Nothing was changed.',
  413: 'The body is too large.',
  415: 'The body is not uncompressed JSON.',
  416: 'The range begins after the end of the file; `content-range` has its length (`range_not_satisfiable`).',
  429: 'Too many requests (`rate_limited`), or the quota of the day is used up (`quota_exceeded`). Wait for the seconds in `retry-after`.',
  502: 'The provider failed. Text that it had written is kept, and a retry is safe.',
  503: 'The feature is not configured on this instance (`feature_disabled`), or the service is temporarily unavailable (`unavailable`).',
};

/** Members of an error besides code, message and request id, with the codes that always or sometimes have them. */
const details: Readonly<Record<string, { codes: readonly ErrorCode[]; sometimes?: ErrorCode; schema: JsonSchema }>> = {
  issues: {
    codes: ['invalid_request'],
    schema: {
      type: 'array',
      description: 'All errors of the request.',
      items: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description: 'The member or parameter; empty for the request as a whole.',
          },
          message: { type: 'string', description: 'What is wrong and what is allowed.' },
        },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
  },
  required_scope: {
    codes: [],
    sometimes: 'insufficient_scope',
    schema: { type: 'string', description: 'The scope that the key lacks.' },
  },
  granted_scopes: {
    codes: ['insufficient_scope'],
    schema: { type: 'array', items: { type: 'string' }, description: 'The scopes that the key has.' },
  },
  retry_after: {
    codes: ['rate_limited', 'quota_exceeded', 'unavailable'],
    sometimes: 'conflict',
    schema: { type: 'integer', minimum: 1, description: 'Seconds to wait; the header `retry-after` says the same.' },
  },
  proposals: {
    codes: [],
    sometimes: 'invalid_state',
    schema: {
      type: 'array',
      description: 'Proposals that cannot be accepted.',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          state: { type: 'string', description: 'Its state.' },
          present: {
            type: ['string', 'null'],
            description: 'What stands in the place of its words; null if it is decided.',
          },
        },
        required: ['id', 'state', 'present'],
      },
    },
  },
  current: {
    codes: [],
    sometimes: 'conflict',
    schema: { description: 'The present record, if the request named another version.' },
  },
};

/** Error body for these codes. */
function errorSchema(codes: readonly string[]): JsonSchema {
  const members = Object.entries(details).filter(([, detail]) =>
    [...detail.codes, detail.sometimes].some((code) => code && codes.includes(code)),
  );
  const always = members.filter(([, detail]) => codes.every((code) => detail.codes.some((one) => one === code)));
  return {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: [...codes], description: 'The kind of error, for programs.' },
          message: { type: 'string', description: 'What went wrong and what to do, for people and agents.' },
          ...Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
          request_id: {
            type: 'string',
            description: 'Id of this request in the logs of the service; also in `x-request-id`.',
          },
        },
        required: ['code', 'message', ...always.map(([name]) => name), 'request_id'],
      },
    },
    required: ['error'],
  };
}

/** Error body for any code. */
export const anyErrorSchema = errorSchema(Object.keys(statusOf));

export const failureHeaders = {
  'retry-after': { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } },
  'ratelimit-policy': {
    description: 'The limits that count the request: name, quota `q`, window `w` in seconds.',
    schema: { type: 'string', examples: ['"requests";q=6000;w=60, "plan";q=120;w=60'] },
  },
  ratelimit: {
    description: 'State of each limit: remaining requests `r`, and seconds `t` until all are available again.',
    schema: { type: 'string', examples: ['"requests";r=5999;t=1, "plan";r=119;t=1'] },
  },
  'content-range': {
    description: 'The bytes of the range and the size of the file; only the size if the range is refused.',
    schema: { type: 'string', examples: ['bytes 0-1023/481024'] },
  },
  'www-authenticate': { description: 'How to authenticate, or the scope that is missing.', schema: { type: 'string' } },
};

const headersAt: Readonly<Record<number, readonly (keyof typeof failureHeaders)[]>> = {
  401: ['www-authenticate'],
  403: ['www-authenticate'],
  416: ['content-range'],
  429: ['retry-after', 'ratelimit-policy', 'ratelimit'],
  502: ['retry-after'],
  503: ['retry-after'],
};

/** Component name, such as `NotFound`. */
export function failureName(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(' ', '');
}

/** Responses for these statuses as components by name, and `Error` for all others. */
export function failureResponses(statuses: Iterable<string>): Record<string, object> {
  const failures = [...new Set(statuses)].map(Number).filter((status) => status in meanings);
  const known = failures
    .sort((a, b) => a - b)
    .map((status) => [failureName(status), response(status, meanings[status] ?? '', errorSchema(codesAt(status)))]);
  const other = response(500, 'Any other failure.', { $ref: '#/components/schemas/Error' });
  return { ...Object.fromEntries(known), Error: other };
}

function codesAt(status: number): string[] {
  return Object.entries(statusOf).flatMap(([code, at]) => (at === status ? [code] : []));
}

function response(status: number, description: string, schema: JsonSchema): object {
  const headers = ['x-request-id', ...(headersAt[status] ?? [])].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]);
  return { description, headers: Object.fromEntries(headers), content: { 'application/json': { schema } } };
}
