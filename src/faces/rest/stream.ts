import { type ErrorCode, errorBody, retryDetails, ServiceError } from '../../errors.ts';
import { type Context, newContext } from '../../graphql/context.ts';
import type { PreparedOperation } from '../../graphql/execute.ts';
import { toServiceError } from '../../graphql/service-error.ts';
import { eventHeaders, openEvents, streamHeaders } from '../../http/event-stream.ts';
import type { Exchange } from '../../http/exchange.ts';
import { write } from '../../http/write.ts';
import type { Values } from '../faces.ts';
import { wantsEvents } from './progress.ts';

interface RunAnswer {
  id: string;
  chapterId: string | null;
  startOffset: number;
}

/**
 * A piece of a run's text and its end offset, in code points from the first character of the run. The last event has the
 * finished run.
 */
export interface ProseEvent {
  offset: number;
  text: string;
  run: (Values & { state: string; error: { code: string; message: string; retryAt: string | null } | null }) | null;
}

type Events = AsyncGenerator<ProseEvent, void, void>;
type Headers = Readonly<Record<string, string>>;

/** Starts or joins a run and streams its text: plain text, or SSE if the caller accepts it. */
export async function sendStream(
  exchange: Exchange,
  prepared: PreparedOperation,
  variables: Values,
  context: Context,
): Promise<void> {
  const { fromOffset: requestedOffset = 0, ...rest } = variables;
  const run = (await prepared.run(rest, context)) as RunAnswer;
  markReplay(exchange, context);
  const fromOffset = resumeAt(exchange, prepared) ?? Number(requestedOffset);
  const { caller, signal, charged, reportLimit } = context;
  const reading = newContext(context, caller, signal, { charged, reportLimit });
  const events = (await prepared.read({ runId: run.id, fromOffset }, reading)) as Events;
  exchange.signal.addEventListener('abort', () => void events.return(), { once: true });
  const headers = {
    'x-run-id': run.id,
    ...(run.chapterId ? { 'x-chapter-id': run.chapterId } : {}),
    'x-offset': String(run.startOffset + fromOffset),
  };
  const asEvents = wantsEvents(exchange);
  if (exchange.method === 'HEAD') {
    await events.return();
    exchange.res.writeHead(200, { ...headers, ...(asEvents ? eventHeaders : textHeaders(exchange)) }).end();
  } else if (asEvents) await sendEvents(exchange, events, headers);
  else await sendText(exchange, events, headers);
}

/** Marks an answer that is replayed from an earlier request with the same idempotency key (contract 9). */
export function markReplay({ res }: Exchange, { replayed }: Context): void {
  if (replayed.size > 0) res.setHeader('idempotency-replayed', 'true');
}

/**
 * Offset in `Last-Event-ID`, to resume a read. A write ignores it and starts at its first character, because the id may belong
 * to another run.
 */
function resumeAt({ req }: Exchange, { kind }: PreparedOperation): number | undefined {
  const last = req.headers['last-event-id'];
  return kind === 'query' && typeof last === 'string' && /^\d{1,6}$/.test(last) ? Number(last) : undefined;
}

function textHeaders({ req, method }: Exchange): Headers {
  // Trailers need a chunked body.
  const hasChunks = req.httpVersion !== '1.0' && method !== 'HEAD';
  const trailer = hasChunks ? { trailer: 'x-run-state' } : {};
  return { ...streamHeaders, 'content-type': 'text/plain; charset=utf-8', ...trailer };
}

/**
 * Sends headers with the first text. An earlier failure is an ordinary error response. A later one closes the connection
 * without the closing chunk.
 */
async function sendText(exchange: Exchange, events: Events, headers: Headers): Promise<void> {
  const { res, signal } = exchange;
  const begin = () => void (res.headersSent || res.writeHead(200, { ...headers, ...textHeaders(exchange) }));
  for await (const { text, run } of events) {
    if (text) {
      begin();
      await write(exchange, text);
    }
    if (!run) continue;
    const failure = failureOf(run);
    if (failure) throw failure;
    begin();
    res.addTrailers({ 'x-run-state': run.state });
    res.end();
  }
  if (!res.writableEnded && !signal.aborted) throw lostRun();
}

async function sendEvents(exchange: Exchange, events: Events, headers: Headers): Promise<void> {
  const { res, requestId, signal } = exchange;
  openEvents(res, headers);
  try {
    for await (const { offset, text, run } of events) {
      if (text) await write(exchange, `id: ${offset}\ndata: ${JSON.stringify({ offset, text })}\n\n`);
      if (!run) continue;
      const failure = failureOf(run);
      if (failure) throw failure;
      res.end(`id: ${offset}\nevent: run\ndata: ${JSON.stringify(run)}\n\n`);
    }
    if (!res.writableEnded && !signal.aborted) throw lostRun();
  } catch (error) {
    res.write(`event: error\ndata: ${JSON.stringify(errorBody(toServiceError(error), requestId))}\n\n`);
    throw error;
  }
}

function lostRun(): ServiceError {
  return new ServiceError(
    'not_found',
    'The run was deleted with its book while you read it. GET /v1/books lists your books.',
  );
}

/** Error of a failed run, for callers that waited for it; undefined otherwise. */
export function failureOf({ state, error }: NonNullable<ProseEvent['run']>): ServiceError | undefined {
  if (state !== 'failed') return undefined;
  const code = (error?.code ?? 'internal') as ErrorCode;
  return new ServiceError(code, error?.message ?? 'The run failed.', retryDetails(error?.retryAt));
}

/** The run in an answer. Throws the error of a failed run. */
export function runUnlessFailed(answer: unknown): NonNullable<ProseEvent['run']> {
  const run = answer as NonNullable<ProseEvent['run']>;
  const failure = failureOf(run);
  if (failure) throw failure;
  return run;
}
