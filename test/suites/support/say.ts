/** The one line of a suite about its result. */
export function report(suite: string, result: string): void {
  console.log(`${suite}: ${result}`);
}

/** The one line of a suite that could not run here. */
export function reportSkip(suite: string, why: string): void {
  console.log(`SKIPPED: ${suite}: ${why}`);
}
