import { type GraphQLSchema, getNullableType, isListType } from 'graphql';
import type { Prepared } from '../graphql/execute.ts';
import { isPaged, type Line, lineOf, type Selected } from './faces.ts';
import type { Answered } from './openapi-records.ts';
import { type About, answerFor, argumentsOf, definitionOf, type JsonSchema, recordShown } from './schemas.ts';

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

/** A file as OpenAPI has it: text is a string, JSON an object, and of anything else the media type says it all. */
export function fileContent(mediaType: string): { schema?: JsonSchema } {
  if (mediaType.startsWith('text/')) return { schema: { type: 'string' } };
  return mediaType === 'application/json' ? { schema: { type: 'object' } } : {};
}

/** Whether the answer carries an ETag: it is one record that has a version. */
export function hasTag({ prepared, answer, line }: Route): boolean {
  if (prepared.operation.file) return line.method === 'GET';
  const isOne = !isPaged(answer) && !isListType(getNullableType(answer.type));
  return isOne && !prepared.operation.stream && answer.selections.some(({ name }) => name === 'version');
}

/** Whether a caller who has the answer may be told that it still is the answer. */
export function revalidates(route: Route): boolean {
  return hasTag(route) && route.prepared.kind === 'query' && route.prepared.operation.revalidates !== false;
}
