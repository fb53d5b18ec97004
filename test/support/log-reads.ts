const logRead = /FROM event e WHERE .*\(e\.tx, e\.seq\) >/;

/**
 * Whether a statement reads a batch of the log again. That happens while an open transaction, perhaps of another test, holds
 * some of its events (event/store.ts), and is no cost of the request.
 */
export function readsLogAgain(line: string, earlier: readonly string[]): boolean {
  return logRead.test(line) && earlier.includes(line);
}
