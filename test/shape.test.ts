import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  architecture,
  between,
  files,
  folders,
  isFile,
  type Link,
  links,
  resolved,
  roomOf,
  root,
  textOf,
  wingOf,
} from './support/rooms.ts';

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
    /^domain\/\w+\/\w+\/rules\.ts$/,
    /^(zod|node:crypto|ids\/id\.ts|nearest\.ts|domain\/(shapes|page)\.ts|domain\/\w+\/\w+\/rules\.ts|domain\/story\/plan\/beats?\.ts|caller\.ts|record\.ts|records\.gen\.ts|graphql\/progress\.ts|domain\/leaving\/event\/event-types\.gen\.ts)$/,
  ],
  ['record', /^domain\/\w+\/\w+\/record\.ts$/, /^(record\.ts|domain\/\w+\/\w+\/rules\.ts)$/],
  [
    'store',
    /^domain\/\w+\/\w+\/store\.ts$/,
    /^(zod|postgres|node:crypto|ids\/id\.ts|record\.ts|records\.gen\.ts|caller\.ts|sql\/.*|domain\/(shapes|page)\.ts|domain\/story\/plan\/beats?\.ts|domain\/\w+\/\w+\/(rules|store|record|hooks|clauses)\.ts|domain\/text\/anchor\/places\.ts|domain\/text\/chapter\/place\.ts|domain\/text\/texts\/(present|rows)\.ts|domain\/making\/recap\/order-store\.ts|limits\/storage\.ts|domain\/making\/outline\/(outline-reply|score)\.ts)$/,
  ],
  [
    'prompt assembly',
    /^domain\/calls\/prompt\/(?!assembly)/,
    /^(errors\.ts|models\.ts|prose\/(scene-break|words)\.ts|domain\/(calls\/prompt|story\/(plan|names))\/.*)/,
  ],
  [
    'operations',
    /^domain\/\w+\/\w+\/operations\.ts$/,
    /^(zod|graphql|operation\.ts|domain\/(shapes|page)\.ts|domain\/\w+\/\w+\/((rules|record|brief-text)\.ts|operations\.gen\.ts)|domain\/story\/roster\/.*)$/,
  ],
  [
    'schema',
    /^domain\/\w+\/\w+\/(\w+-)?schema\.ts$/,
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
    /^(?!domain\/(?!shapes\.ts|story\/names\/called\.ts)|sql\/|commands\/|service\.ts)/,
  ],
  ['executor', /^executor\//, /^(graphql|executor\/.*)$/],
  ['graphql engine', /^graphql\//, /^(?!domain\/(?!shapes\.ts)|faces\/|http\/|commands\/|service\.ts)/],
];

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
  /** Those between folders, which the table lists by wing. */
  const listed = between
    .filter(({ room, other }) => ![room, other].some(isFile))
    .map(({ room, other, edge }) => ({ room: wingOf(room), other: wingOf(other), edge }))
    .filter(({ room, other }) => room !== other);

  it('import only the folders that the table allows', () => {
    expect(listed.length).toBeGreaterThan(500);
    expect(listed.filter(({ room, other }) => !folders.get(room)?.includes(other)).map(({ edge }) => edge)).toEqual([]);
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

  it('of `domain` have a line each in docs/architecture.md', () => {
    const rooms = new Set(files.map(roomOf).filter((room) => room.startsWith('domain/')));
    const wings = new Set([...rooms].map((room) => room.split('/')[1]));
    const lines = [...architecture.matchAll(/^\| `(([a-z]+)\/[a-z]+)` \| \S.*\|$/gm)]
      .filter(([, , wing]) => wings.has(wing))
      .map(([, room]) => `domain/${room}`);
    expect(lines.toSorted()).toEqual([...rooms].toSorted());
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
  const rows = [...architecture.matchAll(/^\| \d \| \[[^\]]+\]\(\.\.\/src\/([^)]+)\) \| `(\w+)` \|/gm)].map(
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
      ['domain/story/book/edit-schema.ts', 'applyPatch('],
      ['domain/story/book/edit-schema.ts', 'store.updateBook('],
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
