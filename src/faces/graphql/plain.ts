import { type ExecutionResult, type GraphQLError, OperationTypeNode } from 'graphql';
import { newContext } from '../../graphql/context.ts';
import { type Documents, readyOperation } from '../../graphql/documents.ts';
import type { PersistedOperations, ReferencedDocument } from '../../graphql/persisted.ts';
import type { Services } from '../../graphql/services.ts';
import { isRecord } from '../../graphql/variables.ts';
import { send } from '../../http/exchange.ts';
import { limitReporterFor } from '../../limits/rate-headers.ts';
import type { DocumentRequest, DocumentRunner } from './answer.ts';
import { setErrorHeaders } from './errors.ts';
import type { Inbound } from './request.ts';

/** A request that needs none of the layers of Yoga: a cached document, sent by POST, with a single JSON answer. */
interface PlainCall {
  inbound: Inbound;
  found: ReferencedDocument;
  type: string;
  request: Omit<DocumentRequest, 'context'>;
}

/** Undefined if Yoga must serve the request. Has no side effects. */
export function plainCallIn(inbound: Inbound, { schema }: DocumentRunner, documents: Documents): PlainCall | undefined {
  const { exchange, params, reference } = inbound;
  const { found } = reference;
  const type = exchange.method === 'POST' ? jsonTypeFor(exchange.req.headers.accept) : undefined;
  const document = found && (found.listed?.document ?? documents.get(found.text));
  const operation = document && isRecord(params) ? operationIn(params) : undefined;
  if (!type || !found || !document || !operation) return undefined;
  const ready = readyOperation(schema, document, operation.operationName);
  if (!ready || ready.operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  return { inbound, found, type, request: { ...operation, document } };
}

/** Serves such a request. */
export async function answerPlain(
  { inbound: { exchange, caller }, found, type, request }: PlainCall,
  runner: DocumentRunner,
  persisted: PersistedOperations,
  services: Services,
): Promise<void> {
  persisted.remember(found);
  const context = newContext(services, caller, exchange.signal, {
    reportLimit: limitReporterFor(exchange),
    requestId: exchange.requestId,
  });
  const result = await runner.answer({ ...request, context });
  setErrorHeaders(exchange, result);
  send(exchange, statusOf(result, type), bodyOf(result), `${type}; charset=utf-8`);
}

/**
 * The first media type of `Accept` that the fast path serves. Undefined if there is none, or if Yoga must match the pattern.
 */
function jsonTypeFor(accept: string | undefined): string | undefined {
  for (const entry of (accept || '*/*').replaceAll(/\s/g, '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = entry.split(';');
    const charset = parameters.find((one) => one.includes('charset='));
    if (charset && charset !== 'charset=utf-8') continue;
    if (['application/json', 'application/*', '*/*'].includes(type)) return 'application/json';
    if (type === 'application/graphql-response+json') return type;
    // Yoga supports patterns such as `*/json`.
    if (type.startsWith('*/')) return undefined;
  }
  return undefined;
}

/** Undefined if a member has the wrong type; Yoga then answers the error. */
function operationIn(params: object): Pick<DocumentRequest, 'operationName' | 'variables'> | undefined {
  const { operationName, variables, extensions } = params as Record<string, unknown>;
  const isName = operationName === undefined || operationName === null || typeof operationName === 'string';
  if (!isName || !isRecord(variables ?? {}) || !isRecord(extensions ?? {})) return undefined;
  return { operationName: operationName ?? null, variables: (variables ?? {}) as DocumentRequest['variables'] };
}

/** For `application/json`, GraphQL over HTTP wants status 200 with the errors in the body. */
function statusOf(result: ExecutionResult, type: string): number {
  if (type === 'application/json' || 'data' in result) return 200;
  return Math.max(...(result.errors ?? []).map(({ extensions: { http } }) => (http as { status: number }).status));
}

function bodyOf(result: ExecutionResult): string {
  return JSON.stringify(result.errors ? { ...result, errors: result.errors.map(responseError) } : result);
}

/** Removes the extension `http`, which only sets the status. */
function responseError(error: GraphQLError) {
  const { http: _status, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}
