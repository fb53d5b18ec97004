import { type ExecutionResult, type GraphQLError, OperationTypeNode } from 'graphql';
import { newContext, type Services } from '../graphql/context.ts';
import { type Documents, readyOf } from '../graphql/documents.ts';
import type { Meant, PersistedOperations } from '../graphql/persisted.ts';
import { send } from '../http/exchange.ts';
import { noteFor } from '../http/rate-headers.ts';
import type { Answering, Asking } from './graphql-answer.ts';
import { tell } from './graphql-errors.ts';
import { type Inbound, isRecord } from './graphql-request.ts';

/** Answers what nearly every request is without Yoga's layers: a known document, sent by POST, that answers JSON once. Resolves with false for all else, to which nothing has been done yet. */
export function plainFace(
  answering: Answering,
  persisted: PersistedOperations,
  documents: Documents,
  services: Services,
) {
  return async function serve({ exchange, caller, params }: Inbound): Promise<boolean> {
    const type = exchange.method === 'POST' ? jsonTypeFor(exchange.req.headers.accept) : undefined;
    const meant = type && isRecord(params) ? meantBy(persisted, params) : undefined;
    const document = meant?.listed?.document ?? (meant && documents.get(meant.text));
    const asked = document && askedBy(params as object);
    if (!type || !meant || !document || !asked) return false;
    const ready = readyOf(answering.schema, document, asked.operationName);
    if (!ready || ready.operation.operation === OperationTypeNode.SUBSCRIPTION) return false;
    persisted.remember(meant);
    const context = newContext(services, caller, exchange.signal, { note: noteFor(exchange) });
    const result = await answering.answer({ ...asked, document, context });
    tell(exchange, result);
    send(exchange, statusOf(result, type), bodyOf(result), `${type}; charset=utf-8`);
    return true;
  };
}

/** Of the two media types of a single answer that which comes first; undefined where neither is asked for, or by a pattern that Yoga understands. */
function jsonTypeFor(accept: string | undefined): string | undefined {
  for (const entry of (accept || '*/*').replaceAll(/\s/g, '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = entry.split(';');
    const charset = parameters.find((one) => one.includes('charset='));
    if (charset && charset !== 'charset=utf-8') continue;
    if (['application/json', 'application/*', '*/*'].includes(type)) return 'application/json';
    if (type === 'application/graphql-response+json') return type;
    // Any type with this end, whatever type that is.
    if (type.startsWith('*/')) return undefined;
  }
  return undefined;
}

/** Undefined for a document that is refused, which is for Yoga to answer. */
function meantBy(persisted: PersistedOperations, params: object): Meant | undefined {
  try {
    return persisted.meantBy(params);
  } catch {
    return undefined;
  }
}

/** Undefined where a member is not of its type, which is for Yoga to answer. */
function askedBy(params: object): Pick<Asking, 'operationName' | 'variables'> | undefined {
  const { operationName, variables, extensions } = params as Record<string, unknown>;
  const isName = operationName === undefined || operationName === null || typeof operationName === 'string';
  if (!isName || !isRecord(variables ?? {}) || !isRecord(extensions ?? {})) return undefined;
  return { operationName: operationName ?? null, variables: (variables ?? {}) as Asking['variables'] };
}

/** Those who ask for plain JSON hear of errors in the body alone (GraphQL over HTTP). */
function statusOf(result: ExecutionResult, type: string): number {
  if (type === 'application/json' || 'data' in result) return 200;
  return Math.max(...(result.errors ?? []).map(({ extensions: { http } }) => (http as { status: number }).status));
}

function bodyOf(result: ExecutionResult): string {
  return JSON.stringify(result.errors ? { ...result, errors: result.errors.map(shownOf) } : result);
}

/** Without what says only how to answer. */
function shownOf(error: GraphQLError) {
  const { http: _status, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}
