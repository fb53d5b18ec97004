import { setImmediate } from 'node:timers/promises';
import SchemaBuilder from '@pothos/core';
import { execute, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/graphql/context.ts';
import '../../src/graphql/plugins.ts';

const width = 40;

/** A tree without an end: each folder has `width` folders. */
function treeOf(answerBytesMax: number) {
  const read = { names: 0 };
  const builder = new SchemaBuilder<{ Context: Context; DefaultFieldNullability: false }>({
    plugins: ['lists'],
    defaultFieldNullability: false,
    scopeAuth: { authScopes: () => ({}) },
  });
  const Folder = builder.objectRef<object>('Folder');
  Folder.implement({
    fields: (t) => ({
      folders: t.field({ type: [Folder], resolve: () => Array.from({ length: width }, () => ({})) }),
      name: t.string({
        resolve: () => {
          read.names += 1;
          return 'f';
        },
      }),
    }),
  });
  builder.queryType({ fields: (t) => ({ root: t.field({ type: Folder, resolve: () => ({}) }) }) });
  const schema = builder.toSchema();
  // Only these members are read.
  const contextValue = { answerRoom: { bytes: answerBytesMax }, config: { answerBytesMax } } as Context;
  return { read, run: async (text: string) => execute({ schema, document: parse(text), contextValue }) };
}

describe('the room of an answer', () => {
  it('ends lists inside of lists before their entries are completed', async () => {
    const { read, run } = treeOf(100_000);
    const { data, errors } = await run('{ root { folders { folders { folders { name } } } } }');
    expect(data).toBeNull();
    expect(errors?.[0]?.message).toContain('which is the limit of an answer');
    // Of 64,000: an entry takes 12 bytes or more.
    expect(read.names).toBeLessThanOrEqual(100_000 / 12);
  });

  it.each([
    ['aliases', 'a: name b: name c: name d: name', 24],
    [
      'fragments',
      '...all ...all } } } fragment all on Folder { first: name ... on Folder { second: name } ...last } fragment last on Folder { last: name',
      31,
    ],
    ['conditions, which may select nothing', 'name @include(if: true) b: name @skip(if: false)', 4],
  ])('charges an entry at least what it takes: %s', async (_what, selection, bytes) => {
    const text = `{ root { folders { ${selection} } } }`;
    const query = selection.includes('fragment') ? `{ root { folders { ${selection} }` : text;
    expect((await treeOf(width * bytes).run(query)).errors).toBeUndefined();
    expect((await treeOf(width * bytes - 1).run(query)).errors).toHaveLength(1);
  });

  it('is filled in turns of the event loop, so that other requests go on', async () => {
    const { read, run } = treeOf(10_000_000);
    const namesOfTurns: number[] = [];
    let names = 0;
    const done = run('{ root { folders { folders { a: name b: name folders { name } } } } }');
    let isDone = false;
    void done.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      namesOfTurns.push(read.names - names);
      names = read.names;
      await setImmediate();
    }
    expect(await done).not.toHaveProperty('errors');
    expect(read.names).toBe(2 * width ** 2 + width ** 3);
    expect(Math.max(...namesOfTurns)).toBeLessThan(read.names / 3);
  });
});
