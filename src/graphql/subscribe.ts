import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  GraphQLError,
  mapSourceToResponseEvent,
  validateSubscriptionArgs,
} from 'graphql';
import { beginAnswer, refuseLargeAnswer } from './answer-size.ts';
import type { Context } from './context.ts';

/** Subscribes as graphql-js does. The executor of the context answers each event. `onEvent` is called before that. */
export async function subscribe(
  args: ExecutionArgs & { contextValue: Context },
  onEvent = () => {},
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> {
  const valid = validateSubscriptionArgs(args);
  if (!('schema' in valid)) return { errors: valid };
  const events = await createSourceEventStream(valid);
  if (!(Symbol.asyncIterator in events)) return events;
  const { schema, document, operationName, contextValue } = args;
  const answer = contextValue.executor.eventsOf({ schema, document, operationName });
  return mapSourceToResponseEvent(valid, events, (event) => {
    onEvent();
    beginAnswer(contextValue);
    const result = answer
      ? answer(event.rootValue, event.variableValues, contextValue)
      : executeSubscriptionEvent(event);
    return result instanceof Promise ? result.then((one) => sized(one, contextValue)) : sized(result, contextValue);
  });
}

/** The result, or an error if it is too large. Later events go on. */
function sized(result: ExecutionResult, context: Context): ExecutionResult {
  try {
    refuseLargeAnswer(context, result.data);
    return result;
  } catch (error) {
    const originalError = error as Error;
    return { errors: [new GraphQLError(originalError.message, { originalError })] };
  }
}
