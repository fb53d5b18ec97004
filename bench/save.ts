import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Autosaves, growthOf, measureAutosaves, ratiosToFloor } from './autosaves.ts';
import { contestants } from './contestants.ts';
import { openEnvironment, type Participant } from './environment.ts';
import { measureMoves } from './moves.ts';
import { median } from './ratios.ts';
import { madeBy, saveSection } from './results.ts';
import { measureReview } from './review-cost.ts';
import { makeRows } from './rows.ts';
import { both, type Cost, costOf, medianCost, send } from './save-cost.ts';
import { addChapter, addShelf, type BookKey, proseOfLength } from './save-data.ts';
import { autosaveTargets, growthTarget, moveTarget, tolerance } from './targets.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const sizes = options.quick ? { rounds: 3, share: 0.3, shelf: 1_000 } : { rounds: 5, share: 1, shelf: 5_000 };
const moveTimes = 30 * sizes.share;

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
  for (const chapters of [10, 1_000]) {
    const { cost, events, walBytes } = await measureMoves(ours, accountId, chapters, moveTimes);
    const what = `move of the last of ${chapters.toLocaleString('en')} chapters to the front`;
    lines.push([`${what}: ${events} events, ${Math.round(walBytes / 1024)} KB WAL`, cost]);
  }
  lines.push(...(await measureReview(ours, accountId, moveTimes)));
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

function sectionOf(autosaves: Autosaves, lines: readonly CostRow[], loadBefore: number): string {
  const rows = autosaveTargets.flatMap(({ size, ratio }) =>
    ['floor', 'ours'].map((name) => {
      const cost = medianCost(autosaves.get(size)?.get(name) ?? []);
      const over = name === 'ours' ? `**${median(ratiosToFloor(autosaves, size)).toFixed(2)}**` : '';
      const target = name === 'ours' && ratio ? `≤ ${ratio.toFixed(2)}` : '';
      return `| ${size.toLocaleString('en')} | ${name === 'ours' ? 'Fabula' : 'floor'} | ${figure(cost.service)} | ${figure(cost.database)} | ${over} | ${target} | ${figure(cost.elapsed)} |`;
    }),
  );
  const growth = (pick: (cost: Cost) => number) => median(growthOf(autosaves, pick)).toFixed(1);
  return `# Cost of a save

${madeBy('node bench/save.ts --save')}

CPU in milliseconds per request, one request after the other, medians of ${sizes.rounds} rounds. Load average ${loadBefore.toFixed(1)} when it began, ${(loadavg()[0] ?? 0).toFixed(1)} when it ended. The floor
writes the whole text into a table without triggers. Each save appends ten characters.

| characters | who | service | database | ours / floor, both | to reach | elapsed, ms |
|---|---|---|---|---|---|---|
${rows.join('\n')}

From 3,000 to 390,000 characters our cost grows by a factor of ${growth(({ service }) => service)} in the service and ${growth(({ database }) => database)} in the database; the target is ${growthTarget.toFixed(1)} each.

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
  const autosaves = await measureAutosaves(
    participants,
    book,
    autosaveTargets.map(({ size }) => size),
    sizes,
  );
  const section = sectionOf(autosaves, await others(ours, book), loadBefore);
  console.log(section);
  if (options.save) saveSection(section);
  if (options.check) await check(autosaves, ours, book);
}

/** A ratio fails only if every round exceeds its tolerance. */
function checkRatio(what: string, ratios: readonly number[], target: number | undefined): void {
  if (target === undefined || Math.min(...ratios) <= target * tolerance) return;
  console.error(`${what} at least ${Math.min(...ratios).toFixed(2)} times in every round; the target is ${target}.`);
  process.exitCode = 1;
}

async function check(autosaves: Autosaves, ours: Participant, { accountId }: BookKey): Promise<void> {
  for (const { size, ratio } of autosaveTargets)
    checkRatio(`An autosave of ${size} characters costs the floor`, ratiosToFloor(autosaves, size), ratio);
  for (const side of ['service', 'database'] as const)
    checkRatio(
      `The ${side} cost of an autosave grows`,
      growthOf(autosaves, (cost) => cost[side]),
      growthTarget,
    );
  const growths: number[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const few = await measureMoves(ours, accountId, 10, moveTimes);
    const many = await measureMoves(ours, accountId, 1_000, moveTimes);
    growths.push(both(many.cost) / both(few.cost));
    if (many.events !== 1) checkRatio('A move writes events', [many.events], 1 / tolerance);
  }
  checkRatio('The cost of a move grows', growths, moveTarget);
}

await main();
process.exit();
