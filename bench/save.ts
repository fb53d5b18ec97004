import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { contestants } from './contestants.ts';
import { backendsMicros, databaseMicros } from './database.ts';
import { openEnvironment, type Participant } from './environment.ts';
import { cpuMicros } from './process.ts';
import { median } from './ratios.ts';
import { saveSection } from './results.ts';
import { makeRows } from './rows.ts';
import { addBook, addChapter, addShelf, type BookKey, proseOfLength } from './save-data.ts';
import { autosaveTargets, tolerance } from './targets.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const sizes = options.quick ? { rounds: 3, share: 0.3, shelf: 1_000 } : { rounds: 5, share: 1, shelf: 5_000 };

/** Milliseconds per request. */
interface Cost {
  service: number;
  database: number;
  elapsed: number;
}

type SendRequest = (turn: number) => Promise<unknown>;

async function costOf({ server, database }: Participant, requests: number, sendRequest: SendRequest): Promise<Cost> {
  const count = Math.max(1, Math.round(requests * sizes.share));
  const backends = await backendsMicros(database);
  const [cpu, began] = [cpuMicros(server.pid), performance.now()];
  for (let turn = 0; turn < count; turn += 1) await sendRequest(turn);
  const each = (micros: number) => micros / 1000 / count;
  const elapsed = (performance.now() - began) / count;
  const service = each(cpuMicros(server.pid) - cpu);
  return { service, database: each((await databaseMicros(database, backends)) ?? 0), elapsed };
}

async function send(participant: Participant, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${participant.server.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${participant.keys.author}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${participant.title}: ${method} ${path} answers ${answer.status}. ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** Measures saves that append ten characters, for each text size. */
async function autosaves(participants: readonly Participant[], book: BookKey): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  for (const [at, size] of [3_000, 30_000, 390_000].entries()) {
    const rounds = new Map<string, Cost[]>();
    const writers = await Promise.all(
      participants.map((participant) => newAutosave(participant, book, 900 + at, size)),
    );
    for (let round = -1; round < sizes.rounds; round += 1)
      for (const [index, participant] of participants.entries()) {
        const cost = await costOf(participant, size > 100_000 ? 25 : 100, writers[index] ?? (async () => {}));
        if (round >= 0) rounds.set(participant.name, [...(rounds.get(participant.name) ?? []), cost]);
      }
    for (const [name, roundCosts] of rounds) costs.set(`${name} ${size}`, medianCost(roundCosts));
    const ratios = (rounds.get('ours') ?? []).map((cost, round) => {
      const floor = rounds.get('floor')?.[round];
      return floor ? both(cost) / both(floor) : Number.NaN;
    });
    costs.set(`ratio ${size}`, { service: median(ratios), database: 0, elapsed: 0 });
  }
  return costs;
}

const both = ({ service, database }: Cost) => service + database;

function medianCost(costs: readonly Cost[]): Cost {
  const middle = (pick: (cost: Cost) => number) => median(costs.map(pick));
  return { service: middle((c) => c.service), database: middle((c) => c.database), elapsed: middle((c) => c.elapsed) };
}

async function newAutosave(
  participant: Participant,
  book: BookKey,
  position: number,
  size: number,
): Promise<SendRequest> {
  const id = await addChapter(participant.database, book, position);
  let content = proseOfLength(size);
  if (participant.role === 'floor')
    await participant.database`INSERT INTO bare_text (account_id, chapter_id, body) VALUES (${book.accountId}, ${id}, ${content})`;
  const path = `/v1/books/${book.bookId}/chapters/${id}`;
  await send(participant, 'PATCH', path, { content });
  return (turn) => {
    content += ` sea ${String(turn % 100).padStart(3, '0')}. `;
    return send(participant, 'PATCH', path, { content });
  };
}

type CostRow = [what: string, cost: Cost];

/** Operations that the floor does not have. */
async function others(ours: Participant, { accountId, bookId }: BookKey): Promise<CostRow[]> {
  const lines: CostRow[] = [];
  const long = await addChapter(ours.database, { accountId, bookId }, 950);
  const path = `/v1/books/${bookId}/chapters/${long}`;
  const first = await costOf(ours, 1, () => send(ours, 'PATCH', path, { content: proseOfLength(395_000) }));
  lines.push(['first save of 395,000 characters', first]);
  lines.push([
    'lint of 395,000 characters, first time',
    await costOf(ours, 1, () => send(ours, 'GET', `${path}/lint`)),
  ]);
  lines.push(['lint of 395,000 characters, again', await costOf(ours, 1, () => send(ours, 'GET', `${path}/lint`))]);
  const moved = await addBook(ours.database, accountId, 1_000);
  const events = async () =>
    Number((await ours.database`SELECT count(*) FROM event WHERE book_id = ${moved.bookId}`)[0]?.count);
  const wal = async () => Number((await ours.database`SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`)[0]?.bytes);
  const [eventsBefore, walBefore, times] = [await events(), await wal(), 6];
  const move = await costOf(ours, times / sizes.share, (turn) =>
    send(ours, 'POST', `/v1/books/${moved.bookId}/chapters/${moved.ids[999 - turn]}/move`, { order: 1 }),
  );
  const [eventsEach, walEach] = [(await events()) - eventsBefore, (await wal()) - walBefore].map((sum) => sum / times);
  lines.push([
    `move of the last of 1,000 chapters to the front: ${eventsEach} events, ${Math.round((walEach ?? 0) / 1024)} KB WAL`,
    move,
  ]);
  await addShelf(ours.database, accountId, sizes.shelf);
  await ours.database`ANALYZE`;
  for (const q of ['lighthouse', 'a* b* c*', '"the old keeper"']) {
    const path = `/v1/search?q=${encodeURIComponent(q)}`;
    let failed = '';
    // A search may be refused or time out.
    const search = () =>
      send(ours, 'GET', path).catch((error: Error) => {
        failed = `: ${/answers \d+/.exec(error.message)?.[0] ?? error.message}`;
      });
    const cost = await costOf(ours, 4, search);
    lines.push([`search for \`${q}\` in ${sizes.shelf.toLocaleString('en')} books${failed}`, cost]);
  }
  return lines;
}

const figure = (ms: number) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0));

function sectionOf(costs: Map<string, Cost>, lines: readonly CostRow[], loadBefore: number): string {
  const rows = autosaveTargets.flatMap(({ size, ratio }) =>
    ['floor', 'ours'].map((name) => {
      const cost = costs.get(`${name} ${size}`) ?? { service: 0, database: 0, elapsed: 0 };
      const over = name === 'ours' ? `**${costs.get(`ratio ${size}`)?.service.toFixed(2)}**` : '';
      const target = name === 'ours' && ratio ? `≤ ${ratio.toFixed(2)}` : '';
      return `| ${size.toLocaleString('en')} | ${name === 'ours' ? 'Fabula' : 'floor'} | ${figure(cost.service)} | ${figure(cost.database)} | ${over} | ${target} | ${figure(cost.elapsed)} |`;
    }),
  );
  const growth = (pick: (cost: Cost) => number) => {
    const [small, large] = [costs.get('ours 3000'), costs.get('ours 390000')];
    return small && large ? (pick(large) / pick(small)).toFixed(1) : '';
  };
  return `# Cost of a save

Made by \`node bench/save.ts --save\`; edit that file, not this section.

CPU in milliseconds per request, one request after the other, medians of ${sizes.rounds} rounds. Load average ${loadBefore.toFixed(1)} when it began, ${(loadavg()[0] ?? 0).toFixed(1)} when it ended. The floor
writes the whole text into a table without triggers. Each save appends ten characters.

| characters | who | service | database | ours / floor, both | to reach | elapsed, ms |
|---|---|---|---|---|---|---|
${rows.join('\n')}

From 3,000 to 390,000 characters our cost grows by a factor of ${growth(({ service }) => service)} in the service and ${growth(({ database }) => database)} in the database; the target is 3.0 each.

| others | service | database | elapsed, ms |
|---|---|---|---|
${lines.map(([what, cost]) => `| ${what} | ${figure(cost.service)} | ${figure(cost.database)} | ${figure(cost.elapsed)} |`).join('\n')}
`;
}

async function main(): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  await using stack = new AsyncDisposableStack();
  const rows = makeRows();
  const selected = contestants.filter(({ name }) => name === 'floor' || name === 'ours');
  const { participants } = await openEnvironment({ rows, contestants: selected, nodeArgs: [] }, stack);
  const [floor, ours] = participants;
  if (!floor || !ours) throw new Error('Both contestants must take part.');
  const [row] = await ours.database<{ account_id: string }[]>`SELECT account_id FROM book WHERE id = ${rows.big.id}`;
  const book = { accountId: row?.account_id ?? '', bookId: rows.big.id };
  await floor.database`CREATE TABLE bare_text (account_id text COLLATE "C", chapter_id text COLLATE "C", body text NOT NULL, PRIMARY KEY (account_id, chapter_id))`;
  const costs = await autosaves(participants, book);
  const section = sectionOf(costs, await others(ours, book), loadBefore);
  console.log(section);
  if (options.save) saveSection(section);
  if (options.check) check(costs);
}

function check(costs: Map<string, Cost>): void {
  for (const { size, ratio } of autosaveTargets) {
    const measured = costs.get(`ratio ${size}`)?.service ?? Number.NaN;
    if (ratio === undefined || measured <= ratio * tolerance) continue;
    console.error(
      `An autosave of ${size} characters costs ${measured.toFixed(2)} times the floor; the target is ${ratio}.`,
    );
    process.exitCode = 1;
  }
}

await main();
process.exit();
