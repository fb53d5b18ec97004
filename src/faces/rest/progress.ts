import { errorBody } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import type { Progress } from '../../graphql/progress.ts';
import { toServiceError } from '../../graphql/service-error.ts';
import { openEvents } from '../../http/event-stream.ts';
import type { Exchange } from '../../http/exchange.ts';
import { write } from '../../http/write.ts';

/** Time after which a stream begins without a report, milliseconds (ours). Refusals come earlier. */
const beginMsMax = 1_000;

/** Minimum interval between two reports of a stage, milliseconds (ours). */
const reportMs = 200;

/** Limits the rate of reports. The first report of each stage always passes. */
export function throttled(report: (progress: Progress) => void, everyMs = reportMs): (progress: Progress) => void {
  let stage = '';
  let reportedAt = 0;
  return (progress) => {
    if (progress.stage === stage && performance.now() - reportedAt < everyMs) return;
    [stage, reportedAt] = [progress.stage, performance.now()];
    report(progress);
  };
}

/** Whether the caller accepts progress events. */
export function wantsEvents({ req }: Exchange): boolean {
  return (req.headers.accept ?? '').includes('text/event-stream');
}

/**
 * Runs the work and sends its progress as Server-Sent Events. The last event is the answer, named by its type. The stream
 * begins with the first report, or after 1 s. An error before that is an ordinary error response.
 */
export async function sendProgress(
  exchange: Exchange,
  context: Context,
  name: string,
  work: (context: Context) => Promise<unknown>,
): Promise<void> {
  const { res, requestId } = exchange;
  const begin = () => void (res.headersSent || openEvents(res));
  const soon = setTimeout(begin, beginMsMax);
  const send = (event: string, data: unknown) => {
    begin();
    return write(exchange, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const report = throttled((progress) => void send('progress', progress));
  try {
    const answer = await work({ ...context, report });
    await send(name, answer);
    res.end();
  } catch (error) {
    if (res.headersSent) {
      await send('error', errorBody(toServiceError(error), requestId));
      res.end();
    }
    throw error;
  } finally {
    clearTimeout(soon);
  }
}
