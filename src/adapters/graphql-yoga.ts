import { parse } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { ServiceError } from '../errors.ts';
import { type Context, newContext, type Services } from '../graphql/context.ts';
import type { Documents } from '../graphql/documents.ts';
import { boundedShape, documentLimits } from '../graphql/limits.ts';
import type { PersistedOperations } from '../graphql/persisted.ts';
import { subscribe } from '../graphql/subscribe.ts';
import { sendOwn } from '../http/conditional.ts';
import type { Exchange } from '../http/exchange.ts';
import { sendResponse, toRequest } from '../http/fetch.ts';
import { noteFor } from '../http/rate-headers.ts';
import type { Answering } from './graphql-answer.ts';
import { asGraphQLError, tell } from './graphql-errors.ts';
import { asked, type Inbound } from './graphql-request.ts';

/** Whatever may come to /graphql: over GET, as a stream, for a subscription, and all that is not right. */
export function yogaFace(
  answering: Answering,
  persisted: PersistedOperations,
  documents: Documents,
  services: Services,
  log: Logger,
) {
  const yoga = createYoga<Inbound, Context>({
    schema: answering.schema,
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
    plugins: [asked(persisted, documents), limited, answered(answering)],
    // Documents are kept by themselves: graphql/documents.ts.
    parserAndValidationCache: false,
    extraParamNames: ['documentId'],
    // Ours has been looked at: http/body.ts.
    maxRequestBodySize: false,
  });

  return async function serve(inbound: Inbound): Promise<void> {
    const { exchange } = inbound;
    const request = toRequest(exchange, services.publicUrl(), undefined);
    const response = await yoga.fetch(request, inbound);
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

/** Size and shape of a document that is not known yet. */
const limited: Plugin<Context, Inbound, Context> = {
  onParse({ setParseFn }) {
    setParseFn((source: string) => parse(source, { maxTokens: documentLimits.tokensMax }));
  },
  onValidate({ addValidationRule }) {
    addValidationRule(boundedShape);
  },
};

/** Answers documents as every way does, and has each error told as ours are. */
function answered(answering: Answering): Plugin<Context, Inbound, Context> {
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(({ document, operationName, variableValues, contextValue }) =>
        answering.answer({ document, operationName, variables: variableValues ?? {}, context: contextValue }),
      );
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const { document, operationName, variableValues, contextValue: context } = args;
      const refused = answering.refusal({ document, operationName, variables: variableValues ?? {}, context });
      if (refused) setResultAndStopExecution(refused);
      else setSubscribeFn((given) => subscribe({ ...given, contextValue: context }));
    },
    onResultProcess({ result, serverContext: { exchange } }) {
      for (const one of Array.isArray(result) ? result : [result]) if ('errors' in one) tell(exchange, one);
    },
  };
}
