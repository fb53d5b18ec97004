import fs from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { openEmbedded } from '../../src/sql/embedded/embedded.ts';

// A child process of a test: prints events as JSON lines and runs until it is killed.
const [task = '', directory = ''] = process.argv.slice(2);
const flushLog = process.env.FLUSH_LOG ?? '';
const say = (value: unknown) => fs.writeSync(1, `${JSON.stringify(value)}\n`);

/** Opens the engine on a signal, writes a row, and prints whether it attached. */
async function race(): Promise<void> {
  say('waiting');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const { socketPath, attached } = await openEmbedded(directory);
  const sql = postgres({ path: socketPath, max: 1, onnotice: () => {} });
  await sql`CREATE TABLE IF NOT EXISTS racer (pid int)`;
  await sql`INSERT INTO racer VALUES (${process.pid})`;
  say({ attached });
}

/** Writes numbers from several clients concurrently and prints each acknowledged one. */
async function write(): Promise<void> {
  const { socketPath } = await openEmbedded(directory);
  const sql = postgres({ path: socketPath, max: 4, onnotice: () => {} });
  await sql`CREATE TABLE IF NOT EXISTS written (n int PRIMARY KEY, filler text)`;
  let n = Number((await sql`SELECT coalesce(max(n), 0) AS n FROM written`)[0]?.n);
  const filler = 'x'.repeat(500);
  const writer = async () => {
    for (;;) {
      n += 1;
      const mine = n;
      await sql`INSERT INTO written VALUES (${mine}, ${filler})`;
      say(mine);
    }
  };
  await Promise.all([writer(), writer(), writer(), writer()]);
}

/** Prints the number of disk flushes during each of three statements. */
async function flushes(): Promise<void> {
  const { socketPath, close } = await openEmbedded(directory);
  const sql = postgres({ path: socketPath, max: 1 });
  await sql`CREATE TABLE flushed (n int)`;
  const during = async (work: Promise<unknown>) => {
    const before = fs.statSync(flushLog).size;
    await work;
    return fs.statSync(flushLog).size - before;
  };
  const insert = await during(sql`INSERT INTO flushed VALUES (1)`);
  const select = await during(sql`SELECT * FROM flushed`);
  const transaction = await during(
    sql.begin((tx) => [tx`INSERT INTO flushed VALUES (2)`, tx`UPDATE flushed SET n = 3`]),
  );
  say({ insert, select, transaction });
  await sql.end();
  await close();
}

/** Prints the outcome of a commit whose flush fails, and whether earlier rows survive. */
async function failure(): Promise<void> {
  const { socketPath, close } = await openEmbedded(directory);
  const sql = postgres({ path: socketPath, max: 1, backoff: false });
  await sql`CREATE TABLE flushed (n int)`;
  await sql`INSERT INTO flushed VALUES (1)`;
  fs.writeFileSync(`${flushLog}.fail`, '');
  const outcome = await sql`INSERT INTO flushed VALUES (2)`.then(String, (error) => error.code);
  const found = async (): Promise<number> =>
    sql`SELECT n FROM flushed WHERE n = 1`.then((rows) => rows.length).catch(() => setTimeout(20).then(found));
  say({ outcome, found: await found() });
  await sql.end();
  await close();
}

const tasks: Record<string, () => Promise<void>> = { race, write, flushes, failure };
await tasks[task]?.();
