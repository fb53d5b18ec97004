import { codeFrom, invalidState, ServiceError } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import type { Run } from './store.ts';

/** The run as it ended, or as it stands when the time is up; a failure is thrown, so that every face tells it as one. */
export async function ended(context: Context, run: Run, seconds: number | null | undefined): Promise<Run> {
  if (!seconds) return run;
  const now = (await context.runs.wait({ accountId: run.accountId, runId: run.id }, seconds, context.signal)) ?? run;
  if (now.state === 'cancelled') invalidState(`Run ${now.id} was cancelled. Ask again.`);
  if (now.errorCode) throw new ServiceError(codeFrom(now.errorCode), now.errorMessage ?? '');
  return now;
}
