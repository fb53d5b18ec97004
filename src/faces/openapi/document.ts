import { type GraphQLSchema, getNamedType } from 'graphql';
import type { PreparedOperation } from '../../graphql/execute.ts';
import type { SchemaPlacement } from '../answer-schema.ts';
import { headers } from './answers.ts';
import { anyErrorSchema, failureHeaders, failureName, failureResponses } from './failures.ts';
import { describeRoute, type OpenApiOperation, parameters, type Schemas } from './operation.ts';
import { nameRecords } from './records.ts';
import { type Route, refer, routeOf } from './route.ts';

/** An OpenAPI document: the part of the format that this service uses. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string; contact: object; license: object };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: Record<'securitySchemes' | 'schemas' | 'responses' | 'parameters' | 'headers', Record<string, object>>;
}

/** Describes every operation with a REST line, and the list that `GET /v1` answers. */
export function openapi(
  schema: GraphQLSchema,
  operations: readonly PreparedOperation[],
  serverUrl: string,
): OpenApiDocument {
  const routes = operations.flatMap((prepared) => routeOf(schema, prepared));
  const nameOf = nameRecords(routes.filter(({ prepared }) => !prepared.operation.stream));
  const schemas: Schemas = { Error: anyErrorSchema };
  const place: SchemaPlacement = (record, recordSchema) => {
    schemas[nameOf(record)] = recordSchema;
    return refer('schemas', nameOf(record));
  };
  const { paths, tags } = pathsOf(routes, (route, tag) => describeRoute(route, tag, schemas, place));
  const statuses = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ responses }) => Object.keys(responses)),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fabula',
      version: '1',
      description:
        'Books with their casts, plans and chapters. Success is `{"data": …}`, failure `{"error": {"code": …, "message": …}}` with a code from a closed list.',
      contact: { name: 'Fabula', url: serverUrl },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of an account: `Authorization: Bearer <API_KEY>`. Its scopes decide what it may do.',
        },
      },
      schemas,
      responses: failureResponses(statuses),
      parameters,
      headers: { ...headers, ...failureHeaders },
    },
  };
}

const listTag = { name: 'Routes', description: 'The routes of this service.' };

const listOfRoutes: OpenApiOperation = {
  operationId: 'listRoutes',
  tags: [listTag.name],
  summary: 'Every route of this service',
  description: 'Every route of this service, as method and path. Any key may read it.',
  responses: {
    200: {
      description: 'OK',
      headers: { 'x-request-id': refer('headers', 'x-request-id') },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { data: { type: 'array', items: { type: 'string' } } },
            required: ['data'],
            additionalProperties: false,
          },
        },
      },
    },
    401: refer('responses', failureName(401)),
    default: refer('responses', 'Error'),
  },
};

function pathsOf(
  routes: readonly Route[],
  describe: (route: Route, tag: string) => OpenApiOperation,
): Pick<OpenApiDocument, 'paths' | 'tags'> {
  const paths: OpenApiDocument['paths'] = {};
  const tags = new Map<string, string>();
  const resources = resourcesOf(routes);
  for (const route of routes) {
    const { path, method } = route.line;
    const tag = tagOf(path, resources);
    if (!tags.has(tag)) tags.set(tag, getNamedType(route.record.type).description ?? '');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(route, tag) };
  }
  paths['/v1'] = { get: listOfRoutes };
  return { paths, tags: [...[...tags].map(([name, description]) => ({ name, description })), listTag] };
}

/** Path segments that name resources: the first, one followed by an id, and one that is changed in place. */
function resourcesOf(routes: readonly Route[]): ReadonlySet<string> {
  const found = routes.flatMap(({ line: { method, path } }) => {
    const segments = segmentsOf(path);
    return segments.filter(
      (_, at) => at === 0 || isParameter(segments[at + 1]) || (method === 'PATCH' && at === segments.length - 1),
    );
  });
  return new Set(found.filter((segment) => !isParameter(segment)));
}

function tagOf(path: string, resources: ReadonlySet<string>): string {
  const resource = segmentsOf(path).findLast((segment) => resources.has(segment)) ?? '';
  return resource.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
}

/** A path without its version. */
function segmentsOf(path: string): string[] {
  return path.split('/').slice(2);
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith('{') ?? false;
}
