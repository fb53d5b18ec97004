import { describe, expect, it } from 'vitest';
import { Called } from '../../src/domain/story/names/called.ts';

const cast = [
  { name: 'Mara Venn', aliases: ['the Pilot'] },
  { name: 'Tom Venn', aliases: [] },
  { name: 'Zoë Ash', aliases: ['Mara'] },
  { name: 'ZOE', aliases: [] },
  { name: '王小明', aliases: [] },
  { name: ' ', aliases: [''] },
];
const called = new Called(cast, 'en');
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe('somebody who is called by a name outside of prose', () => {
  it.each([
    ['Mara Venn', ['Mara Venn']],
    ['mara  VENN', ['Mara Venn']],
    ['The pilot', ['Mara Venn']],
    ['Mara', ['Zoë Ash']],
    ['zoe', ['ZOE']],
    ['Zoe Ash', ['Zoë Ash']],
    ['王小明', ['王小明']],
    ['Nobody', []],
  ])('is found by the name or alias %s', (name, expected) => {
    expect(names(called.byName(name))).toEqual(expected);
  });

  it.each([
    ['tom', ['Tom Venn']],
    ['venn', ['Mara Venn', 'Tom Venn']],
    ['the', []],
    ['', []],
  ])('is found by the word “%s”', (word, expected) => {
    expect(names(called.byWord(word))).toEqual(expected);
  });
});
