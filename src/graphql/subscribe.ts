import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  mapSourceToResponseEvent,
  validateSubscriptionArgs,
} from 'graphql';
import type { Context } from '../context.ts';

/** Subscribes as graphql-js does. The executor of the context answers each event. */
export async function subscribe(
  args: ExecutionArgs & { contextValue: Context },
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> {
  const valid = validateSubscriptionArgs(args);
  if (!('schema' in valid)) return { errors: valid };
  const events = await createSourceEventStream(valid);
  if (!(Symbol.asyncIterator in events)) return events;
  const { schema, document, operationName, contextValue } = args;
  const answer = contextValue.executor.eventsOf({ schema, document, operationName });
  if (!answer) return mapSourceToResponseEvent(valid, events);
  return mapSourceToResponseEvent(valid, events, ({ rootValue, variableValues }) =>
    answer(rootValue, variableValues, contextValue),
  );
}
