import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { errorBody, statusOf } from '../../errors.ts';
import { Documents } from '../../graphql/documents.ts';
import type { PreparedOperation } from '../../graphql/execute.ts';
import type { PersistedOperations } from '../../graphql/persisted.ts';
import { toServiceError } from '../../graphql/service-error.ts';
import type { Services } from '../../graphql/services.ts';
import { type Exchange, headersOf, sendJson } from '../../http/exchange.ts';
import { CostBudget } from '../../limits/cost-budget.ts';
import type { Face } from '../door.ts';
import { DocumentRunner } from './answer.ts';
import { answerPlain, plainCallIn } from './plain.ts';
import { readInbound } from './request.ts';
import { yogaFace } from './yoga.ts';

/** Serves /graphql: a fast path for common requests, and Yoga for all others. Both share schema, context and limits. */
export function graphqlFace(
  schema: GraphQLSchema,
  operations: readonly PreparedOperation[],
  persisted: PersistedOperations,
  services: Services,
  log: Logger,
) {
  const budget = new CostBudget(services.config.limits.graphqlCostPerMinute);
  const runner = new DocumentRunner(schema, operations, log, budget);
  const documents = new Documents();
  const yoga = yogaFace(runner, persisted, documents, services, log);

  const serve: Face = async (exchange, { caller, count }) => {
    count();
    const inbound = await readInbound(exchange, caller, persisted);
    const plain = plainCallIn(inbound, runner, documents);
    await (plain ? answerPlain(plain, runner, persisted, services) : yoga(inbound));
  };
  return serve;
}

/** Answers an error before execution. The body has our `error`, and the same as `errors` for GraphQL clients. */
export function sendGraphqlError(exchange: Exchange, thrown: unknown): void {
  const error = toServiceError(thrown);
  const body = errorBody(error, exchange.requestId);
  const { message, ...extensions } = body.error;
  sendJson(exchange, statusOf[error.code], { ...body, errors: [{ message, extensions }] }, headersOf(error));
}
