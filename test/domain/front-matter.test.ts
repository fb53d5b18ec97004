import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../src/domain/leaving/port/import/manuscript.ts';
import { Pace } from '../../src/domain/leaving/port/pace.ts';

const read = async (...lines: string[]) => {
  const file = ['---', ...lines, '---', '', '# One', '', 'Rain.', '', '# Two', ''].join('\n');
  const { fields, warnings, chapters } = await readMarkdown(file, new Pace(new AbortController().signal));
  return { fields, codes: warnings.map(({ code, message }) => [code, message]), text: chapters[0]?.content };
};
const named = 'author: N. Keeper';

describe('front matter (import-export.md)', () => {
  it.each([
    ['a list of authors', ['author:', '  - Ana Prell', '  - Tom Oduya'], { author: 'Ana Prell and Tom Oduya' }],
    ['a short list of authors', ['author: [Ana Prell, Tom Oduya]'], { author: 'Ana Prell and Tom Oduya' }],
    ['three authors in German', ['lang: de', 'authors: [A, B, C]'], { language: 'de', author: 'A, B und C' }],
    ['an unindented list', ['author:', '- Ana Prell', '- Tom Oduya'], { author: 'Ana Prell and Tom Oduya' }],
    ['authors with names', ['author:', '  - name: Ana Prell', '    affiliation: None'], { author: 'Ana Prell' }],
    ['creators of pandoc', ['creator:', '- role: author', '  text: Ana Prell'], { author: 'Ana Prell' }],
    ['an underscore in the language', [named, 'lang: en_GB'], { author: 'N. Keeper', language: 'en-GB' }],
    ['a folded block', ['title: >', '  The Long', '  Weir'], { title: 'The Long Weir' }],
    ['a literal block', ['description: |', '  One.', '  Two.'], { description: 'One.\nTwo.' }],
    ['comments', ['# Notes', 'title: Weir # the river', 'author: "A # B"'], { title: 'Weir', author: 'A # B' }],
    [
      'the title parts of pandoc',
      ['title:', '- type: main', '  text: The Weir', '- type: subtitle', '  text: A tale'],
      { title: 'The Weir', subtitle: 'A tale' },
    ],
    [
      'a colon in the title',
      ['title: Storm: The Beginning', named],
      { title: 'Storm: The Beginning', author: 'N. Keeper' },
    ],
    ['an apostrophe', ["title: 'It''s'", "author: O'Neil"], { title: "It's", author: "O'Neil" }],
    [
      'words that YAML could take for others',
      ['title: 1984', 'author: Null', 'genre: yes'],
      { title: '1984', author: 'Null', genre: 'yes' },
    ],
    ['empty values', ['title:', named], { author: 'N. Keeper' }],
    ['genres', [named, 'genre: [Fantasy, Crime]'], { author: 'N. Keeper', genre: 'Fantasy, Crime' }],
  ])('understands %s', async (_what, lines, fields) => {
    expect(await read(...lines)).toEqual({ fields, codes: [], text: 'Rain.' });
  });

  it.each([
    ['a map as title', ['title: {a: b}', named], 'front_matter_shape', 'title'],
    ['a list of descriptions', ['description: [a, b]', named], 'front_matter_shape', 'description'],
    ['an alias', ['a: &x Weir', 'title: *x', named], 'front_matter_shape', 'title'],
    ['a list that never ends', ['title: [a, b', named], 'front_matter_shape', 'title'],
    ['keys without a field', [named, 'date: 2026', 'tags: [a]'], 'front_matter_ignored', 'date, tags'],
    ['a title of 300 characters', [`title: ${'a'.repeat(300)}`, named], 'field_unusable', 'title'],
    ['an unknown language', [named, 'lang: English language'], 'field_unusable', 'language'],
  ])('warns of %s, and reads the rest', async (_what, lines, code, name) => {
    const { fields, codes, text } = await read(...lines);
    expect([fields, text]).toEqual([{ author: 'N. Keeper' }, 'Rain.']);
    expect(codes.find(([one]) => one === code)?.[1]).toContain(name);
  });

  it.each([
    ['dialogue between rules', ['Emma: Hello.', 'Jonas: Hi.']],
    ['prose between rules', ['It rained.']],
    ['too much of it', [named, ...Array.from({ length: 200 }, () => 'genre: a')]],
  ])('is not %s', async (_what, lines) => {
    const file = ['---', ...lines, '---', '', 'Rain.'].join('\n');
    const { fields, chapters } = await readMarkdown(file, new Pace(new AbortController().signal));
    expect(fields).toEqual({});
    expect(chapters[0]?.content).toContain(lines.at(-1));
  });
});
