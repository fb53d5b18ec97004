import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { errorBody, statusOf } from '../errors.ts';
import type { Caller, Services } from '../graphql/context.ts';
import { Documents } from '../graphql/documents.ts';
import { type Prepared, toServiceError } from '../graphql/execute.ts';
import type { PersistedOperations } from '../graphql/persisted.ts';
import { type Exchange, headersOf, sendJson } from '../http/exchange.ts';
import { Answering } from './graphql-answer.ts';
import { plainFace } from './graphql-plain.ts';
import { paramsOf } from './graphql-request.ts';
import { yogaFace } from './graphql-yoga.ts';

/** /graphql: one schema, context and set of limits, and two ways to them. */
export function graphqlFace(
  schema: GraphQLSchema,
  operations: readonly Prepared[],
  persisted: PersistedOperations,
  services: Services,
  log: Logger,
) {
  const answering = new Answering(schema, operations, log);
  const documents = new Documents();
  const plain = plainFace(answering, persisted, documents, services);
  const yoga = yogaFace(answering, persisted, documents, services, log);

  return async function serve(exchange: Exchange, caller: Caller): Promise<void> {
    const inbound = { exchange, caller, params: await paramsOf(exchange) };
    if (!(await plain(inbound))) await yoga(inbound);
  };
}

/** Answers what went wrong before a document ran: our error body and, for GraphQL clients, the same as `errors`. */
export function sendGraphqlError(exchange: Exchange, thrown: unknown): void {
  const error = toServiceError(thrown);
  const body = errorBody(error, exchange.requestId);
  const { message, ...extensions } = body.error;
  sendJson(exchange, statusOf[error.code], { ...body, errors: [{ message, extensions }] }, headersOf(error));
}
