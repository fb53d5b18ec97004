import type { Logger } from 'pino';
import { isReaderKeyShaped } from './domain/publication/rules.ts';
import type { Exchange } from './http/exchange.ts';

/** Logs method, path, operation and outcome, but no query, header, body or reader key: they may be secret. */
export function logWhenDone(exchange: Exchange, log: Logger): void {
  const { req, res, method, path, requestId } = exchange;
  const startedAt = performance.now();
  res.once('close', () =>
    log.info(
      {
        requestId,
        method,
        path: withoutReaderKey(path),
        operation: exchange.operation,
        status: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
        ...(req.aborted ? { aborted: true } : {}),
      },
      'request',
    ),
  );
}

/** An unlisted book has no other protection than its address. */
function withoutReaderKey(path: string): string {
  if (!path.startsWith('/read/')) return path;
  return path
    .split('/')
    .map((part) => (isReaderKeyShaped(part) ? '…' : part))
    .join('/');
}
