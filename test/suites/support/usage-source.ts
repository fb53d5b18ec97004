import { parseRoute } from '../../../src/faces/faces.ts';
import type { Operation } from '../../../src/operation.ts';
import { operations } from '../../../src/operations.ts';
import { registers } from '../../registers/all.ts';
import { sampleOf } from '../../registers/sample.ts';

/** The parts of the OpenAPI document that suites read. */
export interface OpenApi {
  paths: Record<string, Record<string, Route>>;
}
interface Route {
  responses: Record<string, { $ref?: string; content?: object }>;
  requestBody?: { content: object };
}

/** The method and path of each route of the document. */
export function routesOf({ paths }: OpenApi): { name: string; method: string; path: string; route: Route }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => /^(get|put|post|delete|patch)$/.test(key))
      .map(([key, route]) => ({ name: `${key.toUpperCase()} ${path}`, method: key.toUpperCase(), path, route })),
  );
}

export const operationsByRoute = new Map<string, Operation>(
  operations.flatMap((one) => {
    const { method, path } = parseRoute(one.rest ?? '');
    return method ? [[`${method} ${path}`, one]] : [];
  }),
);

/** The name of each id parameter. */
export const idNames = Object.values(registers).flatMap(({ ids = {} }) => Object.keys(ids));
const mark = (name: string) => `«${name}»`;
const marks = Object.fromEntries(idNames.map((name) => [name, mark(name)]));

/** A program that calls each route of the document with the sample of its operation, so that the compiler checks each call. */
export function usageSource(document: OpenApi): string {
  const calls = routesOf(document).map(({ name, method, path, route }) => {
    const options = optionsOf(name, route);
    const ids = options.includes('ids.') ? ', ids: Ids' : '';
    return `  '${name}': (client: Client<paths>${ids}) => client.${method}('${path}', ${options}),`;
  });
  return `import type { Client } from 'openapi-fetch';
import { picture } from '../support/usage-records.ts';
import type { paths } from './openapi.gen.ts';

export type Ids = Record<${idNames.map((name) => `'${name}'`).join(' | ')}, string>;

export const calls = {
${calls.join('\n')}
};
`;
}

/** The second argument of a call, as source. */
function optionsOf(name: string, { responses, requestBody }: Route): string {
  const operation = operationsByRoute.get(name);
  if (!operation) return '{}';
  const { parameters } = parseRoute(operation.rest ?? '');
  const { [operation.body?.[0] ?? '']: body, ...others } = sampleOf(operation, marks);
  const [path, query] = [true, false].map((isInPath) =>
    Object.fromEntries(Object.entries(others).filter(([one]) => parameters.includes(one) === isInPath)),
  );
  const answered = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};
  const isFile = requestBody && !('application/json' in requestBody.content);
  const params = [
    ...(parameters.length > 0 ? [`path: ${literal(path)}`] : []),
    ...(Object.keys(query ?? {}).length > 0 ? [`query: ${literal(query)}`] : []),
  ];
  return `{ ${[
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(isFile ? ['...picture'] : body ? [`body: ${literal(body)}`] : []),
    ...('application/json' in answered && !operation.file && !operation.stream ? [] : [`parseAs: 'blob'`]),
  ].join(', ')} }`;
}

/** A value as source, with ids by their names. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll(/"«(\w+)»"/g, 'ids.$1');
