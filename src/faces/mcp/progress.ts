import type { CallToolRequestParams, ServerContext } from '@modelcontextprotocol/server';
import type { Context } from '../../graphql/context.ts';
import type { PreparedOperation } from '../../graphql/execute.ts';
import type { Values } from '../faces.ts';
import { failureOf, type ProseEvent } from '../rest/stream.ts';

/** The client of one call: `signal` aborts if it cancels, `notify` sends progress. */
export type Peer = Pick<ServerContext['mcpReq'], 'signal' | 'notify'>;

/** Minimum interval between two progress reports of a call, milliseconds (ours). */
export const reportMs = 1_000;

/** Sends progress to the client. The protocol wants `progress` to grow. */
export type Report = (progress: number, message: string, total?: number) => void;

/** Reports progress if the client sent a token. Ignores clients that have disconnected. */
export function reporter({ _meta }: CallToolRequestParams, { notify }: Peer): Report {
  const progressToken = _meta?.progressToken;
  return (progress, message, total) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress, message, ...(total === undefined ? {} : { total }) };
    notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** Throttled report of the number of characters written. */
export function charsReported(report: Report): (chars: number) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (chars) => {
    if (performance.now() - reportedAt < reportMs) return;
    reportedAt = performance.now();
    report(chars, `${chars} characters written`);
  };
}

/**
 * Starts a run and waits up to `waitSeconds` for it, with progress reports. Returns the finished run, or the running one with
 * `charsWritten`. Throws the error of a failed run, as REST does.
 */
export async function writeAndWait(
  prepared: PreparedOperation,
  { waitSeconds, ...variables }: Values,
  context: Context,
  watching: Context,
  report: (chars: number) => void,
): Promise<unknown> {
  const run = (await prepared.run(variables, context)) as Values & { id: string };
  const deadline = AbortSignal.timeout(Number(waitSeconds ?? 0) * 1000);
  const events = (await prepared.read(
    { runId: run.id, fromOffset: 0 },
    { ...watching, signal: AbortSignal.any([watching.signal, deadline]) },
  )) as AsyncGenerator<ProseEvent, void, void>;
  let charsWritten = 0;
  for await (const event of events) {
    if (event.run) {
      const failure = failureOf(event.run);
      if (failure) throw failure;
      return event.run;
    }
    charsWritten = event.offset;
    report(charsWritten);
  }
  return { ...run, charsWritten };
}
