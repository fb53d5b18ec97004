import type postgres from 'postgres';
import type { TestService } from './service.ts';

/** Not on behalf of the request that is measured: types of a new connection, the look-up and last use of a token, leases of runs, views of readers and the queue. */
const besides =
  /pg_catalog|FROM token WHERE|UPDATE token SET last_used_at|lease_until|^DELETE FROM bucket|pgboss|reading_(salt|batch)/;

/**
 * What makes a whole transaction one of the background. Only the end of a run says so: services of other files share the
 * database, so any of them may end a run that was lost. And only a queue that looks for jobs holds this lock.
 */
const ofTheBackground =
  /pg_advisory_xact_lock\(hashtextextended|FROM chapter_chunk k WHERE|DELETE FROM chapter_chunk|UPDATE usage_entry|UPDATE run r SET state|^SELECT FROM run r JOIN book/;

interface Sent {
  connection: number;
  line: string;
}

/** The statements that the service sends while `work` runs, in order; nothing else may ask it anything meanwhile. */
export async function statementsOf({ database }: TestService, work: () => Promise<unknown>): Promise<string[]> {
  const sent: Sent[] = [];
  const pools: postgres.Sql[] = [database.read, database.write];
  const listen = (debug: false | postgres.ParsedOptions<Record<string, never>>['debug']) => {
    for (const { options } of pools) Object.assign(options, { debug });
  };
  listen((connection, text) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (!besides.test(line)) sent.push({ connection, line });
  });
  try {
    await work();
  } finally {
    listen(false);
  }
  const connections = [...Map.groupBy(sent, ({ connection }) => connection).values()];
  const strange = new Set(connections.flatMap(transactions).filter(isOfTheBackground).flat());
  return sent.filter((one) => !strange.has(one)).map(({ line }) => line);
}

/** What a connection sent, by transactions; what stands outside of them is one each. */
function transactions(sent: readonly Sent[]): Sent[][] {
  const firstEnd = sent.findIndex(({ line }) => isEnd(line));
  const firstBegin = sent.findIndex(({ line }) => isBegin(line));
  // One that had begun before.
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

/** Part of it may lie before or after what was listened to. */
function isOfTheBackground(transaction: readonly Sent[]): boolean {
  const [first = '', last = ''] = [transaction.at(0)?.line, transaction.at(-1)?.line];
  const isWhole = isBegin(first) === isEnd(last);
  return !isWhole || transaction.some(({ line }) => ofTheBackground.test(line));
}
