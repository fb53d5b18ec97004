/** A run, as far as bounds and idempotency keys know it. */
export interface KnownRun {
  id: string;
  bookId: string;
  state: string;
}

/** What the engine of runs offers to this folder. */
export interface KnownRuns {
  find(key: { accountId: string; runId: string }): Promise<KnownRun | undefined>;
  wait(key: { accountId: string; runId: string }, seconds: number, signal: AbortSignal): Promise<KnownRun | undefined>;
}

/** The runs of a context. `domain/calls/run` adds them, which this folder does not import. */
export function runsOf(context: object): KnownRuns {
  return (context as { runs: KnownRuns }).runs;
}
