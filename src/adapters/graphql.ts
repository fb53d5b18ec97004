import {
  AbortedGraphQLExecutionError,
  type ExecutionArgs,
  execute,
  GraphQLError,
  type GraphQLErrorExtensions,
  type GraphQLSchema,
  getOperationAST,
  parse,
  subscribe,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { clipped, codeFrom, errorBody, invalidRequest, messageMax, ServiceError, statusOf } from '../errors.ts';
import { type Caller, type Context, newContext, type Services } from '../graphql/context.ts';
import { type Prepared, toServiceError, withCurrent, withinTime } from '../graphql/execute.ts';
import { boundedShape, costOf, documentLimits, refuseCostly } from '../graphql/limits.ts';
import type { PersistedOperations } from '../graphql/persisted.ts';
import { variableIssues } from '../graphql/variables.ts';
import { sendOwn } from '../http/conditional.ts';
import { type Exchange, headersOf, sendJson } from '../http/exchange.ts';
import { sendResponse, toRequest } from '../http/fetch.ts';
import { noteFor } from '../http/rate-headers.ts';
import { asked, type Inbound, paramsOf } from './graphql-request.ts';

/** /graphql: Yoga over the same schema and context, with limits for documents that strangers send. */
export function graphqlFace(
  schema: GraphQLSchema,
  operations: readonly Prepared[],
  persisted: PersistedOperations,
  services: Services,
  log: Logger,
) {
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
    plugins: [asked(persisted), limited(schema), coded(operations)],
    extraParamNames: ['documentId'],
    // Ours has been looked at: http/body.ts.
    maxRequestBodySize: false,
  });

  return async function serve(exchange: Exchange, caller: Caller): Promise<void> {
    const params = await paramsOf(exchange);
    const request = toRequest(exchange, services.publicUrl(), undefined);
    const response = await yoga.fetch(request, { exchange, caller, params });
    if (response.status === 406)
      throw new ServiceError(
        'not_acceptable',
        'Accept application/json, application/graphql-response+json or text/event-stream.',
      );
    if (mayBeKept(exchange, response))
      sendOwn(exchange, await response.text(), response.headers.get('content-type') ?? '');
    else await sendResponse(exchange, response);
  };
}

/** The data that a GET asked for; an answer with errors has said by then that it is not to be stored. */
function mayBeKept({ method, res }: Exchange, { status, headers }: Response): boolean {
  const isJson = /[/+]json\b/.test(headers.get('content-type') ?? '');
  return method === 'GET' && status === 200 && isJson && !res.hasHeader('cache-control');
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
  const shown = new GraphQLError(error.message, { ...place, extensions: { code: error.code, ...error.details } });
  return Object.assign(shown, { cause: error });
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
      weigh(schema, args);
      // The executor of the façades, so that all faces coerce and fail alike; it stops when the caller goes away.
      setExecuteFn((given) =>
        withinTime(execute({ ...given, abortSignal: given.contextValue.signal }), given.contextValue.patience),
      );
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const misfit = variablesRefused(schema, args);
      if (misfit) return setResultAndStopExecution(misfit);
      weigh(schema, args);
      setSubscribeFn((given) => subscribe(given));
    },
  };
}

/** Notes what the document costs, to be answered; throws where that is too much. */
function weigh(
  schema: GraphQLSchema,
  {
    document,
    operationName,
    variableValues,
    contextValue,
  }: Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> & { contextValue: Context },
): void {
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  contextValue.cost = costOf(schema, document, operation, variableValues ?? {});
  refuseCostly(contextValue.cost);
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
      const extensions = { ...result.extensions, ...saidOf(context) };
      if (Object.keys(extensions).length > 0) setResult({ ...result, extensions });
      if (!result.errors) return;
      for (const error of result.errors) await showCurrent(error, operations, context);
    },
    onResultProcess({ result, serverContext: { exchange } }) {
      // Who hung up in the middle has had their answer.
      if (exchange.res.headersSent) return;
      for (const one of Array.isArray(result) ? result : [result]) {
        if (!('errors' in one)) continue;
        if (one.errors?.length) exchange.res.setHeader('cache-control', 'no-store');
        for (const error of one.errors ?? []) {
          // graphql's own words repeat what was sent, whole, in each of them.
          const message = clipped(error.message, messageMax);
          const { extensions } = Object.assign(error, { message });
          if (!isOurs(extensions.code)) Object.assign(extensions, ofYoga(extensions, message));
          // Without data the status says what the code does, but to those who ask for plain JSON (GraphQL over HTTP).
          const status = statusOf[codeFrom(String(extensions.code))];
          if (!('data' in one)) Object.assign(extensions, { http: extensions.http ?? { status, spec: true } });
          Object.assign(extensions, { request_id: exchange.requestId });
          if (typeof extensions.retry_after === 'number')
            exchange.res.setHeader('retry-after', String(extensions.retry_after));
        }
      }
    },
  };
}

/** What an answer says of itself: its cost, and the root fields, by their names in the response, that answer what an earlier request under their idempotency key did. */
function saidOf(context: object) {
  // A document that was refused before it ran has no context of ours, which Yoga's types do not say.
  const { cost, replayed } = context as Partial<Context>;
  return { ...(cost ? { cost } : {}), ...(replayed?.size ? { idempotencyReplayed: [...replayed] } : {}) };
}

/** Yoga has codes of its own for what it refuses by itself. */
function isOurs(code: unknown): boolean {
  return typeof code === 'string' && code in statusOf;
}

function ofYoga({ http, ...extensions }: GraphQLErrorExtensions, message: string) {
  const isMethod = typeof http === 'object' && http !== null && 'status' in http && http.status === 405;
  return isMethod
    ? { code: 'method_not_allowed' }
    : { issues: [{ path: 'query', message }], ...extensions, code: 'invalid_request' };
}

/** A conflict carries the record as the façades answer it. */
async function showCurrent(error: GraphQLError, operations: readonly Prepared[], context: object): Promise<void> {
  // A document that was refused before it ran has no context of ours, and no cause either.
  if (!(error.cause instanceof ServiceError)) return;
  const shown = toServiceError(await withCurrent(error.cause, operations, context as Context));
  if (shown.details.current) Object.assign(error.extensions, { current: shown.details.current });
}
