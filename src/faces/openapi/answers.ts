import { STATUS_CODES } from 'node:http';
import { envelopeSchema, type SchemaPlacement } from '../answer-schema.ts';
import { failureName } from './failures.ts';
import { fileContent, hasTag, type Route, refer, revalidates } from './route.ts';

/** Responses of a route, by status. */
export function responsesOf(route: Route, place: SchemaPlacement): Record<string, object> {
  return { ...successOf(route, place), ...failuresOf(route) };
}

export const headers = {
  'x-request-id': { description: 'Id of this request in the logs of the service.', schema: { type: 'string' } },
  etag: {
    description: 'Version of the record. Send it as If-Match with a change.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'idempotency-replayed': {
    description:
      '`true` if the answer repeats that of an earlier request with the same Idempotency-Key. Absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
  },
  'content-disposition': {
    description: 'File name, in ASCII and in full (RFC 6266, RFC 8187).',
    schema: { type: 'string', examples: ['attachment; filename="Storm.md"; filename*=UTF-8\'\'Storm.md'] },
  },
  'x-run-id': { description: 'Id of the run that writes the text.', schema: { type: 'string' } },
  'x-chapter-id': { description: 'Id of the chapter that the run writes.', schema: { type: 'string' } },
  'x-offset': {
    description: 'Offset of the first character in the chapter, in code points.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** The answers of the operation, and at 200 that of its preview. */
function successOf(route: Route, place: SchemaPlacement): Record<string, object> {
  const own = ownSuccessOf(route, place);
  if (!route.preview) return own;
  const schema = envelopeSchema(route.preview.prepared, route.preview.answer, 'rest', place);
  const { content, ...rest } = own[200] ?? { description: 'The preview.', headers: headersNamed('x-request-id') };
  const json = content?.['application/json'];
  const choice = json ? { anyOf: [json.schema, schema] } : schema;
  return { ...own, 200: { ...rest, content: { ...content, 'application/json': { schema: choice } } } };
}

interface Success {
  description: string;
  headers: object;
  content?: Record<string, { schema?: object }>;
}

function ownSuccessOf(route: Route, place: SchemaPlacement): Record<string, Success> {
  const { prepared, line, answer } = route;
  const replays = prepared.variables.has('idempotencyKey') ? (['idempotency-replayed'] as const) : [];
  if (prepared.operation.stream)
    return { [line.status]: { ...streamedText, headers: { ...streamedText.headers, ...headersNamed(...replays) } } };
  if (prepared.operation.file) return fileOf(route, prepared.operation.file);
  const content = {
    'application/json': { schema: envelopeSchema(prepared, answer, 'rest', place) },
    ...(prepared.operation.reports ? { 'text/event-stream': progressEvents } : {}),
  };
  const sent = headersNamed('x-request-id', ...(hasTag(route) ? (['etag'] as const) : []), ...replays);
  const { startsRun } = prepared.operation;
  const success = {
    [line.status]: { description: STATUS_CODES[line.status] ?? '', headers: sent, content },
    ...(startsRun ? { 200: { description: 'The finished run.', headers: sent, content } } : {}),
  };
  return revalidates(route)
    ? { ...success, 304: { description: 'The record still has the ETag in If-None-Match.', headers: sent } }
    : success;
}

function fileOf(route: Route, mediaTypes: readonly string[]): Record<string, Success> {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, fileContent(mediaType)]));
  const sent = headersNamed('x-request-id', 'etag');
  const named = { ...sent, ...headersNamed('content-disposition') };
  return {
    [route.line.status]: { description: 'The file.', headers: named, content },
    ...(route.prepared.operation.ranges
      ? {
          206: {
            description: 'The requested range of the file.',
            headers: { ...named, 'content-range': refer('headers', 'content-range') },
            content,
          },
        }
      : {}),
    ...(revalidates(route)
      ? { 304: { description: 'The file still has the ETag in If-None-Match.', headers: sent } }
      : {}),
  };
}

const progressEvents = {
  schema: {
    type: 'string',
    description:
      'For `Accept: text/event-stream`. Events `progress` have `{stage, done, total, percent}` as data. The last event has the record, and the name of its type.',
  },
};

const streamedText = {
  description:
    'The text of the run as it is written. If the run fails, the stream ends without its closing chunk, or with an event `error`.',
  headers: headersNamed('x-request-id', 'x-run-id', 'x-chapter-id', 'x-offset'),
  content: {
    'text/plain': {
      schema: {
        type: 'string',
        description: 'Only the text. The trailer `x-run-state` has the final state of the run.',
      },
    },
    'text/event-stream': {
      schema: {
        type: 'string',
        description:
          'For `Accept: text/event-stream`. Each event has `{offset, text}` as data and the offset as id. The last event, `run`, has the finished run.',
      },
    },
  },
};

function headersNamed(...names: (keyof typeof headers)[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, refer('headers', name)]));
}

/** Errors that callers should expect, and `default` for all others. */
function failuresOf({ line, prepared: { operation, scope, effect, variables } }: Route): Record<string, object> {
  const canConflict = variables.has('expectedVersion') || variables.has('idempotencyKey');
  const isGeneration = effect?.calls !== undefined || operation.stream !== undefined;
  const statuses = [
    // Every route refuses unknown parameters.
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
