import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../src');

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.gen.ts'),
);

interface Import {
  from: string;
  to: string;
  isType: boolean;
}

const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(root, from), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s+)?[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gms)].map(
    ([, isType, path, bare]) => ({
      from,
      to: resolved(from, path ?? bare ?? ''),
      isType: isType !== undefined,
    }),
  );
});

function resolved(from: string, path: string): string {
  return path.startsWith('.') ? relative(root, resolve(root, dirname(from), path)) : path;
}

/** The allowed imports of each kind of file. The first matching rule applies. */
const directions: [kind: string, file: RegExp, mayImport: RegExp][] = [
  [
    'rules',
    /^domain\/\w+\/rules\.ts$/,
    /^(zod|node:crypto|id\.ts|nearest\.ts|domain\/(shapes|page)\.ts|domain\/\w+\/rules\.ts|domain\/plan\/beats?\.ts|context\.ts|record\.ts|records\.gen\.ts)$/,
  ],
  ['record', /^domain\/\w+\/record\.ts$/, /^(record\.ts|domain\/\w+\/rules\.ts)$/],
  [
    'store',
    /^domain\/\w+\/store\.ts$/,
    /^(postgres|node:crypto|id\.ts|record\.ts|records\.gen\.ts|context\.ts|sql\/.*|domain\/(shapes|page)\.ts|domain\/plan\/beats?\.ts|domain\/\w+\/(rules|store)\.ts|domain\/outline\/(outline-reply|score)\.ts)$/,
  ],
  [
    'prompt assembly',
    /^domain\/prompt\/(?!schema|operations)/,
    /^(errors\.ts|models\.ts|domain\/(prompt|plan|names)\/.*)/,
  ],
  [
    'operations',
    /^domain\/\w+\/operations\.ts$/,
    /^(zod|operation\.ts|domain\/(shapes|page)\.ts|domain\/\w+\/((rules|brief-text)\.ts|operations\.gen\.ts))$/,
  ],
  [
    'schema',
    /^domain\/\w+\/(\w+-)?schema\.ts$/,
    /^(zod|dataloader|errors\.ts|models\.ts|id\.ts|context\.ts|graphql\/(?!execute).*|domain\/.*)$/,
  ],
  [
    'use cases',
    /^domain\//,
    /^(zod|node:.*|pino|diff|syllable|mdast.*|hast|fflate|docx|wasm-media-encoders|isbot|yaml|markup\.ts|prose\/.*|drawing\/.*|record\.ts|records\.gen\.ts|id\.ts|errors\.ts|hook\.ts|config\.ts|(environment|models)\.ts|http\/burst\.ts|(context|graphql\/(issues|file-name))\.ts|providers\/.*|sql\/.*|threads\/.*|domain\/(?!.*schema\.ts).*)$/,
  ],
  ['prose', /^prose\//, /^(mdast.*|micromark.*|decode-named-character-reference|hast.*|markup\.ts|prose\/.*)$/],
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

/** Every import of a file: values, types and dynamic imports. */
const links = files.flatMap((from) => {
  const text = readFileSync(join(root, from), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^'$]*)'/g)].map(([, path = '']) => ({
    from,
    to: resolved(from, path),
  }));
});

/** The folder of a file, one level deeper in `domain` and `faces`; undefined directly in `src/`. */
function folderOf(file: string): string | undefined {
  const [first = '', second = '', third] = file.split('/');
  if (!second) return undefined;
  return third && ['domain', 'faces'].includes(first) ? `${first}/${second}` : first;
}

/** The table of folders in docs/architecture.md. */
function foldersOf(document: string): Map<string, string[]> {
  const table = document.slice(document.indexOf('| folder | may import |')).split('\n\n')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)];
  return new Map(
    rows.map(([, folder = '', list = '']) => [folder, [...list.matchAll(/`([^`]+)`/g)].map((one) => one[1] ?? '')]),
  );
}

/** The cycles in a table of imports. */
function cyclesIn(table: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (folder: string, path: string[]): void => {
    if (path.includes(folder)) found.push([...path.slice(path.indexOf(folder)), folder].join(' → '));
    if (done.has(folder) || path.includes(folder)) return;
    for (const next of table.get(folder) ?? []) walk(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of table.keys()) walk(folder, []);
  return found;
}

describe('the folders of src', () => {
  const table = foldersOf(readFileSync(resolve(root, '../docs/architecture.md'), 'utf8'));
  const between = links.flatMap(({ from, to }) => {
    const [folder, other] = [folderOf(from), folderOf(to)];
    return folder && other && folder !== other && !to.endsWith('.gen.ts')
      ? [{ folder, other, edge: `${from} → ${to}` }]
      : [];
  });

  it('import only the folders that the table allows', () => {
    expect(between.length).toBeGreaterThan(500);
    expect(between.filter(({ folder, other }) => !table.get(folder)?.includes(other)).map(({ edge }) => edge)).toEqual(
      [],
    );
  });

  it('use every import that the table allows', () => {
    const used = new Set(between.map(({ folder, other }) => `${folder} → ${other}`));
    const listed = [...table].flatMap(([folder, others]) => others.map((other) => `${folder} → ${other}`));
    expect(listed.filter((edge) => !used.has(edge))).toEqual([]);
  });

  it('form a DAG', () => {
    expect(cyclesIn(table)).toEqual([]);
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

  it('do not import the composition files', () => {
    const floor = ['service.ts', 'server.ts', 'schema.ts', 'operations.ts'];
    const reaching = links.filter(
      ({ from, to }) => folderOf(from) && !from.startsWith('commands/') && floor.includes(to),
    );
    const values = imports.filter(({ isType }) => !isType).map(({ from, to }) => `${from} → ${to}`);
    const allowed = ({ from, to }: { from: string; to: string }) =>
      from.startsWith('faces/') && to === 'service.ts' && !values.includes(`${from} → ${to}`);
    expect(reaching.filter((link) => !allowed(link)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    const context = imports.filter(
      ({ from, to, isType }) => from === 'context.ts' && /^(domain|graphql)\//.test(to) && !isType,
    );
    expect(context).toEqual([]);
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

  it('have no import cycles', () => {
    const next = Map.groupBy(
      imports.filter(({ isType, to }) => !isType && files.includes(to)),
      ({ from }) => from,
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, path: string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const { to } of next.get(file) ?? []) walk(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) walk(file, []);
    expect(circles).toEqual([]);
  });

  it("access the process only in main.ts and the engine's worker", () => {
    const touching = files.filter(
      (name) =>
        !['main.ts', 'sql/embedded/worker.ts'].includes(name) &&
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
