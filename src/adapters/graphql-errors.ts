import { AbortedGraphQLExecutionError, type ExecutionResult, GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { Logger } from 'pino';
import { clipped, codeFrom, messageMax, ServiceError, statusOf } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { type Prepared, toServiceError, withCurrent } from '../graphql/execute.ts';
import type { Exchange } from '../http/exchange.ts';

/** Every error carries one of our codes; what is not ours to show becomes `internal`. */
export function asGraphQLError(thrown: unknown, log: Logger): GraphQLError {
  const own = thrown instanceof GraphQLError && (!thrown.originalError || thrown.originalError instanceof GraphQLError);
  if (own) return thrown;
  const error = toServiceError(thrown);
  // Who hung up, in the middle or before anything began, reads no answer, and nothing is broken.
  const hasHungUp =
    thrown instanceof AbortedGraphQLExecutionError || (thrown instanceof DOMException && thrown.name === 'AbortError');
  if (error.code === 'internal' && !hasHungUp) log.error({ err: thrown }, 'defect');
  const place = thrown instanceof GraphQLError ? { nodes: thrown.nodes ?? null, path: thrown.path ?? null } : {};
  const shown = new GraphQLError(error.message, { ...place, extensions: { code: error.code, ...error.details } });
  return Object.assign(shown, { cause: error });
}

/** A conflict carries the record as the façades answer it. */
export async function showCurrent(
  error: GraphQLError,
  operations: readonly Prepared[],
  context: Context,
): Promise<void> {
  if (!(error.cause instanceof ServiceError)) return;
  const shown = toServiceError(await withCurrent(error.cause, operations, context));
  if (shown.details.current) Object.assign(error.extensions, { current: shown.details.current });
}

/** Gives every error our code, the request id, and the wait also as a header, whoever made it. */
export function tell({ res, requestId }: Exchange, result: ExecutionResult): void {
  // Who hung up in the middle has had their answer.
  if (res.headersSent || !result.errors) return;
  if (result.errors.length > 0) res.setHeader('cache-control', 'no-store');
  for (const error of result.errors) {
    // graphql's own words repeat what was sent, whole, in each of them.
    const message = clipped(error.message, messageMax);
    const { extensions } = Object.assign(error, { message });
    if (!isOurs(extensions.code)) Object.assign(extensions, ofYoga(extensions, message));
    // Without data the status says what the code does, but to those who ask for plain JSON (GraphQL over HTTP).
    const status = statusOf[codeFrom(String(extensions.code))];
    if (!('data' in result)) Object.assign(extensions, { http: extensions.http ?? { status, spec: true } });
    Object.assign(extensions, { request_id: requestId });
    if (typeof extensions.retry_after === 'number') res.setHeader('retry-after', String(extensions.retry_after));
  }
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
