import { AbortedGraphQLExecutionError, type ExecutionResult, GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { Logger } from 'pino';
import { clipped, codeFrom, messageMax, ServiceError, statusOf } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import { type PreparedOperation, withCurrent } from '../../graphql/execute.ts';
import { logFault, toServiceError } from '../../graphql/service-error.ts';
import type { Exchange } from '../../http/exchange.ts';

/** Converts any thrown value to an error with one of our codes. Logs internal errors and hides them as `internal`. */
export function asGraphQLError(thrown: unknown, log: Logger, requestId?: string): GraphQLError {
  const isOwn =
    thrown instanceof GraphQLError && (!thrown.originalError || thrown.originalError instanceof GraphQLError);
  if (isOwn) return thrown;
  const error = toServiceError(thrown);
  // A disconnected caller is not a defect.
  const isDisconnect =
    thrown instanceof AbortedGraphQLExecutionError || (thrown instanceof DOMException && thrown.name === 'AbortError');
  if (!isDisconnect) logFault(log, thrown, error, requestId);
  const location = thrown instanceof GraphQLError ? { nodes: thrown.nodes ?? null, path: thrown.path ?? null } : {};
  const formatted = new GraphQLError(error.message, {
    ...location,
    extensions: { code: error.code, ...error.details },
  });
  return Object.assign(formatted, { cause: error });
}

/** Adds the current record to a conflict, in the form of REST and MCP. */
export async function addCurrentRecord(
  error: GraphQLError,
  operations: readonly PreparedOperation[],
  context: Context,
): Promise<void> {
  if (!(error.cause instanceof ServiceError)) return;
  const conflict = toServiceError(await withCurrent(error.cause, operations, context));
  if (conflict.details.current) Object.assign(error.extensions, { current: conflict.details.current });
}

/** Adds our code and the request id to every error of a result. Sets `cache-control`, and `retry-after` if an error has it. */
export function setErrorHeaders({ res, requestId }: Exchange, result: ExecutionResult): void {
  // A caller can disconnect in the middle of a response; its headers are sent already.
  if (res.headersSent || !result.errors) return;
  if (result.errors.length > 0) res.setHeader('cache-control', 'no-store');
  for (const error of result.errors) {
    // Messages of graphql-js repeat the whole input.
    const message = clipped(error.message, messageMax);
    const { extensions } = Object.assign(error, { message });
    if (!isOurs(extensions.code)) Object.assign(extensions, fromYoga(extensions, message));
    // Without data the status follows the code, except for callers of plain JSON (GraphQL over HTTP).
    const status = statusOf[codeFrom(String(extensions.code))];
    if (!('data' in result)) Object.assign(extensions, { http: extensions.http ?? { status, spec: true } });
    Object.assign(extensions, { request_id: requestId });
    if (typeof extensions.retry_after === 'number') res.setHeader('retry-after', String(extensions.retry_after));
  }
}

/** Yoga refuses requests with its own codes. */
function isOurs(code: unknown): boolean {
  return typeof code === 'string' && code in statusOf;
}

function fromYoga({ http, ...extensions }: GraphQLErrorExtensions, message: string) {
  const isMethod = typeof http === 'object' && http !== null && 'status' in http && http.status === 405;
  return isMethod
    ? { code: 'method_not_allowed' }
    : { issues: [{ path: 'query', message }], ...extensions, code: 'invalid_request' };
}
