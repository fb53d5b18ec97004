import { type ErrorCode, errorBody, ServiceError } from '../errors.ts';
import { type Context, newContext } from '../graphql/context.ts';
import { type Prepared, toServiceError } from '../graphql/execute.ts';
import type { Exchange } from '../http/exchange.ts';
import { drained } from '../http/fetch.ts';
import type { Values } from './faces.ts';

/** Between two comments that keep proxies from closing an idle stream. */
const heartbeatMs = 15_000;

interface RunAnswer {
  id: string;
  chapterId: string | null;
  startOffset: number;
}

/** A piece of a run's text and where it ends, in code points from the run's first character; the last event has the run as it ended. */
export interface ProseEvent {
  offset: number;
  text: string;
  run: (Values & { state: string; error: { code: string; message: string } | null }) | null;
}

type Events = AsyncGenerator<ProseEvent, void, void>;

/** Starts or finds a run and sends its text as it comes: plain text, or SSE for those who ask for it. */
export async function sendStream(
  exchange: Exchange,
  prepared: Prepared,
  variables: Values,
  context: Context,
): Promise<void> {
  const { fromOffset: asked = 0, ...rest } = variables;
  const run = (await prepared.run(rest, context)) as RunAnswer;
  markReplay(exchange, context);
  const fromOffset = resumeAt(exchange, prepared) ?? Number(asked);
  const { caller, signal, charged, note } = context;
  const reading = newContext(context, caller, signal, { charged, note });
  const events = (await prepared.read({ runId: run.id, fromOffset }, reading)) as Events;
  exchange.signal.addEventListener('abort', () => void events.return(), { once: true });
  const headers = {
    'x-run-id': run.id,
    ...(run.chapterId ? { 'x-chapter-id': run.chapterId } : {}),
    'x-offset': String(run.startOffset + fromOffset),
    'cache-control': 'no-store',
  };
  const wantsEvents = (exchange.req.headers.accept ?? '').includes('text/event-stream');
  const begin = () =>
    void (exchange.res.headersSent || exchange.res.writeHead(200, { ...headers, ...kindOf(exchange, wantsEvents) }));
  if (exchange.method === 'HEAD') {
    await events.return();
    begin();
    exchange.res.end();
  } else if (wantsEvents) await sendEvents(exchange, events, begin);
  else await sendText(exchange, events, begin);
}

/** Says that an answer is that of an earlier request under the same idempotency key (contract 9). */
export function markReplay({ res }: Exchange, { replayed }: Context): void {
  if (replayed.size > 0) res.setHeader('idempotency-replayed', 'true');
}

/** Where a reader of a run lost its connection. A write answers from its run's first character: the id may be of another run. */
function resumeAt({ req }: Exchange, { kind }: Prepared): number | undefined {
  const last = req.headers['last-event-id'];
  return kind === 'query' && typeof last === 'string' && /^\d{1,6}$/.test(last) ? Number(last) : undefined;
}

function kindOf({ req, method }: Exchange, wantsEvents: boolean): Record<string, string> {
  if (wantsEvents) return { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
  // Only a body in chunks has trailers.
  const hasChunks = req.httpVersion !== '1.0' && method !== 'HEAD';
  return { 'content-type': 'text/plain; charset=utf-8', ...(hasChunks ? { trailer: 'x-run-state' } : {}) };
}

/** The headers go with the first text, so that a failure before it is an ordinary error response; one after it cuts the connection. */
async function sendText({ res, signal }: Exchange, events: Events, begin: () => void): Promise<void> {
  for await (const { text, run } of events) {
    if (text) {
      begin();
      if (!res.write(text)) await drained(res);
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

async function sendEvents({ res, requestId, signal }: Exchange, events: Events, begin: () => void): Promise<void> {
  begin();
  res.flushHeaders();
  const heartbeat = setInterval(() => res.write(': still here\n\n'), heartbeatMs);
  try {
    for await (const { offset, text, run } of events) {
      if (text && !res.write(`id: ${offset}\ndata: ${JSON.stringify({ offset, text })}\n\n`)) await drained(res);
      if (!run) continue;
      const failure = failureOf(run);
      if (failure) throw failure;
      res.end(`id: ${offset}\nevent: run\ndata: ${JSON.stringify(run)}\n\n`);
    }
    if (!res.writableEnded && !signal.aborted) throw lostRun();
  } catch (error) {
    res.write(`event: error\ndata: ${JSON.stringify(errorBody(toServiceError(error), requestId))}\n\n`);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

function lostRun(): ServiceError {
  return new ServiceError('not_found', 'The run went away with its book while you read it.');
}

/** Why a run failed, for callers who waited for it; undefined when it did not. */
export function failureOf({ state, error }: NonNullable<ProseEvent['run']>): ServiceError | undefined {
  return state === 'failed'
    ? new ServiceError((error?.code ?? 'internal') as ErrorCode, error?.message ?? 'The run failed.')
    : undefined;
}

/** The run that an answer is; throws the failure of one that failed. */
export function unlessFailed(answer: unknown): NonNullable<ProseEvent['run']> {
  const run = answer as NonNullable<ProseEvent['run']>;
  const failure = failureOf(run);
  if (failure) throw failure;
  return run;
}
