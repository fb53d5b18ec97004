import type { Logger } from 'pino';
import type { Exchange } from './exchange.ts';

/**
 * Logs method, path, operation and outcome, but no query, header or body: they may be secret. `shown` takes what is secret out
 * of a path.
 */
export function logWhenDone(exchange: Exchange, log: Logger, shown: (path: string) => string): void {
  const { req, res, method, path, requestId } = exchange;
  const startedAt = performance.now();
  res.once('close', () =>
    log.info(
      {
        requestId,
        method,
        path: shown(path),
        operation: exchange.operation,
        status: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
        ...(req.aborted ? { aborted: true } : {}),
      },
      'request',
    ),
  );
}
