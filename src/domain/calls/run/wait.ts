import { codeFrom, invalidState, retryDetails, ServiceError } from '../../../errors.ts';
import type { Context } from '../../../graphql/context.ts';
import type { Run } from './store.ts';

/** Waits for a run: answers it at its end, or its state at the time limit. Throws if it failed or was cancelled. */
export async function waitForRun(context: Context, run: Run, seconds: number | null | undefined): Promise<Run> {
  if (!seconds) return run;
  const now = (await context.runs.wait({ accountId: run.accountId, runId: run.id }, seconds, context.signal)) ?? run;
  if (now.state === 'cancelled') invalidState(`Run ${now.id} was cancelled. Send the request again.`);
  const { errorCode, errorMessage, retryAt } = now;
  if (errorCode) throw new ServiceError(codeFrom(errorCode), errorMessage ?? '', retryDetails(retryAt));
  return now;
}
