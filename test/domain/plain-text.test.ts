import type { Nodes } from 'hast';
import { describe, expect, it } from 'vitest';
import type { BookProse } from '../../src/domain/leaving/port/export/book-prose.ts';
import { textParts } from '../../src/domain/leaving/port/export/write-prose.ts';
import { readText } from '../../src/domain/leaving/port/import/manuscript.ts';
import { Pace } from '../../src/domain/leaving/port/pace.ts';
import { escapedParagraph, unescaped } from '../../src/prose/escape.ts';
import { proseTree } from '../../src/prose/tree.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { proseShapes } from '../support/prose-shapes.ts';

const settings = { numRuns: proof(200, 10_000) };
const timeout = 300_000;
const pace = new Pace(new AbortController().signal);

/** Texts of the elements directly within a tree, with their line breaks. */
function shown(markdown: string): string[] {
  const textOf = (node: Nodes): string => {
    if (node.type === 'text') return node.value.replaceAll('\n', '');
    if (node.type === 'element' && node.tagName === 'br') return '\n';
    return 'children' in node ? node.children.map((child) => textOf(child as Nodes)).join('') : '';
  };
  return proseTree(markdown).children.flatMap((node) =>
    node.type === 'element' ? [node.tagName === 'hr' ? '***' : textOf(node)] : [],
  );
}

const signs = fc.constantFrom(
  ...['a', 'b', 'Rain', '1', '12', ' ', ' ', '*', '**', '_', '`', '``', '~~', '~', '[', ']', '](', '(', ')', '[^1]'],
  ...[']: ', '!', '<', '>', '</', '<!--', '-->', '<br>', '&amp;', '&', ';', '#', '## ', '- ', '+ ', '1. ', '2) ', '> '],
  ...['=', '===', '---', '\\', '|', '|-', ':-', '“', '”', '—', '漢', '。', 'http://a.b', '{', '}', '$', '.', ','],
);
const line = fc
  .array(signs, { minLength: 1, maxLength: 14 })
  .map((all) => all.join('').trim())
  .filter((text) => /[\p{L}\p{N}]/u.test(text));

describe('escaped text (import-export.md)', () => {
  it('is shown as it was written', { timeout }, () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
        const markdown = escapedParagraph(lines);
        expect(shown(markdown)).toEqual([lines.join('\n')]);
        expect(unescaped(markdown)).toBe(lines.join('\n'));
      }),
      settings,
    );
  });

  it.each([
    '5 * 3 = 15',
    'snake_case and AT&T',
    'a < b > c',
    'a lone * and a lone _',
    '[sic] and [Emma]',
    '#hashtag, 3.5 and 1984',
    '— Hello, —she said',
    '’tis `odd',
    'C:\\Users',
    'She said: “No!” (Twice.)',
    '1984 was cold. 3) no',
    '$5 ~ 6 | 7',
  ])('has no escape where Markdown reads nothing: %s', (text) => {
    expect(escapedParagraph([text])).toBe(text);
  });

  it.each([
    ['- Hello', '\\- Hello'],
    ['1984. It was cold', '1984\\. It was cold'],
    ['# 5', '\\# 5'],
    ['2 *and* 3', '2 \\*and* 3'],
    ['&amp;', '\\&amp;'],
    ['<b>x</b>', '\\<b>x\\</b>'],
    ['[a](b)', '\\[a](b)'],
    ['[^1]: note', '\\[^1]: note'],
    ['~~~', '\\~\\~\\~'],
    ['a\\*', 'a\\\\*'],
  ])('has one where it would read %s', (text, markdown) => {
    expect(escapedParagraph([text])).toBe(markdown);
  });

  it('emphasizes words between signs, and nothing else', () => {
    expect(escapedParagraph(['_No_, she *said*; 2*3*4 a_b_c'], ['_'])).toBe('*No*, she \\*said\\*; 2\\*3\\*4 a_b_c');
    expect(escapedParagraph(['*No*, _she_'], ['*'])).toBe('*No*, \\_she_');
  });
});

describe('a book as plain text (import-export.md)', () => {
  const title = fc
    .array(
      fc.constantFrom('Rain', 'Chapter', '1', 'Prologue', '#', '---', '.', 'C#', '“No,”', 'море', '*', '_a_', ':'),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((words) => words.join(' '))
    .filter((text) => /\p{L}/u.test(text) && !/#$/.test(text));
  const headingLike = fc.constantFrom('Prologue', 'Chapter 9', 'by Nobody', '\\# No', 'Part Two', 'One\\\n\\---');
  const content = fc.oneof(
    proseShapes.map(({ markdown }) => markdown),
    fc.constant(''),
    fc
      .array(
        fc.oneof(
          headingLike,
          proseShapes.map(({ markdown }) => markdown),
        ),
        { maxLength: 3 },
      )
      .map((all) => all.join('\n\n')),
  );
  const letters = (text: string) => text.match(/w\d+w|[\p{L}\p{M}]/gu) ?? [];

  it('is read back with the same chapters and letters', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(title, fc.array(fc.record({ title, content }), { maxLength: 4 }), async (name, chapters) => {
        const prose = { book: { title: name, author: 'N. Keeper' }, chapters } as unknown as BookProse;
        const file = [...textParts(prose)].join('');
        const read = await readText(`${file}\n\nThe end\n-------\n`, pace);
        expect(read.fields).toMatchObject({ title: name, author: 'N. Keeper' });
        expect(read.chapters.map((one) => one.title)).toEqual([...chapters.map((one) => one.title), 'The end']);
        const lettersOf = (text: string) => shown(text).flatMap(letters);
        for (const [index, one] of chapters.entries())
          expect(lettersOf(read.chapters[index]?.content ?? '')).toEqual(lettersOf(one.content));
      }),
      { numRuns: proof(50, 2_000) },
    );
  });
});
