import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { parseRoute } from '../../src/faces/faces.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import { newId } from '../../src/ids/id.ts';
import type { Operation } from '../../src/operation.ts';
import { features } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { registerFile, registers, samples, toolSamples } from '../registers/all.ts';
import { bodyOf } from '../registers/sample.ts';

const root = new URL('../../', import.meta.url);
const mutations = schema.getMutationType()?.getFields() ?? {};
const kinds = Object.fromEntries(
  Object.values(registers).flatMap(({ ids = {} }) => Object.entries(ids).map(([name, { prefix }]) => [name, prefix])),
);
const ids = Object.fromEntries(Object.entries(kinds).map(([name, prefix]) => [name, newId(prefix)]));
const fieldsOf = (list: readonly Operation[]) => [...new Set(list.map(({ answer }) => answer))];

/** The fields that fail a condition; each needs an edit in the register of its aggregate. */
const without = (list: readonly Operation[], isKnown: (operation: Operation) => unknown) =>
  fieldsOf(list.filter((operation) => !isKnown(operation)));
const sampleOf = ({ answer }: Operation) => samples.get(answer);
const parametersOf = ({ document, rest = '' }: Operation) => [
  ...[...print(document).matchAll(/\$(\w+Id): ID!/g)].map(([, name = '']) => name),
  ...parseRoute(rest).parameters,
];

describe('the test registers (test/registers)', () => {
  it('have one file per listed aggregate, and list every file', () => {
    const files = readdirSync(new URL('test/registers/', root)).map((name) => name.replace(/\.ts$/, ''));
    const wings = readdirSync(new URL('src/domain/', root), { withFileTypes: true }).filter((one) => one.isDirectory());
    const isRoom = (name: string) =>
      wings.some((wing) => existsSync(new URL(`src/domain/${wing.name}/${name}/`, root)));
    const aggregates = files.filter(isRoom);
    // Those of plain rosters follow from their operations.
    const written = Object.keys(registers).filter((name) => existsSync(new URL(registerFile(name), root)));
    expect(written.sort()).toEqual(aggregates.sort());
    const derived = Object.keys(registers).filter((name) => !written.includes(name));
    expect(derived.filter((name) => !rosters.some((roster) => roster.name === name))).toEqual([]);
  });

  it('name only existing operations', () => {
    const fields = new Set(fieldsOf(operations));
    expect([...samples.keys()].filter((name) => !fields.has(name))).toEqual([]);
  });

  it('have a `body` for each operation with a body, unless the operation declares an example', () => {
    const hasBody = (operation: Operation) => sampleOf(operation)?.body ?? operation.example;
    expect(without(operations, (operation) => !operation.body || hasBody(operation))).toEqual([]);
  });

  it.each(operations.filter((operation) => operation.body && (sampleOf(operation)?.body ?? operation.example)))(
    'have a valid body for $answer',
    (operation) => {
      const result = operation.body?.[1].safeParse(bodyOf(operation, ids));
      expect(result?.error?.issues ?? []).toEqual([]);
    },
  );

  it('have an entry in `ids` for each id argument', () => {
    const taken = new Set(operations.flatMap(parametersOf));
    expect([...taken].filter((name) => name.endsWith('Id') && !(name in kinds))).toEqual([]);
  });

  it('have ids of rosters that newest-ids.js fills in on the pages for browsers', () => {
    const page = readFileSync(new URL('src/faces/explorers/assets/newest-ids.js', root), 'utf8');
    const ofRosters = Object.keys(kinds).filter((name) => rosters.some(({ prefix }) => prefix === kinds[name]));
    // The second character has an alias of its own.
    expect(ofRosters.filter((name) => name !== 'otherId' && !page.includes(`${name}: id`))).toEqual([]);
  });

  it('have `events` for each mutation except long-running ones', () => {
    const changes = operations.filter(({ answer, stream }) => answer in mutations && !stream);
    const isLong = ({ answer }: Operation) => ['narrateBook', 'readManuscript'].includes(answer);
    expect(without(changes, (operation) => isLong(operation) || sampleOf(operation)?.events)).toEqual([]);
  });

  it('have a reason in `unversioned` for each change without `expectedVersion`', () => {
    const isGuarded = (name: string) => mutations[name]?.args.some((one) => one.name === 'expectedVersion');
    const changes = operations.filter(
      (operation) =>
        operation.answer in mutations &&
        !/^(create|add)[A-Z]/.test(operation.answer) &&
        prepareOperation(schema, operation).scope !== 'generation:run',
    );
    expect(without(changes, (one) => isGuarded(one.answer) || sampleOf(one)?.unversioned)).toEqual([]);
    const both = [...samples].filter(([name, { unversioned }]) => unversioned && isGuarded(name));
    expect(both.map(([name]) => name)).toEqual([]);
  });

  it('have a `scope` for each operation that needs a scope other than books:read or books:write', () => {
    const usual = (operation: Operation) => (operation.answer in mutations ? 'books:write' : 'books:read');
    const wrong = operations.filter((operation) => {
      const scope = prepareOperation(schema, operation).scope ?? 'books:read';
      return scope !== (sampleOf(operation)?.scope ?? usual(operation));
    });
    expect(fieldsOf(wrong)).toEqual([]);
  });

  it('have one sample in `tools` per tool', () => {
    const [declared, sampled] = [
      new Set(operations.flatMap(({ tool }) => tool?.name ?? [])),
      new Set(toolSamples.keys()),
    ];
    expect([...declared].filter((name) => !sampled.has(name))).toEqual([]);
    expect([...sampled].filter((name) => !declared.has(name))).toEqual([]);
  });

  it('have a `feature` if they have tools', () => {
    const withTools = Object.entries(registers).filter(([, { operations: all }]) =>
      Object.values(all).some(({ tools }) => tools),
    );
    expect(withTools.filter(([, { feature }]) => !feature || !features.includes(feature))).toEqual([]);
  });
});
