import { type DocumentNode, type GraphQLError, parse } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { ServiceError } from '../../errors.ts';
import { type Context, newContext } from '../../graphql/context.ts';
import { documentShapeRule } from '../../graphql/document-limits.ts';
import type { Documents } from '../../graphql/documents.ts';
import type { PersistedOperations } from '../../graphql/persisted.ts';
import type { Services } from '../../graphql/services.ts';
import { subscribe } from '../../graphql/subscribe.ts';
import { sendPrivate } from '../../http/conditional.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sendResponse, toRequest } from '../../http/fetch.ts';
import { limits } from '../../limits/limits.ts';
import { limitReporterFor } from '../../limits/rate-headers.ts';
import type { DocumentRunner } from './answer.ts';
import { asGraphQLError, setErrorHeaders } from './errors.ts';
import { operationFault, streamFault } from './operation-fault.ts';
import { type Inbound, persistedDocuments } from './request.ts';

/** Serves everything that the fast path does not: GET, streams, subscriptions and invalid requests. */
export function yogaFace(
  runner: DocumentRunner,
  persisted: PersistedOperations,
  documents: Documents,
  services: Services,
  log: Logger,
) {
  const refused = new WeakMap<Request, ServiceError>();
  const yoga = createYoga<Inbound, Context>({
    schema: runner.schema,
    graphqlEndpoint: '/graphql',
    multipart: false,
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    context: ({ exchange, caller, request }) =>
      newContext(services, caller, AbortSignal.any([exchange.signal, request.signal]), {
        reportLimit: limitReporterFor(exchange),
        requestId: exchange.requestId,
      }),
    maskedErrors: { maskError: (error) => asGraphQLError(error, log), errorMessage: '' },
    plugins: [
      persistedDocuments(persisted, documents),
      operationPlugin(log, refused),
      documentLimitsPlugin,
      executionPlugin(runner),
    ],
    // Documents are cached in graphql/documents.ts.
    parserAndValidationCache: false,
    extraParamNames: ['documentId'],
    // The size is checked in http/body.ts.
    maxRequestBodySize: false,
  });

  return async function serve(inbound: Inbound): Promise<void> {
    const { exchange } = inbound;
    const request = toRequest(exchange, services.publicUrl(), undefined);
    const response = await yoga.fetch(request, inbound);
    const refusal = refused.get(request);
    if (refusal) throw refusal;
    if (response.status === 406)
      throw new ServiceError(
        'not_acceptable',
        'Accept application/json, application/graphql-response+json or text/event-stream.',
      );
    if (isCacheable(exchange, response))
      sendPrivate(exchange, await response.text(), response.headers.get('content-type') ?? '');
    else await sendResponse(exchange, response);
  };
}

/** Whether the answer is data of a GET. Answers with errors have `cache-control` already. */
function isCacheable({ method, res }: Exchange, { status, headers }: Response): boolean {
  const isJson = /[/+]json\b/.test(headers.get('content-type') ?? '');
  return method === 'GET' && status === 200 && isJson && !res.hasHeader('cache-control');
}

/** Limits size and shape of a document that is not cached. */
const documentLimitsPlugin: Plugin<Context, Inbound, Context> = {
  onParse({ setParseFn }) {
    setParseFn((source: string) => parse(source, { maxTokens: limits.document.tokensMax }));
  },
  onValidate({ addValidationRule }) {
    addValidationRule(documentShapeRule);
  },
};

/**
 * Checks which operation of a document is asked for. Yoga would only say that it cannot choose one. A subscription that
 * cannot be answered is noted in `refused`, since its answer has another form.
 */
function operationPlugin(log: Logger, refused: WeakMap<Request, ServiceError>): Plugin<Context, Inbound, Context> {
  return {
    onParse() {
      return ({ result, context: { params, request } }) => {
        if (!result || result instanceof Error) return;
        const document = result as DocumentNode;
        const fault = operationFault(document, params.operationName);
        if (fault) throw withStatus(asGraphQLError(fault, log));
        const unsent = streamFault(document, params.operationName, request.headers.get('accept'));
        if (!unsent) return;
        refused.set(request, unsent);
        throw asGraphQLError(unsent, log);
      };
    },
  };
}

/** Yoga refuses such a request with this status, whatever the client accepts. */
function withStatus(error: GraphQLError): GraphQLError {
  return Object.assign(error, { extensions: { ...error.extensions, http: { status: 400 } } });
}

/** Executes through the shared runner, and sets the error headers. */
function executionPlugin(runner: DocumentRunner): Plugin<Context, Inbound, Context> {
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(({ document, operationName, variableValues, contextValue }) =>
        runner.answer({ document, operationName, variables: variableValues ?? {}, context: contextValue }),
      );
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const { document, operationName, variableValues, contextValue: context } = args;
      const refused = runner.refusal({ document, operationName, variables: variableValues ?? {}, context });
      if (refused) setResultAndStopExecution(refused);
      else setSubscribeFn((given) => subscribe({ ...given, contextValue: context }, () => runner.countEvent(context)));
    },
    onResultProcess({ result, serverContext: { exchange } }) {
      for (const one of Array.isArray(result) ? result : [result]) if ('errors' in one) setErrorHeaders(exchange, one);
    },
  };
}
