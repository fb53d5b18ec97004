/**
 * Milliseconds that a statement may run, on both engines. Shorter than the limit of an operation by the time that the waiting
 * operations of others still need.
 */
export const statementMsMax = 8_000;

export interface LimitChange {
  /** Whether it ends with the transaction. */
  isLocal: boolean;
  ms: number;
}

const changesLimit = /\bset\s+(local\s+|session\s+)?statement_timeout\s*(?:=|to\b)\s*'?(\d+)\s*(ms|s|min)?\b/i;
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000 };

/** The limit that a statement sets, judged by its text; undefined if none. */
export function limitIn(sql: string): LimitChange | undefined {
  const [found, scope, count, unit = 'ms'] = changesLimit.exec(sql) ?? [];
  if (found === undefined) return undefined;
  return { isLocal: /^local/i.test(scope ?? ''), ms: Number(count) * (unitMs[unit.toLowerCase()] ?? 1) };
}
