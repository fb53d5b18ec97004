import { type GraphQLSchema, getNullableType, isListType } from 'graphql';
import type { PreparedOperation } from '../../graphql/execute.ts';
import { answerFor, visibleRecord } from '../answer-schema.ts';
import { type ArgumentDescriptions, argumentDescriptions, definitionOf } from '../arguments.ts';
import { isPaged, parseRoute, type RestRoute, type SelectedType } from '../faces.ts';
import { type Mask, maskOf } from '../masked.ts';
import type { JsonSchema } from '../schemas.ts';
import type { AnsweredRecord } from './records.ts';

/** An operation with a REST line, and the data that its description needs. */
export interface Route extends AnsweredRecord {
  prepared: PreparedOperation;
  line: RestRoute;
  answer: SelectedType;
  about: ArgumentDescriptions;
  mask: Mask;
  /** The route with `?preview=true`. */
  preview: Route | undefined;
}

/** The route of an operation; empty without a REST line. */
export function routeOf(schema: GraphQLSchema, prepared: PreparedOperation): Route[] {
  const { rest, document, stream } = prepared.operation;
  if (!rest) return [];
  // A streaming query shares its document with the operation that only reads the run.
  const operation = definitionOf(stream && prepared.kind === 'query' ? stream : document).name?.value ?? prepared.field;
  const answer = answerFor(schema, prepared, 'rest');
  const record = visibleRecord(prepared, answer, 'rest');
  const [about, mask] = [argumentDescriptions(schema, prepared), maskOf(schema, prepared)];
  const [preview] = prepared.preview ? routeOf(schema, prepared.preview) : [];
  return [{ prepared, line: parseRoute(rest), operation, answer, record, about, mask, preview }];
}

/** Reference to a component. */
export function refer(kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Content of a file. Text is a string, JSON an object. Other media types need no schema. */
export function fileContent(mediaType: string): { schema?: JsonSchema } {
  if (mediaType.startsWith('text/')) return { schema: { type: 'string' } };
  return mediaType === 'application/json' ? { schema: { type: 'object' } } : {};
}

/** Whether the answer carries an ETag: one record with a version. */
export function hasTag({ prepared, answer, line }: Route): boolean {
  if (prepared.operation.file) return line.method === 'GET';
  const isOne = !isPaged(answer) && !isListType(getNullableType(answer.type));
  return isOne && !prepared.operation.stream && answer.selections.some(({ name }) => name === 'version');
}

/** Whether a conditional request can be answered 304. */
export function revalidates(route: Route): boolean {
  return hasTag(route) && route.prepared.kind === 'query' && route.prepared.operation.revalidates !== false;
}
