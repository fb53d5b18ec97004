/** Prints the result line of a suite. */
export function report(suite: string, result: string): void {
  console.log(`${suite}: ${result}`);
}

/** Prints the line of a suite that cannot run here. */
export function reportSkip(suite: string, why: string): void {
  console.log(`SKIPPED: ${suite}: ${why}`);
}
