import { afterAll, describe, expect, inject, it } from 'vitest';
import { literalOf, textsOf } from '../../src/sql/arrays.ts';
import { connect } from '../../src/sql/connect.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

describe('text arrays', () => {
  it.each([
    [[]],
    [['chr_1']],
    [['chr_1', 'chr_2']],
    [['Captain One', 'Alias']],
    [['', 'a']],
    [['a', '']],
    [['a,b', '{c}', '"d"', '\\', '\\"', 'e\\', 'two\nlines', 'ü🌊', ' ', 'null']],
  ])('round-trip through the database: %j', async (texts: string[]) => {
    expect(textsOf(literalOf(texts))).toEqual(texts);
    const [row] = await database.read<{ texts: string[] }[]>`SELECT ${texts}::text[] AS texts`;
    expect(row?.texts).toEqual(texts);
  });
});
