import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { fill } from './data.ts';
import { newDatabase } from './database.ts';
import { cpuMicros } from './process.ts';
import { median } from './ratios.ts';
import { madeBy, saveSection } from './results.ts';
import { makeRows } from './rows.ts';

// What a change of a character costs the database, by part: with our triggers, and with one statement that does their work.

const { values: options } = parseArgs({ options: { save: { type: 'boolean', default: false } } });
const [rounds, warmWrites, writes] = [7, 200, 1_500];

await using stack = new AsyncDisposableStack();
const rows = makeRows();
const { big, cast } = rows;
const url = await newDatabase(stack);
await fill({ url, socketPath: undefined }, rows);
const sql = postgres(url, { max: 1, onnotice: () => {} });
stack.defer(() => sql.end());

const [row] = await sql<{ pid: number; accountId: string }[]>`
  SELECT pg_backend_pid() AS pid, account_id AS "accountId" FROM book WHERE id = ${big.id}`;
const { pid = 0, accountId = '' } = row ?? {};

const change = (turn: number) => sql`
  UPDATE character r SET want = ${`To go home before dawn ${turn % 64}.`}, version = version + 1, updated_at = clock_timestamp()
  WHERE r.account_id = ${accountId} AND r.book_id = ${big.id} AND r.id = ${cast[turn % cast.length]?.id ?? ''}
    AND EXISTS (SELECT FROM book b WHERE b.account_id = ${accountId} AND b.id = ${big.id} AND b.deleted_at IS NULL)
  RETURNING *`;
const event = () => sql`
  , event_of AS (
    INSERT INTO event (account_id, type, book_id, subject_ids, version)
    SELECT account_id, 'character.updated', book_id, ARRAY[id], version FROM written)`;
const passage = () => sql`
  , language AS (
    SELECT search_configuration(b.language) AS configuration FROM book b, written w
    WHERE b.account_id = w.account_id AND b.id = w.book_id),
  passage_of AS (
    UPDATE search_passage p SET length = length(w.want), body = w.want, vector = search_vector(l.configuration, w.book_id, w.want)
    FROM written w, language l
    WHERE p.account_id = w.account_id AND p.book_id = w.book_id AND p.record_id = w.id AND p.field = 'want' AND p.no = 0)`;

interface Variant {
  name: string;
  hasTriggers: boolean;
  write(turn: number): PromiseLike<unknown>;
}

const variants: readonly Variant[] = [
  { name: 'the change alone', hasTriggers: false, write: change },
  { name: 'with our triggers', hasTriggers: true, write: change },
  {
    name: 'one statement with event and passage',
    hasTriggers: false,
    write: (turn) => sql`WITH written AS (${change(turn)}) ${event()} ${passage()} SELECT * FROM written`,
  },
  {
    name: 'one statement with event',
    hasTriggers: false,
    write: (turn) => sql`WITH written AS (${change(turn)}) ${event()} SELECT * FROM written`,
  },
  {
    name: 'one statement with passage',
    hasTriggers: false,
    write: (turn) => sql`WITH written AS (${change(turn)}) ${passage()} SELECT * FROM written`,
  },
];

/** Microseconds of the backend's CPU time for one write. */
async function costOf({ hasTriggers, write }: Variant): Promise<number> {
  await sql.unsafe(`ALTER TABLE character ${hasTriggers ? 'ENABLE' : 'DISABLE'} TRIGGER ALL`);
  for (let turn = 0; turn < warmWrites; turn += 1) await write(turn);
  const before = cpuMicros(pid);
  for (let turn = 0; turn < writes; turn += 1) await write(turn);
  const cost = (cpuMicros(pid) - before) / writes;
  await sql`VACUUM character, search_passage, event`;
  return cost;
}

const loadBefore = loadavg()[0] ?? 0;
const costs = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
// The first round is not counted.
for (let round = -1; round < rounds; round += 1)
  for (const variant of variants) {
    const cost = await costOf(variant);
    if (round >= 0) costs.get(variant.name)?.push(cost);
  }

const lines = [...costs].map(([name, all]) => {
  const range = `${Math.min(...all).toFixed(0)}–${Math.max(...all).toFixed(0)}`;
  return `| ${name} | **${median(all).toFixed(0)}** (${range}) |`;
});
const section = `# A change of a character in the database, by part

${madeBy('node bench/write-parts.ts --save')}

CPU of one PostgreSQL backend in microseconds, one write after the other, median and range of ${rounds} interleaved rounds of ${writes.toLocaleString('en')} writes. Load average ${loadBefore.toFixed(1)} before.
One statement does the work of the triggers but for the change of size. docs/decisions/0016-event-log.md says what follows.

| what | µs |
|---|---|
${lines.join('\n')}
`;
console.log(section);
if (options.save) saveSection(section);
process.exit();
