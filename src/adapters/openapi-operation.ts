import { print } from 'graphql';
import { z } from 'zod';
import { idempotencyKey } from '../domain/shapes.ts';
import type { Prepared } from '../graphql/execute.ts';
import { readOnlyMembers } from './faces.ts';
import { responsesOf } from './openapi-answers.ts';
import { fileContent, type Route, refer, revalidates } from './openapi-route.ts';
import { definitionOf, inputSchema, type JsonSchema, type Place } from './schemas.ts';

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
    responses: responsesOf(route, place),
  };
}

/** Parameters that several routes have. */
export const parameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the record as you read it. If it has changed since, nothing is changed and the answer is 409.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}(\\.\\w+)?")$', examples: ['"3"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags that you have; where one is still right the answer is 304, without a body.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'One range of bytes, such as `bytes=0-1023`; of several, or with an If-Range that does not hold, it is the whole file.',
    schema: { type: 'string', examples: ['bytes=0-1023'] },
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
  const { options, ranges, stream } = prepared.operation;
  return [
    ...line.parameters.map((name) => parameter('path', name, true, { type: 'string', description: about[name] ?? '' })),
    ...(options ? queryParameters(options) : []),
    ...(prepared.variables.has('expectedVersion') ? [refer('parameters', 'IfMatch')] : []),
    ...(revalidates(route) ? [refer('parameters', 'IfNoneMatch')] : []),
    ...(ranges ? [refer('parameters', 'Range')] : []),
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
  return Object.keys({ ...reads?.types, ...reads?.files }).filter((mediaType) => mediaType !== 'application/json');
}

/** Generators take a member with a default for one that is always there, and so ask clients to send it; its description says the default. */
function withoutDefaults({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const members = Object.entries(properties).map(([name, member]) => {
    const { default: _default, ...rest } = typeof member === 'object' ? member : {};
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}
