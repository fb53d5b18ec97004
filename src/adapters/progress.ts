import { errorBody } from '../errors.ts';
import type { Context, Progress } from '../graphql/context.ts';
import { toServiceError } from '../graphql/execute.ts';
import type { Exchange } from '../http/exchange.ts';

/** Between two reports of one stage. */
const reportMs = 200;

/** Lets through the first report of each stage, and then one now and then. */
export function paced(report: (progress: Progress) => void, everyMs = reportMs): (progress: Progress) => void {
  let stage = '';
  let reportedAt = 0;
  return (progress) => {
    if (progress.stage === stage && Date.now() - reportedAt < everyMs) return;
    [stage, reportedAt] = [progress.stage, Date.now()];
    report(progress);
  };
}

/** Whether the caller wants to hear how far the work is. */
export function wantsEvents({ req }: Exchange): boolean {
  return (req.headers.accept ?? '').includes('text/event-stream');
}

/** Does the work and tells how far it is as Server-Sent Events; the last one is the answer, named for what it is. What fails before the first report is an ordinary error response. */
export async function sendProgress(
  exchange: Exchange,
  context: Context,
  name: string,
  work: (context: Context) => Promise<unknown>,
): Promise<void> {
  const { res, requestId } = exchange;
  const begin = () => {
    if (res.headersSent) return;
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  };
  const send = (event: string, data: unknown) => {
    begin();
    if (!res.writableEnded && !res.destroyed) res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const report = paced((progress) => send('progress', progress));
  try {
    const answer = await work({ ...context, report });
    send(name, answer);
    res.end();
  } catch (error) {
    if (res.headersSent) {
      send('error', errorBody(toServiceError(error), requestId));
      res.end();
    }
    throw error;
  }
}
