import { readsLogAgain } from './log-reads.ts';
import { hearStatements } from './sent-statements.ts';
import type { TestService } from './service.ts';

/**
 * Statements that do not belong to the measured request: types of a new connection, the look-up and last use of a token,
 * leases of runs, view counts and the queue.
 */
const background =
  /pg_catalog|FROM token WHERE|UPDATE token SET last_used_at|lease_until|AND next_seq = |^DELETE FROM bucket|pgboss|reading_(salt|batch)/;

/**
 * A transaction with one of these statements is background work as a whole. It ends a run, which may be a lost run of another
 * test file in the same database, or it holds the lock of the queue.
 */
const backgroundTransaction =
  /pg_advisory_xact_lock\(hashtextextended|FROM chapter_chunk k WHERE|DELETE FROM chapter_chunk|UPDATE usage_entry|UPDATE run r SET state|^SELECT FROM run r JOIN book/;

interface Sent {
  connection: number;
  line: string;
  isBackground: boolean;
}

/** The statements that the service sends during `work`, in order. Nothing else may send requests to it meanwhile. */
export async function statementsOf(
  { database }: Pick<TestService, 'database'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const sent: Sent[] = [];
  const stop = hearStatements([database.read, database.write], ({ connection, text }) => {
    const line = text.replace(/\s+/g, ' ').trim();
    const earlier = sent.map((one) => one.line);
    sent.push({ connection: connection.id, line, isBackground: background.test(line) || readsLogAgain(line, earlier) });
  });
  try {
    await work();
  } finally {
    stop();
  }
  const connections = [...Map.groupBy(sent, ({ connection }) => connection).values()];
  const excluded = new Set(connections.flatMap(transactions).filter(isBackgroundTransaction).flat());
  return sent.filter((one) => !one.isBackground && !excluded.has(one)).map(({ line }) => line);
}

/** Groups the statements of a connection by transaction. A statement outside of one is a group of its own. */
function transactions(sent: readonly Sent[]): Sent[][] {
  const firstEnd = sent.findIndex(({ line }) => isEnd(line));
  const firstBegin = sent.findIndex(({ line }) => isBegin(line));
  // The first transaction began before the capture.
  let isOpen = firstEnd >= 0 && (firstBegin < 0 || firstEnd < firstBegin);
  const all: Sent[][] = isOpen ? [[]] : [];
  for (const one of sent) {
    if (!isOpen || isBegin(one.line)) all.push([]);
    all.at(-1)?.push(one);
    isOpen = (isOpen || isBegin(one.line)) && !isEnd(one.line);
  }
  return all;
}

const isBegin = (line: string) => /^begin\b/.test(line);
const isEnd = (line: string) => /^(commit|rollback)$/.test(line);

/**
 * A transaction that began before the capture or ended after it is background work too, and so is one of background
 * statements only, such as that of the queue.
 */
function isBackgroundTransaction(transaction: readonly Sent[]): boolean {
  const [first = '', last = ''] = [transaction.at(0)?.line, transaction.at(-1)?.line];
  const isWhole = isBegin(first) === isEnd(last);
  const inside = transaction.filter(({ line }) => !isBegin(line) && !isEnd(line));
  const isOfBackground = inside.length > 0 && inside.every((one) => one.isBackground);
  return !isWhole || isOfBackground || transaction.some(({ line }) => backgroundTransaction.test(line));
}
