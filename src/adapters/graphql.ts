import {
  AbortedGraphQLExecutionError,
  type ExecutionArgs,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  subscribe,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { clipped, errorBody, invalidRequest, messageMax, ServiceError, statusOf } from '../errors.ts';
import { type Caller, type Context, newContext, type Services } from '../graphql/context.ts';
import { type Prepared, readerOf, toServiceError, withCurrent, withinTime } from '../graphql/execute.ts';
import { boundedShape, documentLimits, refuseCostly } from '../graphql/limits.ts';
import { variableIssues } from '../graphql/variables.ts';
import { readJson } from '../http/body.ts';
import { type Exchange, headersOf, requireMethod, sendJson } from '../http/exchange.ts';
import { sendResponse, toRequest } from '../http/fetch.ts';
import { noteFor } from '../http/rate-headers.ts';

interface Inbound {
  exchange: Exchange;
  caller: Caller;
}

/** /graphql: Yoga over the same schema and context, with limits for documents that strangers send. */
export function graphqlFace(schema: GraphQLSchema, operations: readonly Prepared[], services: Services, log: Logger) {
  const yoga = createYoga<Inbound, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    multipart: false,
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    context: ({ exchange, caller, request }) =>
      newContext(services, caller, AbortSignal.any([exchange.signal, request.signal]), { note: noteFor(exchange) }),
    maskedErrors: { maskError: (error) => asGraphQLError(error, log), errorMessage: '' },
    plugins: [limited(schema), coded(operations)],
  });

  return async function serve(exchange: Exchange, caller: Caller): Promise<void> {
    requireMethod(exchange, ['GET', 'POST']);
    const body = exchange.method === 'POST' ? await readJson(exchange) : undefined;
    if (exchange.method === 'POST' && body === undefined)
      throw invalidRequest([{ path: 'query', message: 'is required: send a body with a document.' }]);
    refuseLong(exchange.method === 'POST' ? body : { query: exchange.query.get('query') });
    const request = toRequest(exchange, services.publicUrl(), body === undefined ? undefined : JSON.stringify(body));
    const response = await yoga.fetch(request, { exchange, caller });
    if (response.status === 406)
      throw new ServiceError(
        'not_acceptable',
        'Accept application/json, application/graphql-response+json or text/event-stream.',
      );
    await sendResponse(exchange, response);
  };
}

/** Before it is parsed; what is not a text is Yoga's to refuse. */
function refuseLong(params: unknown): void {
  const query = typeof params === 'object' && params !== null && 'query' in params ? params.query : undefined;
  if (typeof query !== 'string' || Buffer.byteLength(query) <= documentLimits.queryBytesMax) return;
  const message = `is over ${documentLimits.queryBytesMax / 1024} KB. Ask for less, or in several requests.`;
  throw invalidRequest([{ path: 'query', message }]);
}

/** Answers what went wrong before a document ran: our error body and, for GraphQL clients, the same as `errors`. */
export function sendGraphqlError(exchange: Exchange, thrown: unknown): void {
  const error = toServiceError(thrown);
  const body = errorBody(error, exchange.requestId);
  const { message, ...extensions } = body.error;
  sendJson(exchange, statusOf[error.code], { ...body, errors: [{ message, extensions }] }, headersOf(error));
}

/** Every error carries one of our codes; what is not ours to show becomes `internal`. */
function asGraphQLError(thrown: unknown, log: Logger): GraphQLError {
  const own = thrown instanceof GraphQLError && (!thrown.originalError || thrown.originalError instanceof GraphQLError);
  if (own) return thrown;
  const error = toServiceError(thrown);
  // Who hung up in the middle reads no answer, and nothing is broken.
  const hasHungUp = thrown instanceof AbortedGraphQLExecutionError;
  if (error.code === 'internal' && !hasHungUp) log.error({ err: thrown }, 'defect');
  const place = thrown instanceof GraphQLError ? { nodes: thrown.nodes ?? null, path: thrown.path ?? null } : {};
  return new GraphQLError(error.message, { ...place, extensions: { code: error.code, ...error.details } });
}

/** Size and shape before execution; time during it. */
function limited(schema: GraphQLSchema): Plugin<Context, Inbound, Context> {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string) => parse(source, { maxTokens: documentLimits.tokensMax }));
    },
    onValidate({ addValidationRule }) {
      addValidationRule(boundedShape);
    },
    onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
      const misfit = variablesRefused(schema, args);
      if (misfit) return setResultAndStopExecution(misfit);
      refuseCostly(schema, args.document, args.variableValues ?? {}, args.operationName, args.contextValue);
      // The executor of the façades, so that all faces coerce and fail alike; it stops when the caller goes away.
      setExecuteFn((given) =>
        withinTime(execute({ ...given, abortSignal: given.contextValue.signal }), given.contextValue.patience),
      );
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const misfit = variablesRefused(schema, args);
      if (misfit) return setResultAndStopExecution(misfit);
      refuseCostly(schema, args.document, args.variableValues ?? {}, args.operationName, args.contextValue);
      setSubscribeFn((given) => subscribe(given));
    },
  };
}

/** The answer to variables that do not fit; nothing where they do, or where the executor will find no operation. */
function variablesRefused(
  schema: GraphQLSchema,
  { document, operationName, variableValues }: Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>,
): { errors: GraphQLError[] } | undefined {
  const operation = getOperationAST(document, operationName);
  const issues = operation ? variableIssues(schema, operation, variableValues ?? {}) : [];
  if (!operation || issues.length === 0) return undefined;
  const { message, code, details } = invalidRequest(issues);
  return { errors: [new GraphQLError(message, { nodes: operation, extensions: { code, ...details } })] };
}

/** Gives every error our code, the request id, and the wait also as a header, whoever made it. */
function coded(operations: readonly Prepared[]): Plugin<Context, Inbound, Context> {
  return {
    async onExecutionResult({ result, setResult, context }) {
      if (!result || Symbol.asyncIterator in result) return;
      const idempotencyReplayed = replayedIn(context);
      if (idempotencyReplayed.length > 0)
        setResult({ ...result, extensions: { ...result.extensions, idempotencyReplayed } });
      if (!result.errors) return;
      for (const error of result.errors) await showCurrent(error, operations, context);
    },
    onResultProcess({ result, serverContext: { exchange } }) {
      for (const one of Array.isArray(result) ? result : [result]) {
        if (!('errors' in one)) continue;
        for (const error of one.errors ?? []) {
          // graphql's own words repeat what was sent, whole, in each of them.
          const message = clipped(error.message, messageMax);
          const { extensions } = Object.assign(error, { message });
          if (!isOurs(extensions.code))
            Object.assign(extensions, { issues: [{ path: 'query', message }], ...extensions, code: 'invalid_request' });
          Object.assign(extensions, { request_id: exchange.requestId });
          if (typeof extensions.retry_after === 'number')
            exchange.res.setHeader('retry-after', String(extensions.retry_after));
        }
      }
    },
  };
}

/** The root fields, by their names in the response, that answer what an earlier request under their idempotency key did. */
function replayedIn(context: object): string[] {
  // A document that was refused before it ran has no context of ours.
  return 'replayed' in context && context.replayed instanceof Set ? [...context.replayed] : [];
}

/** Yoga has codes of its own for what it refuses by itself. */
function isOurs(code: unknown): boolean {
  return typeof code === 'string' && code in statusOf;
}

/** A conflict carries the record as the façades answer it. */
async function showCurrent(error: GraphQLError, operations: readonly Prepared[], context: object): Promise<void> {
  const [node] = error.nodes ?? [];
  const changed = operations.find(({ field }) => node?.kind === Kind.FIELD && field === node.name.value);
  if (!error.extensions.current || !changed) return;
  const { code, message, current } = {
    code: 'conflict' as const,
    message: error.message,
    current: error.extensions.current,
  };
  const shown = toServiceError(
    await withCurrent(new ServiceError(code, message, { current }), readerOf(operations, changed), context as Context),
  );
  Object.assign(error.extensions, { current: shown.details.current });
}
