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

/** Where a file of each kind may reach. The first rule that fits a file holds. */
const directions: [kind: string, file: RegExp, mayImport: RegExp][] = [
  [
    'rules',
    /^domain\/\w+\/rules\.ts$/,
    /^(zod|node:crypto|id\.ts|domain\/(shapes|page)\.ts|domain\/\w+\/rules\.ts|domain\/plan\/beats?\.ts|graphql\/context\.ts)$/,
  ],
  [
    'store',
    /^domain\/\w+\/store\.ts$/,
    /^(postgres|node:crypto|id\.ts|graphql\/context\.ts|sql\/.*|domain\/(shapes|page)\.ts|domain\/plan\/beats?\.ts|domain\/\w+\/(rules|store)\.ts|domain\/outline\/(outline-reply|score)\.ts)$/,
  ],
  ['prompt assembly', /^domain\/prompt\/(?!schema|operations)/, /^domain\/(prompt|plan)\//],
  [
    'operations',
    /^domain\/\w+\/operations\.ts$/,
    /^(zod|operation\.ts|domain\/(shapes|page)\.ts|domain\/\w+\/(rules\.ts|operations\.gen\.ts))$/,
  ],
  [
    'schema',
    /^domain\/\w+\/(\w+-)?schema\.ts$/,
    /^(zod|dataloader|errors\.ts|graphql\/(?!schema|execute).*|domain\/.*)$/,
  ],
  [
    'use cases',
    /^domain\//,
    /^(zod|node:.*|pino|diff|syllable|mdast.*|hast|fflate|docx|wasm-media-encoders|isbot|markup\.ts|prose\/.*|drawing\/.*|id\.ts|errors\.ts|config\.ts|http\/burst\.ts|graphql\/(context|issues)\.ts|providers\/.*|sql\/.*|domain\/(?!.*schema\.ts).*)$/,
  ],
  ['prose', /^prose\//, /^(mdast.*|hast.*|markup\.ts|prose\/.*)$/],
  ['drawing', /^drawing\//, /^(node:.*|@resvg\/.*|@hpcc-js\/.*|markup\.ts|errors\.ts|drawing\/.*)$/],
  ['sql', /^sql\//, /^(postgres|pg-boss|pino|zod|node:.*|@electric-sql\/.*|sql\/.*)$/],
  ['providers', /^providers\//, /^(openai.*|zod|node:.*|providers\/.*)$/],
  ['adapters', /^adapters\//, /^(?!domain\/(?!shapes\.ts)|sql\/|commands\/|service\.ts)/],
  [
    'graphql engine',
    /^graphql\/(?!schema\.ts|context\.ts)/,
    /^(?!domain\/(?!shapes\.ts)|adapters\/|http\/|commands\/|service\.ts)/,
  ],
];

describe('the shape of src', () => {
  it.each(directions)('%s import only what lies in their direction', (kind, file, mayImport) => {
    const earlier = directions.slice(
      0,
      directions.findIndex(([name]) => name === kind),
    );
    const ofKind = imports.filter(({ from }) => file.test(from) && !earlier.some(([, other]) => other.test(from)));
    expect(ofKind.length).toBeGreaterThan(0);
    expect(ofKind.filter(({ to }) => !mayImport.test(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('has no circles', () => {
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

  it('lets only main.ts, and the root of the engine’s thread, touch the process', () => {
    const touching = files.filter(
      (name) =>
        !['main.ts', 'sql/embedded/worker.ts'].includes(name) &&
        /(?<![.\w])process\.(env|argv|exit|on|once|std)/.test(readFileSync(join(root, name), 'utf8')),
    );
    expect(touching).toEqual([]);
  });

  it('keeps files under 400 lines', () => {
    const long = files.filter((name) => readFileSync(join(root, name), 'utf8').split('\n').length > 400);
    expect(long).toEqual([]);
  });

  it('names no drawers: index, utils, helpers, common', () => {
    expect(files.filter((name) => /(^|\/)(index|utils?|helpers?|common)\b/.test(name))).toEqual([]);
  });
});
