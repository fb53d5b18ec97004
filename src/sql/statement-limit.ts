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

const changeOf = (setting: string): RegExp =>
  new RegExp(String.raw`\bset\s+(local\s+|session\s+)?${setting}\s*(?:=|to\b)\s*'?(\d+)\s*(ms|s|min|h|d)?\b`, 'i');
const changesStatementLimit = changeOf('statement_timeout');
const changesIdleLimit = changeOf('idle_in_transaction_session_timeout');
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** The limit of statements that a statement sets, judged by its text; undefined if none. */
export const limitIn = (sql: string): LimitChange | undefined => read(changesStatementLimit, sql);

/** The same for the limit of a transaction that waits for its client. */
export const idleLimitIn = (sql: string): LimitChange | undefined => read(changesIdleLimit, sql);

function read(change: RegExp, sql: string): LimitChange | undefined {
  const [found, scope, count, unit = 'ms'] = change.exec(sql) ?? [];
  if (found === undefined) return undefined;
  return { isLocal: /^local/i.test(scope ?? ''), ms: Number(count) * (unitMs[unit.toLowerCase()] ?? 1) };
}
