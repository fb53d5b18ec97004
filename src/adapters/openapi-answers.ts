import { STATUS_CODES } from 'node:http';
import { failureName } from './openapi-failures.ts';
import { fileContent, hasTag, type Route, refer, revalidates } from './openapi-route.ts';
import { envelopeSchema, type Place } from './schemas.ts';

/** What a route answers, by status. */
export function responsesOf(route: Route, place: Place): Record<string, object> {
  return { ...successOf(route, place), ...failuresOf(route) };
}

export const headers = {
  'x-request-id': { description: 'Names this request in the logs of the service.', schema: { type: 'string' } },
  etag: {
    description: 'Changes with the record; send it as If-Match with a change.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'idempotency-replayed': {
    description: '`true` where an earlier request under the same Idempotency-Key is answered; otherwise not there.',
    schema: { type: 'string', enum: ['true'] },
  },
  'content-disposition': {
    description: 'A name for the file, in ASCII and in full (RFC 6266, RFC 8187).',
    schema: { type: 'string', examples: ['attachment; filename="Storm.md"; filename*=UTF-8\'\'Storm.md'] },
  },
  'x-run-id': { description: 'The run whose text this is.', schema: { type: 'string' } },
  'x-chapter-id': { description: 'The chapter that the run writes.', schema: { type: 'string' } },
  'x-offset': {
    description: 'Where in the chapter the first character stands, in code points.',
    schema: { type: 'integer', minimum: 0 },
  },
};

function successOf(route: Route, place: Place): Record<string, object> {
  const { prepared, line, answer } = route;
  const replays = prepared.variables.has('idempotencyKey') ? (['idempotency-replayed'] as const) : [];
  if (prepared.operation.stream)
    return { [line.status]: { ...streamed, headers: { ...streamed.headers, ...headersNamed(...replays) } } };
  if (prepared.operation.file) return fileOf(route, prepared.operation.file);
  const content = {
    'application/json': { schema: envelopeSchema(prepared, answer, 'rest', place) },
    ...(prepared.operation.reports ? { 'text/event-stream': reported } : {}),
  };
  const sent = headersNamed('x-request-id', ...(hasTag(route) ? (['etag'] as const) : []), ...replays);
  const { startsRun } = prepared.operation;
  const success = {
    [line.status]: { description: STATUS_CODES[line.status] ?? '', headers: sent, content },
    ...(startsRun ? { 200: { description: 'The run, which has ended.', headers: sent, content } } : {}),
  };
  return revalidates(route)
    ? { ...success, 304: { description: 'Nothing has changed since an ETag that was sent.', headers: sent } }
    : success;
}

function fileOf(route: Route, mediaTypes: readonly string[]): Record<string, object> {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, fileContent(mediaType)]));
  const sent = headersNamed('x-request-id', 'etag');
  const named = { ...sent, ...headersNamed('content-disposition') };
  return {
    [route.line.status]: { description: 'The file.', headers: named, content },
    ...(route.prepared.operation.ranges
      ? {
          206: {
            description: 'The range of it.',
            headers: { ...named, 'content-range': refer('headers', 'content-range') },
            content,
          },
        }
      : {}),
    ...(revalidates(route)
      ? { 304: { description: 'The file is the one of an ETag that was sent.', headers: sent } }
      : {}),
  };
}

const reported = {
  schema: {
    type: 'string',
    description:
      'On `Accept: text/event-stream`. Events `progress` with `{stage, done, total, percent}` as their data; the last has the record, and is named for it.',
  },
};

const streamed = {
  description:
    'The text of the run as it comes. It ends without its closing chunk, or with an event `error`, when the run fails.',
  headers: headersNamed('x-request-id', 'x-run-id', 'x-chapter-id', 'x-offset'),
  content: {
    'text/plain': {
      schema: { type: 'string', description: 'The text alone. How the run ended is in the trailer `x-run-state`.' },
    },
    'text/event-stream': {
      schema: {
        type: 'string',
        description:
          'On `Accept: text/event-stream`. Each event has `{offset, text}` as its data and the offset as its id; the last, `run`, has the run as it ended.',
      },
    },
  },
};

function headersNamed(...names: (keyof typeof headers)[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, refer('headers', name)]));
}

/** The failures a caller should know how to take, and `default` for all others. */
function failuresOf({ line, prepared: { operation, scope, variables } }: Route): Record<string, object> {
  const canConflict = variables.has('expectedVersion') || variables.has('idempotencyKey');
  const isGeneration = scope === 'generation:run' || operation.stream !== undefined;
  const statuses = [
    // A parameter that nobody asked for is refused, on any route.
    400,
    401,
    ...(scope ? [403] : []),
    ...(line.parameters.length > 0 ? [404] : []),
    ...(canConflict ? [409] : []),
    ...(operation.body ? [413, 415] : []),
    ...(operation.ranges ? [416] : []),
    429,
    ...(isGeneration ? [502, 503] : []),
  ];
  const named = statuses.map((status) => [status, refer('responses', failureName(status))]);
  return { ...Object.fromEntries(named), default: refer('responses', 'Error') };
}
