import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, folders, importable, modules, resolved, roomOf, root, textOf } from './support/rooms.ts';

const isFile = (room: string) => /\.[tj]s$/.test(room);

interface Link {
  from: string;
  to: string;
}

/** Imports of modules and packages, with those of types. */
const imports: Link[] = files.flatMap((from) =>
  [...textOf(from).matchAll(/^(?:import|export)\s[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gms)].map(
    ([, path, bare]) => ({ from, to: resolved(from, path ?? bare ?? '') }),
  ),
);

/** The allowed imports of each kind of file. The first matching rule applies. */
const directions: [kind: string, file: RegExp, mayImport: RegExp][] = [
  [
    'rules',
    /^domain\/\w+\/rules\.ts$/,
    /^(zod|node:crypto|ids\/id\.ts|nearest\.ts|domain\/(shapes|page)\.ts|domain\/\w+\/rules\.ts|domain\/plan\/beats?\.ts|caller\.ts|record\.ts|records\.gen\.ts|graphql\/progress\.ts|domain\/event\/event-types\.gen\.ts)$/,
  ],
  ['record', /^domain\/\w+\/record\.ts$/, /^(record\.ts|domain\/\w+\/rules\.ts)$/],
  [
    'store',
    /^domain\/\w+\/store\.ts$/,
    /^(zod|postgres|node:crypto|ids\/id\.ts|record\.ts|records\.gen\.ts|caller\.ts|sql\/.*|domain\/(shapes|page)\.ts|domain\/plan\/beats?\.ts|domain\/\w+\/(rules|store|record|hooks|clauses)\.ts|domain\/anchor\/places\.ts|domain\/chapter\/place\.ts|domain\/text\/(present|rows)\.ts|domain\/recap\/order-store\.ts|limits\/storage\.ts|domain\/outline\/(outline-reply|score)\.ts)$/,
  ],
  [
    'prompt assembly',
    /^domain\/prompt\/(?!assembly)/,
    /^(errors\.ts|models\.ts|prose\/(scene-break|words)\.ts|domain\/(prompt|plan|names)\/.*)/,
  ],
  [
    'operations',
    /^domain\/\w+\/operations\.ts$/,
    /^(zod|graphql|operation\.ts|domain\/(shapes|page)\.ts|domain\/\w+\/((rules|record|brief-text)\.ts|operations\.gen\.ts)|domain\/roster\/.*)$/,
  ],
  [
    'schema',
    /^domain\/\w+\/(\w+-)?schema\.ts$/,
    /^(zod|dataloader|@pothos\/core|errors\.ts|models\.ts|caller\.ts|ids\/id\.ts|limits\/.*|graphql\/(?!execute).*|domain\/.*)$/,
  ],
  [
    'use cases',
    /^domain\//,
    /^(zod|node:.*|pino|syllable|mdast.*|hast|fflate|docx|wasm-media-encoders|franc|isbot|yaml|markup\.ts|prose\/.*|drawing\/.*|record\.ts|records\.gen\.ts|caller\.ts|ids\/id\.ts|errors\.ts|config\.ts|(environment|models)\.ts|limits\/.*|graphql\/(context|services|known-runs|progress|issues|file-name)\.ts|providers\/.*|sql\/.*|threads\/.*|domain\/(?!.*schema\.ts).*)$/,
  ],
  [
    'prose',
    /^prose\//,
    /^(diff|franc|mdast.*|micromark.*|decode-named-character-reference|hast.*|markup\.ts|prose\/.*)$/,
  ],
  ['drawing', /^drawing\//, /^(node:.*|@resvg\/.*|@hpcc-js\/.*|markup\.ts|errors\.ts|drawing\/.*)$/],
  [
    'sql',
    /^sql\//,
    /^(postgres|pg-boss|pino|zod|node:.*|@electric-sql\/.*|record\.ts|peer-timeout\.ts|threads\/fair-queue\.ts|sql\/.*)$/,
  ],
  ['providers', /^providers\//, /^(openai.*|zod|node:.*|peer-timeout\.ts|providers\/.*)$/],
  [
    'faces',
    /^faces\/(?!explorers|reader)/,
    /^(?!domain\/(?!shapes\.ts|names\/called\.ts)|sql\/|commands\/|service\.ts)/,
  ],
  ['executor', /^executor\//, /^(graphql|executor\/.*)$/],
  ['graphql engine', /^graphql\//, /^(?!domain\/(?!shapes\.ts)|faces\/|http\/|commands\/|service\.ts)/],
];

/** Every link between modules: imports of values and types, dynamic imports, threads, and additions to another's types. */
const links: Link[] = modules.flatMap((from) =>
  [...textOf(from).matchAll(/\b(?:from|import|declare module|new URL)\s*\(?\s*'(\.[^'$]*)'/g)]
    .map(([, path = '']) => ({ from, to: resolved(from, path) }))
    .filter(({ to }) => modules.includes(to)),
);

/** The cycles of a graph. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (one: string, path: string[]): void => {
    if (path.includes(one)) found.push([...path.slice(path.indexOf(one)), one].join(' → '));
    if (done.has(one) || path.includes(one)) return;
    for (const next of graph.get(one) ?? []) walk(next, [...path, one]);
    done.add(one);
  };
  for (const one of graph.keys()) walk(one, []);
  return found;
}

describe('the folders of src', () => {
  const between = links
    .map(({ from, to }) => ({ room: roomOf(from), other: roomOf(to), edge: `${from} → ${to}` }))
    .filter(({ room, other }) => room !== other);
  /** Those between folders, which the table lists. */
  const listed = between.filter(({ room, other }) => ![room, other].some(isFile));

  it('import only the folders that the table allows', () => {
    expect(listed.length).toBeGreaterThan(500);
    expect(listed.filter(({ room, other }) => !importable(room).includes(other)).map(({ edge }) => edge)).toEqual([]);
  });

  it('use every import that the table allows', () => {
    const used = new Set(listed.map(({ room, other }) => `${room} → ${other}`));
    const allowed = [...folders].flatMap(([room, others]) => others.map((other) => `${room} → ${other}`));
    expect(allowed.filter((edge) => !used.has(edge))).toEqual([]);
  });

  it('form a DAG with the files of the root', () => {
    const rooms = Map.groupBy(between, ({ room }) => room);
    expect(cyclesIn(new Map([...rooms].map(([room, edges]) => [room, edges.map(({ other }) => other)])))).toEqual([]);
    expect(
      cyclesIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
        ]),
      ),
    ).toEqual(['a → b → c → a']);
  });

  it('do not import the composition', () => {
    const composition = ['service.ts', 'server.ts', 'schema.ts', 'operations.ts'];
    const inside = between.filter(({ room, other }) => !isFile(room) && composition.includes(other));
    expect(inside.filter(({ room }) => !['commands', 'scripts'].includes(room)).map(({ edge }) => edge)).toEqual([]);
  });

  it('leave few files in the root', () => {
    const loose = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(loose.length).toBeLessThanOrEqual(19);
  });
});

describe('the way of a request in docs/architecture.md', () => {
  const document = readFileSync(resolve(root, '../docs/architecture.md'), 'utf8');
  const rows = [...document.matchAll(/^\| \d \| \[[^\]]+\]\(\.\.\/src\/([^)]+)\) \| `(\w+)` \|/gm)].map(
    ([, file = '', name = '']) => ({ file, name }),
  );

  it('passes through at most eight files, which contain the names to look for', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(8);
    expect(
      rows.filter(({ file, name }) => !new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8'))),
    ).toEqual([]);
  });

  it('starts in server.ts and lists every file that hands over to the next', () => {
    // Each pair: this file names that function or member of the next one.
    const handOver = [
      ['server.ts', 'door.admit'],
      ['server.ts', 'restFace('],
      ['faces/rest/face.ts', 'prepared.run('],
      ['graphql/execute.ts', 'context.executor.execute('],
      ['domain/book/edit-schema.ts', 'applyPatch('],
      ['domain/book/edit-schema.ts', 'store.updateBook('],
    ];
    expect(rows[0]?.file).toBe('server.ts');
    const missing = handOver.filter(
      ([file = '', call = '']) =>
        !rows.some((row) => row.file === file) || !readFileSync(join(root, file), 'utf8').includes(call),
    );
    expect(missing).toEqual([]);
  });
});

describe('the files of src', () => {
  it.each(directions)('of kind %s import only what their rule allows', (kind, file, mayImport) => {
    const earlier = directions.slice(
      0,
      directions.findIndex(([name]) => name === kind),
    );
    const ofKind = imports.filter(({ from }) => file.test(from) && !earlier.some(([, other]) => other.test(from)));
    expect(ofKind.length).toBeGreaterThan(0);
    expect(ofKind.filter(({ to }) => !mayImport.test(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('have no import cycles, not even of types', () => {
    const next = Map.groupBy(links, ({ from }) => from);
    expect(cyclesIn(new Map([...next].map(([from, all]) => [from, all.map(({ to }) => to)])))).toEqual([]);
  });

  it("access the process only in main.ts, the engine's worker and scripts", () => {
    const touching = files.filter(
      (name) =>
        !['main.ts', 'sql/embedded/worker.ts'].includes(name) &&
        !name.startsWith('scripts/') &&
        /(?<![.\w])process\.(env|argv|exit|on|once|std)/.test(readFileSync(join(root, name), 'utf8')),
    );
    expect(touching).toEqual([]);
  });

  it('stay under 400 lines', () => {
    const long = files.filter((name) => readFileSync(join(root, name), 'utf8').split('\n').length > 400);
    expect(long).toEqual([]);
  });

  it('are not named index, utils, helpers or common', () => {
    expect(files.filter((name) => /(^|\/)(index|utils?|helpers?|common)\b/.test(name))).toEqual([]);
  });
});
