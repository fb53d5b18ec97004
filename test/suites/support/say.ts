/** Prints the result line of a suite. */
export function report(suite: string, result: string): void {
  console.log(`${suite}: ${result}`);
}

/** Prints the line of a suite that cannot run here. */
export function reportSkip(suite: string, why: string): void {
  console.log(`SKIPPED: ${suite}: ${why}`);
}

/** Whether a suite must be skipped, because the machine lacks what `why` names. In CI that is a failure. */
export function isLacking(suite: string, why: string | undefined): boolean {
  if (!why) return false;
  if (process.env.CI) throw new Error(`${suite}: ${why}`);
  reportSkip(suite, why);
  return true;
}
