import { describe, expect, it } from 'vitest';
import { contentMax } from '../../src/domain/chapter/rules.ts';
import { beginningOf } from '../../src/domain/port/chapter-words.ts';
import { importBook } from '../../src/domain/port/import.ts';
import { readMarkdown, readText } from '../../src/domain/port/manuscript.ts';
import { Pace } from '../../src/domain/port/pace.ts';
import { Patience } from '../../src/graphql/context.ts';

const pace = () => new Pace(new AbortController().signal);
const markdown = async (...lines: string[]) => readMarkdown(lines.join('\n'), pace());
const text = async (...lines: string[]) => readText(lines.join('\n'), pace());
const titles = ({ chapters }: Awaited<ReturnType<typeof readText>>) => chapters.map(({ title }) => title);

describe('where chapters begin in Markdown (import-export.md)', () => {
  it('at the highest headings that there is more than one of; a single one above them is the title', async () => {
    const read = await markdown(
      '# Storm',
      '',
      '## One',
      '',
      'Rain.',
      '',
      '### Later',
      '',
      'Fog.',
      '',
      '## Two',
      'Mist.',
    );
    expect(read).toEqual({
      fields: { title: 'Storm' },
      chapters: [
        { title: 'One', content: 'Rain.\n\n### Later\n\nFog.' },
        { title: 'Two', content: 'Mist.' },
      ],
    });
  });

  it.each([
    [
      'of the first level where that is repeated',
      ['# One', '', 'a', '', '# Two', '', '## Scene', '', 'b'],
      ['One', 'Two'],
    ],
    ['underlined ones too', ['One', '---', '', 'a', '', 'Two', '---', '', 'b'], ['One', 'Two']],
    ['by their words where those count chapters', ['# Chapter 1', 'a', '## I', 'b', '## II', 'c'], ['Chapter 1']],
    [
      'under parts, whose headings go with the first chapter',
      ['# Part One', '', '## A', 'a', '## B', 'b', '# Part Two', '', '## C', 'c'],
      ['Part One – A', 'B', 'Part Two – C'],
    ],
    [
      'after a part that has a text of its own',
      ['# Part One', '', 'Motto.', '', '## A', 'a', '## B', 'b'],
      ['Part One', 'A', 'B'],
    ],
    ['without marks', ['# The *Lamp* & `co`', 'a', '# [Two](x)', 'b'], ['The Lamp & co', 'Two']],
    ['without the marks behind them', ['# One ##', 'a', '# C#', 'b', '# - Three', 'c'], ['One', 'C#', '- Three']],
    [
      'behind a line that has a tag in it',
      ['# A', 'It <em>rained</em>', '# B', '', '<em>On</em> and on', '# C'],
      ['A', 'B', 'C'],
    ],
    ['without a word in them', ['#', '', 'a', '', '# Two', '', 'b'], [null, 'Two']],
  ])('%s', async (_what, lines, expected) => {
    expect(titles(await markdown(...lines))).toEqual(expected);
  });

  it.each([
    ['code', ['# A', '', '```', '# no', '```', '', '# B']],
    ['code with a mark of its own', ['# A', '~~~~ js', '~~~', '# no', '~~~~~', '# B']],
    ['code that is indented', ['# A', '', '    # no', '', '\t# no', '', '# B']],
    ['a paragraph that is indented', ['# A', '', 'It rained', '    # no', '', '# B']],
    ['a comment', ['# A', '', '<!--', '', '# no', '', '-->', '', '# B']],
    ['a comment of one long line', ['# A', `<!-- ${'x'.repeat(2_000)} -->`, '# B']],
    ['HTML', ['# A', '', '<div>', '# no', '</div>', '', '<ruby>', '# no', '', '# B']],
    ['a quote', ['# A', '', '> # no', '', '# B']],
    ['a quote above a rule', ['# A', '', '> no', '---', '', '# B']],
    ['a list above a rule', ['# A', '', '- no', '---', '', '# B']],
    ['a paragraph above a rule', ['# A', '', 'It rained', 'for days', '---', '', '# B']],
    ['an escaped mark', ['# A', '', '\\# no', '', '# B']],
  ])('not in %s', async (_what, lines) => {
    expect(titles(await markdown(...lines))).toEqual(['A', 'B']);
  });

  it('keeps what stands before the first of them, and a text without any', async () => {
    expect((await markdown('For M.', '', '# A', 'a', '# B', 'b')).chapters[0]).toEqual({
      title: 'Opening',
      content: 'For M.',
    });
    expect((await markdown('Only', '', 'prose.')).chapters).toEqual([{ title: null, content: 'Only\n\nprose.' }]);
    expect((await markdown('---', 'not: [front', 'matter', '---', 'x')).chapters[0]?.content).toContain('matter');
  });

  it('whatever line ends and byte order mark the file has', async () => {
    expect((await markdown('\ufeff# A\r', '\r', 'a\r', 'b\r', '# B\r', 'c')).chapters).toEqual([
      { title: 'A', content: 'a\nb' },
      { title: 'B', content: 'c' },
    ]);
  });

  it('reads an export that was edited: new chapters, changed line ends', async () => {
    const edited = [
      '---',
      'fabula: 1',
      'title: "Storm"',
      '---',
      '',
      '# A',
      '',
      'a',
      '',
      '# B',
      '',
      '```',
      '# C',
      '',
      'c',
      '',
    ];
    const expected = [
      { title: 'A', content: 'a' },
      { title: 'B', content: '```' },
      { title: 'C', content: 'c' },
    ];
    expect((await markdown(...edited)).chapters).toEqual(expected);
    expect((await readMarkdown(edited.join('\r\n'), pace())).chapters).toEqual(expected);
  });
});

describe('where chapters begin in plain text (import-export.md)', () => {
  it.each([
    ['Chapter 12'],
    ['CHAPTER XII: The Storm'],
    ['Chapter Twenty-One'],
    ['Chapter 3 The Lamp'],
    ['Kapitel 3'],
    ['1. Kapitel'],
    ['Erstes Kapitel'],
    ['Capítulo primero'],
    ['Chapitre IV — Le phare'],
    ['Глава 5'],
    ['Глава первая'],
    ['3. fejezet'],
    ['第三章 风暴'],
    ['第12話'],
    ['제3장'],
  ])('at %j', (line) => {
    expect(beginningOf(line)).toBe('chapter');
  });

  it.each(['Prologue', 'EPILOGUE', 'Épilogue', 'Пролог', '序章'])('at %j', (line) => {
    expect(beginningOf(line)).toBe('alone');
  });

  it.each([
    'Chapter and verse he knew it all',
    'The chapter was closed',
    'Part of me stayed',
    'Introductions were made',
    'It rained.',
  ])('not at %j', (line) => {
    expect(beginningOf(line)).toBeUndefined();
  });

  it('on a line of its own, with the next one as its title', async () => {
    const read = await text(
      'Motto.',
      '',
      'CHAPTER I.',
      'Down the Hole',
      '',
      'Alice sat.',
      'Chapter 9 was long.',
      '',
      'CHAPTER II',
      '',
      'She fell.',
    );
    expect(read.chapters).toEqual([
      { title: 'Opening', content: 'Motto.' },
      { title: 'CHAPTER I: Down the Hole', content: 'Alice sat.\nChapter 9 was long.' },
      { title: 'CHAPTER II', content: 'She fell.' },
    ]);
  });

  it('at underlined lines and marks of Markdown', async () => {
    expect(titles(await text('One', '---', '', 'a', '', 'Two', '---', '', 'b'))).toEqual(['One', 'Two']);
    expect(titles(await text('# One', '', 'a', '', '# Two', '', 'b'))).toEqual(['One', 'Two']);
  });
});

describe('a chapter that is too long (import-export.md)', () => {
  it('goes on in the next, cut at the end of a paragraph', async () => {
    const paragraph = 'It rained and rained. '.repeat(100).trim();
    const content = Array.from({ length: 400 }, () => paragraph).join('\n\n');
    const { chapters } = await markdown('# The Storm', '', content);
    expect(chapters.map(({ title }) => title)).toEqual(['The Storm', 'The Storm (2)', 'The Storm (3)']);
    for (const one of chapters) expect(one.content.length).toBeLessThanOrEqual(contentMax);
    expect(chapters.map((one) => one.content).join('\n\n')).toBe(content);
  });

  it('is cut somewhere where it has no paragraphs, and never within a character', async () => {
    const { chapters } = await text('🌧'.repeat(contentMax));
    expect(chapters.map(({ content }) => content).join('')).toBe('🌧'.repeat(contentMax));
    for (const { content } of chapters) expect(content.isWellFormed()).toBe(true);
  });

  it('has a heading of 200 characters at most; a longer one stays whole in the text', async () => {
    const heading = 'rain '.repeat(60).trim();
    const { chapters } = await markdown(`# ${heading}`, '', 'a', '', '# B', '', 'b');
    expect([...(chapters[0]?.title ?? '')].length).toBeLessThanOrEqual(200);
    expect(chapters[0]?.content).toBe(`${heading}\n\na`);
  });

  it('loses no end of a heading, however long', async () => {
    const heading = `${'rain '.repeat(2_000)}*stopped*`;
    for (const read of [readMarkdown, readText]) {
      const { chapters } = await read(`# ${heading}\n\na\n\n# B\n\nb\n`, pace());
      expect(chapters.map(({ content }) => content).join('\n')).toContain(heading);
    }
  });
});

describe('a file that is no book (import-export.md)', () => {
  it.each([
    ['lines', 'a\n', 2],
    ['quotes', '>\n', 2],
    ['lists', '- a\n', 2],
    ['brackets', '[', 2],
    ['marks', '*', 2],
    ['marks of a heading', '#', 2],
    ['ends of lines', '\r', 2],
    ['blank lines', '\n', 18],
    ['blanks', ' ', 18],
  ])('of megabytes of %s is read like any other', async (_what, unit, megabytes) => {
    const file = `${unit.repeat((megabytes * 1_000_000) / unit.length)}x`;
    for (const read of [readMarkdown, readText]) {
      const { chapters } = await read(file, pace());
      expect(chapters.at(-1)?.content.endsWith('x')).toBe(true);
    }
  });
});

describe('an import whose caller goes away before it is saved (import-export.md)', () => {
  it('does not touch the database', async () => {
    const gone = new AbortController();
    const begin = () => expect.fail('It was saved.');
    const context = { sql: { begin }, caller: { accountId: 'a' }, patience: new Patience(), signal: gone.signal };
    const report = ({ stage }: { stage: string }) => stage === 'counting' && gone.abort();
    // What a test needs of a context.
    const work = importBook(context as never, { format: 'text', content: 'Rain.' }, report);
    await expect(work).rejects.toMatchObject({ code: 'unavailable' });
  });
});
