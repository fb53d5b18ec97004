import { print } from 'graphql';
import { z } from 'zod';
import { idempotencyKey } from '../../domain/shapes.ts';
import type { PreparedOperation } from '../../graphql/execute.ts';
import { isMet } from '../../graphql/scopes/readers.ts';
import type { SchemaPlacement } from '../answer-schema.ts';
import { definitionOf } from '../arguments.ts';
import { readOnlyMembers } from '../faces.ts';
import { previewOption } from '../preview.ts';
import { inputSchema, type JsonSchema } from '../schemas.ts';
import { responsesOf } from './answers.ts';
import { fileContent, type Route, refer, revalidates } from './route.ts';

export type Schemas = Record<string, JsonSchema>;

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Scope that the key needs; OpenAPI has no field for it. */
  'x-required-scope'?: string;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

/** Operation id of the route of a GraphQL document. */
export function operationIdOf(documentName: string): string {
  return documentName.replace(/^./, (first) => first.toLowerCase());
}

/** OpenAPI description of a route. Adds the schema of its body to `schemas`. */
export function describeRoute(route: Route, tag: string, schemas: Schemas, place: SchemaPlacement): OpenApiOperation {
  const { scope, description } = route.prepared;
  const given = parameterList(route);
  return {
    operationId: operationIdOf(route.operation),
    tags: [tag],
    summary: description.split(/[.:;](?:\s|$)/, 1).join(''),
    description: [description, scope && `Scope: \`${scope}\`.`, answerWithout(route)].filter(Boolean).join('\n\n'),
    ...(scope && { 'x-required-scope': scope }),
    ...(given.length > 0 && { parameters: given }),
    ...bodyOf(route, schemas),
    responses: responsesOf(route, place),
  };
}

/** Describes the reduced answer for keys that may not read what they change. */
function answerWithout({ mask: { needs }, prepared: { scope } }: Route): string | undefined {
  const unmet = needs.filter((need) => !scope || !isMet(need, [scope]));
  if (unmet.length === 0) return undefined;
  return `A key without ${unmet.map(([first]) => `\`${first}\``).join(' and ')} gets a reduced answer: of each record \`id\`, \`version\`, \`createdAt\` and \`updatedAt\`, and of the changed record also the members that the request sent.`;
}

/** Parameters shared by several routes. */
export const parameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag that you read with the record. If the record has changed since, the answer is 409 and nothing is changed.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}(\\.\\w+)?")$', examples: ['"3"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags of your copies. If one is current, the answer is 304 without a body.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'One range of bytes, such as `bytes=0-1023`. For several ranges, or an If-Range that does not match, the answer is the whole file.',
    schema: { type: 'string', examples: ['bytes=0-1023'] },
  },
  IdempotencyKey: parameter('header', 'Idempotency-Key', false, z.toJSONSchema(idempotencyKey)),
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'Id of the last event that you received; the stream resumes after it. Takes precedence over the query.',
    schema: { type: 'string', pattern: '^\\d{1,9}$' },
  },
};

function parameterList(route: Route): object[] {
  const { prepared, line, about } = route;
  const { options, ranges, stream } = prepared.operation;
  return [
    ...line.parameters.map((name) => parameter('path', name, true, { type: 'string', description: about[name] ?? '' })),
    ...(options ? queryParameters(options) : []),
    ...(prepared.preview ? queryParameters(previewOption) : []),
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
  const { body, document, example } = prepared.operation;
  if (!body) return {};
  const [variable, shape] = body;
  const type = definitionOf(document).variableDefinitions?.find((one) => one.variable.name.value === variable)?.type;
  const schema = withoutDefaults(inputSchema(shape));
  const usualName = type ? print(type).replace('!', '') : `${operation}Input`;
  // Two routes may have different bodies of the same GraphQL type.
  const isTaken = usualName in schemas && JSON.stringify(schemas[usualName]) !== JSON.stringify(schema);
  const name = isTaken ? `${operation}Input` : usualName;
  const files = prepared.operation.reads?.files;
  if (!files) schemas[name] = schema;
  // Only a record with the members of the body can be sent back.
  const isSameRecord = record.selections.some((member) => member.name in shape.shape);
  const ignored = isSameRecord ? [...readOnlyMembers(prepared, answer)].map((member) => `\`${member}\``) : [];
  const description = [
    about[variable],
    // Client generators cannot express a body that is either bytes or JSON.
    files && `The file itself. JSON is accepted too: ${membersOf(schema)}.`,
    ignored.length > 0 && `Read-only members may be sent back and are ignored: ${ignored.join(', ')}.`,
  ];
  return {
    requestBody: {
      description: description.filter(Boolean).join(' '),
      required: line.method !== 'POST' || (schema.required ?? []).length > 0,
      content: {
        ...(files ? {} : { 'application/json': { schema: refer('schemas', name), ...(example && { example }) } }),
        ...Object.fromEntries(otherMediaTypes(prepared).map((mediaType) => [mediaType, fileContent(mediaType)])),
      },
    },
  };
}

/** The members of a JSON body, such as `{"base64": …}`. */
function membersOf({ properties = {} }: JsonSchema): string {
  return `\`{${Object.keys(properties).map((member) => `"${member}": …`)}}\``;
}

/** Media types of a body besides JSON. */
function otherMediaTypes({ operation: { reads } }: PreparedOperation): string[] {
  return Object.keys({ ...reads?.types, ...reads?.files }).filter((mediaType) => mediaType !== 'application/json');
}

/** Client generators make members with a default required. So defaults are only in the description. */
function withoutDefaults({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const members = Object.entries(properties).map(([name, member]) => {
    const { default: _default, ...rest } = typeof member === 'object' ? member : {};
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}
