import { STATUS_CODES } from 'node:http';
import { type GraphQLSchema, getNullableType, isListType, print } from 'graphql';
import { z } from 'zod';
import { idempotencyKey } from '../domain/shapes.ts';
import type { Prepared } from '../graphql/execute.ts';
import { isPaged, type Line, lineOf, readOnlyMembers, type Selected } from './faces.ts';
import { failureName } from './openapi-failures.ts';
import type { Answered } from './openapi-records.ts';
import {
  type About,
  answerFor,
  argumentsOf,
  definitionOf,
  envelopeSchema,
  inputSchema,
  type JsonSchema,
  type Place,
  recordShown,
} from './schemas.ts';

export type Schemas = Record<string, JsonSchema>;

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** The scope a key needs, for which OpenAPI has no place of its own. */
  'x-required-scope'?: string;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

/** An operation with a REST line, and what is known of it. */
export interface Route extends Answered {
  prepared: Prepared;
  line: Line;
  answer: Selected;
  about: About;
}

/** The route of an operation; none without a REST line. */
export function routeOf(schema: GraphQLSchema, prepared: Prepared): Route[] {
  const { rest, document, stream } = prepared.operation;
  if (!rest) return [];
  // A query that streams shares its document with the operation that reads the run and no more.
  const operation = definitionOf(stream && prepared.kind === 'query' ? stream : document).name?.value ?? prepared.field;
  const answer = answerFor(schema, prepared, 'rest');
  const record = recordShown(prepared, answer, 'rest');
  return [{ prepared, line: lineOf(rest), operation, answer, record, about: argumentsOf(schema, prepared) }];
}

export function refer(kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** What the OpenAPI document calls the route of a GraphQL document, by the name of that. */
export function operationIdOf(documentName: string): string {
  return documentName.replace(/^./, (first) => first.toLowerCase());
}

/** What OpenAPI says of a route; the schema of its body is added to `schemas`. */
export function describeRoute(route: Route, tag: string, schemas: Schemas, place: Place): OpenApiOperation {
  const { scope, description } = route.prepared;
  const given = parametersOf(route);
  return {
    operationId: operationIdOf(route.operation),
    tags: [tag],
    summary: description.split(/[.:;](?:\s|$)/, 1).join(''),
    description: scope ? `${description}\n\nScope: \`${scope}\`.` : description,
    ...(scope && { 'x-required-scope': scope }),
    ...(given.length > 0 && { parameters: given }),
    ...bodyOf(route, schemas),
    responses: { ...successOf(route, place), ...failuresOf(route) },
  };
}

/** Parameters that several routes have. */
export const parameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the record as you read it. If it has changed since, nothing is changed and the answer is 409.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}")$', examples: ['"3"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags that you have; where one is still right the answer is 304, without a body.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  IdempotencyKey: parameter('header', 'Idempotency-Key', false, z.toJSONSchema(idempotencyKey)),
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Where to go on: the id of the last event that arrived. Wins over the query.',
    schema: { type: 'string', pattern: '^\\d{1,9}$' },
  },
};

function parametersOf(route: Route): object[] {
  const { prepared, line, about } = route;
  const { options, stream } = prepared.operation;
  return [
    ...line.parameters.map((name) => parameter('path', name, true, { type: 'string', description: about[name] ?? '' })),
    ...(options ? queryParameters(options) : []),
    ...(prepared.variables.has('expectedVersion') ? [refer('parameters', 'IfMatch')] : []),
    ...(revalidates(route) ? [refer('parameters', 'IfNoneMatch')] : []),
    ...(prepared.variables.has('idempotencyKey') ? [refer('parameters', 'IdempotencyKey')] : []),
    ...(stream && line.method === 'GET' ? [refer('parameters', 'LastEventId')] : []),
  ];
}

function queryParameters(options: z.ZodObject): object[] {
  const { properties = {}, required = [] } = inputSchema(options);
  return Object.entries(properties).map(([name, schema]) =>
    parameter('query', name, required.includes(name), typeof schema === 'object' ? schema : {}),
  );
}

function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  required: boolean,
  { description, $schema: _draft, ...schema }: JsonSchema,
): object {
  return { name, in: place, required, ...(description && { description }), schema };
}

function bodyOf(
  { prepared, line, operation, answer, record, about }: Route,
  schemas: Schemas,
): { requestBody?: object } {
  const { body, document } = prepared.operation;
  if (!body) return {};
  const [variable, shape] = body;
  const type = definitionOf(document).variableDefinitions?.find((one) => one.variable.name.value === variable)?.type;
  const name = type ? print(type).replace('!', '') : `${operation}Input`;
  const schema = withoutDefaults(inputSchema(shape));
  schemas[name] = schema;
  // Only a record that the body is written in the terms of can be sent back.
  const isSameRecord = record.selections.some((member) => member.name in shape.shape);
  const passedOver = isSameRecord ? [...readOnlyMembers(prepared, answer)].map((member) => `\`${member}\``) : [];
  const description = [
    about[variable],
    passedOver.length > 0 && `Sent back as they were read, these are passed over: ${passedOver.join(', ')}.`,
  ];
  return {
    requestBody: {
      description: description.filter(Boolean).join(' '),
      required: line.method !== 'POST' || (schema.required ?? []).length > 0,
      content: {
        'application/json': { schema: refer('schemas', name) },
        ...Object.fromEntries(otherForms(prepared).map((mediaType) => [mediaType, fileContent(mediaType)])),
      },
    },
  };
}

/** What a body may be beside JSON. */
function otherForms({ operation: { reads } }: Prepared): string[] {
  return Object.keys(reads?.types ?? {}).filter((mediaType) => mediaType !== 'application/json');
}

/** A file as OpenAPI has it: text is a string, JSON an object, and of anything else the media type says it all. */
function fileContent(mediaType: string): { schema?: JsonSchema } {
  if (mediaType.startsWith('text/')) return { schema: { type: 'string' } };
  return mediaType === 'application/json' ? { schema: { type: 'object' } } : {};
}

/** Generators take a member with a default for one that is always there, and so ask clients to send it; its description says the default. */
function withoutDefaults({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const members = Object.entries(properties).map(([name, member]) => {
    const { default: _default, ...rest } = typeof member === 'object' ? member : {};
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(members) };
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
  const success = { [line.status]: { description: STATUS_CODES[line.status] ?? '', headers: sent, content } };
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
    429,
    ...(isGeneration ? [502, 503] : []),
  ];
  const named = statuses.map((status) => [status, refer('responses', failureName(status))]);
  return { ...Object.fromEntries(named), default: refer('responses', 'Error') };
}

/** Whether the answer carries an ETag: it is one record that has a version. */
function hasTag({ prepared, answer, line }: Route): boolean {
  if (prepared.operation.file) return line.method === 'GET';
  const isOne = !isPaged(answer) && !isListType(getNullableType(answer.type));
  return isOne && !prepared.operation.stream && answer.selections.some(({ name }) => name === 'version');
}

function revalidates(route: Route): boolean {
  return hasTag(route) && route.prepared.kind === 'query' && route.prepared.operation.revalidates !== false;
}
