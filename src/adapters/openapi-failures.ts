import { STATUS_CODES } from 'node:http';
import { type ErrorCode, statusOf } from '../errors.ts';
import type { JsonSchema } from './schemas.ts';

/** What each refusal means to a caller; the codes themselves are `statusOf`'s. */
const meanings: Readonly<Record<number, string>> = {
  400: 'The request is not valid (`invalid_request`), or what it is about is not in a state that allows it (`invalid_state`).',
  401: 'The header Authorization is missing or malformed (`unauthenticated`), or its key is unknown, expired or revoked (`invalid_token`).',
  403: 'The key lacks the scope that this needs (`insufficient_scope`), or a browser asks from an origin that is not allowed (`forbidden_origin`).',
  404: 'There is no such record, or it belongs to another account: the answer is the same.',
  409: 'The record has changed since the version in If-Match, and `current` is the record as it stands; or the Idempotency-Key is that of another request, or of one that is being worked on (`retry_after`). Nothing was changed.',
  413: 'The body is too large.',
  415: 'The body is not sent as uncompressed JSON.',
  416: 'The file is shorter than where the range begins; `content-range` says how long it is (`range_not_satisfiable`).',
  429: 'Too much at once (`rate_limited`) or for today (`quota_exceeded`). Wait as long as `retry-after` says.',
  502: 'The provider behind this failed. What it had written is kept, and trying again is safe.',
  503: 'This instance is not set up for it (`feature_disabled`), or cannot serve anything just now (`unavailable`).',
};

/** Members of an error beside code, message and request id, and the codes that always have them, and the one that does sometimes. */
const details: Readonly<Record<string, { codes: readonly ErrorCode[]; sometimes?: ErrorCode; schema: JsonSchema }>> = {
  issues: {
    codes: ['invalid_request'],
    schema: {
      type: 'array',
      description: 'Every fault of the request.',
      items: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description: 'Where it is, as the caller named it; empty for the request as a whole.',
          },
          message: { type: 'string', description: 'What is wrong and what would be right.' },
        },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
  },
  required_scope: {
    codes: ['insufficient_scope'],
    schema: { type: 'string', description: 'The scope that was needed.' },
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
  current: {
    codes: [],
    sometimes: 'conflict',
    schema: { description: 'The record as it stands, where a version was named that is not its present one.' },
  },
};

/** The error body where one of these codes is its code. */
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
          code: { type: 'string', enum: [...codes], description: 'What went wrong, for programs.' },
          message: { type: 'string', description: 'What went wrong and what to do about it, for people and agents.' },
          ...Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
          request_id: {
            type: 'string',
            description: 'Names this request in the logs of the service; also in `x-request-id`.',
          },
        },
        required: ['code', 'message', ...always.map(([name]) => name), 'request_id'],
      },
    },
    required: ['error'],
  };
}

/** The error body, whatever the code. */
export const anyErrorSchema = errorSchema(Object.keys(statusOf));

export const failureHeaders = {
  'retry-after': { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } },
  'ratelimit-policy': {
    description: 'The limits that the request drew on: name, quota `q`, window `w` in seconds.',
    schema: { type: 'string', examples: ['"requests";q=6000;w=60, "plan";q=120;w=60'] },
  },
  ratelimit: {
    description: 'How each of them stands: what remains, `r`, and seconds until all is there again, `t`.',
    schema: { type: 'string', examples: ['"requests";r=5999;t=1, "plan";r=119;t=1'] },
  },
  'content-range': {
    description: 'Which bytes of how many; without a range, how many there are.',
    schema: { type: 'string', examples: ['bytes 0-1023/481024'] },
  },
  'www-authenticate': { description: 'How to authenticate, or with which scope.', schema: { type: 'string' } },
};

const headersAt: Readonly<Record<number, readonly (keyof typeof failureHeaders)[]>> = {
  401: ['www-authenticate'],
  403: ['www-authenticate'],
  416: ['content-range'],
  429: ['retry-after', 'ratelimit-policy', 'ratelimit'],
  503: ['retry-after'],
};

/** `Not Found` as the name of a component. */
export function failureName(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(' ', '');
}

/** The failures among these statuses as components by name, and `Error` for every other. */
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
