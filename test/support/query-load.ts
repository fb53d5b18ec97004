import { type Database, errorCode, isDatabaseAway, type Sql } from '../../src/sql/connect.ts';

/** Results of a load in which the expected rows of each statement are known. */
export interface Tally {
  answered: number;
  /** Failed because the connection was lost. */
  lost: number;
  /** Failed with another error than the expected one. */
  unexpected: string[];
  wrong: string[];
  empty: string[];
}

type Row = Record<string, unknown>;

/** Runs `callers` loops of statements in parallel until `stop` returns true. Each statement selects values of its own. */
export async function runQueryLoad(database: Database, callers: number, stop: () => boolean): Promise<Tally> {
  const tally: Tally = { answered: 0, lost: 0, unexpected: [], wrong: [], empty: [] };
  let next = 0;

  function compare(what: string, rows: readonly Row[], expected: readonly Row[]): void {
    tally.answered += 1;
    const [got, wanted] = [JSON.stringify([...rows]), JSON.stringify(expected)];
    if (got === wanted) return;
    const list = rows.length === 0 || rows[0] === undefined ? tally.empty : tally.wrong;
    list.push(`${what}: expected ${wanted.slice(0, 200)}, got ${got.slice(0, 200)}`);
  }

  async function settled(work: Promise<unknown>, expectedCode = ''): Promise<void> {
    try {
      await work;
      if (expectedCode) tally.wrong.push(`an answer instead of the error ${expectedCode}`);
    } catch (error) {
      if (expectedCode && errorCode(error) === expectedCode) tally.answered += 1;
      else if (isDatabaseAway(error)) tally.lost += 1;
      else tally.unexpected.push(String(error));
    }
  }

  const single = async (sql: Sql, what: string) => {
    const n = next++;
    compare(what, await sql<Row[]>`SELECT ${n}::int AS number, ${`text ${n}`} AS text`, [
      { number: n, text: `text ${n}` },
    ]);
  };
  const series = async (sql: Sql) => {
    const n = next++;
    const length = 1 + (n % 7);
    compare(
      'series',
      await sql<Row[]>`SELECT ${n}::int + i AS series FROM generate_series(1, ${length}::int) AS i ORDER BY i`,
      Array.from({ length }, (_, i) => ({ series: n + i + 1 })),
    );
  };
  /** Fails after some rows. */
  const failing = async (sql: Sql) => {
    await sql`SELECT 1 / (3 - i) FROM generate_series(1, 5) AS i`;
  };
  /** Fails in the driver, which cannot serialize the parameter. */
  const unwritable = async (sql: Sql) => {
    await sql`SELECT ${undefined as never}::int AS never`;
  };
  const transaction = async () => {
    const n = next++;
    await database.write.begin(async (tx) => {
      compare('first of transaction', await tx<Row[]>`SELECT ${n}::int AS one`, [{ one: n }]);
      const both = await Promise.all([
        tx<Row[]>`SELECT ${n}::int + 1 AS two`,
        tx<Row[]>`SELECT ${`three ${n}`} AS three`,
      ]);
      compare('pipeline in transaction', both.flat(), [{ two: n + 1 }, { three: `three ${n}` }]);
    });
  };

  async function caller(): Promise<void> {
    const { read, write } = database;
    while (!stop()) {
      await settled(single(read, 'single'));
      await settled(single(write, 'single write'));
      await Promise.all([
        settled(series(read)),
        settled(single(read, 'pipeline')),
        settled(failing(read), '22012'),
        settled(unwritable(read), 'UNDEFINED_VALUE'),
        settled(series(read)),
        settled(single(read, 'pipeline')),
      ]);
      await settled(transaction());
    }
  }
  await Promise.all(Array.from({ length: callers }, caller));
  return tally;
}
