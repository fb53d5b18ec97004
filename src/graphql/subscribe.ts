import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  mapSourceToResponseEvent,
  validateSubscriptionArgs,
} from 'graphql';
import type { Context } from './context.ts';
import { readyOf } from './documents.ts';

/** Subscribes as graphql-js does; each event is answered by the plan of its document, which is worked out once. */
export async function subscribe(
  args: ExecutionArgs & { contextValue: Context },
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> {
  const valid = validateSubscriptionArgs(args);
  if (!('schema' in valid)) return { errors: valid };
  const events = await createSourceEventStream(valid);
  if (!(Symbol.asyncIterator in events)) return events;
  const answer = readyOf(args.schema, args.document, args.operationName)?.events();
  if (!answer) return mapSourceToResponseEvent(valid, events);
  return mapSourceToResponseEvent(valid, events, ({ rootValue, variableValues }) =>
    answer(rootValue, variableValues, args.contextValue),
  );
}
