import { describe, expect, it } from 'vitest';
import { TimeAllowance } from '../../src/context.ts';
import { beginningOf } from '../../src/domain/port/chapter-words.ts';
import { importBook } from '../../src/domain/port/import.ts';
import { readMarkdown, readText } from '../../src/domain/port/manuscript.ts';
import { Pace } from '../../src/domain/port/pace.ts';
import { contentMax } from '../../src/domain/shapes.ts';
import { WorkPool } from '../../src/threads/pool.ts';

const pace = () => new Pace(new AbortController().signal);
const markdown = async (...lines: string[]) => readMarkdown(lines.join('\n'), pace());
const text = async (...lines: string[]) => readText(lines.join('\n'), pace());
const titles = ({ chapters }: Awaited<ReturnType<typeof readText>>) => chapters.map(({ title }) => title);

describe('chapters in Markdown (import-export.md)', () => {
  it('begin at the highest repeated heading level, below a single title', async () => {
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
    ['at a repeated first level', ['# One', '', 'a', '', '# Two', '', '## Scene', '', 'b'], ['One', 'Two']],
    ['at underlined headings', ['One', '---', '', 'a', '', 'Two', '---', '', 'b'], ['One', 'Two']],
    ['at headings that are numbered chapters', ['# Chapter 1', 'a', '## I', 'b', '## II', 'c'], ['Chapter 1']],
    [
      'under parts, with the part in the first chapter’s title',
      ['# Part One', '', '## A', 'a', '## B', 'b', '# Part Two', '', '## C', 'c'],
      ['Part One – A', 'B', 'Part Two – C'],
    ],
    [
      'after a part with its own text',
      ['# Part One', '', 'Motto.', '', '## A', 'a', '## B', 'b'],
      ['Part One', 'A', 'B'],
    ],
    ['with markup removed from titles', ['# The *Lamp* & `co`', 'a', '# [Two](x)', 'b'], ['The Lamp & co', 'Two']],
    [
      'with closing marks removed from titles',
      ['# One ##', 'a', '# C#', 'b', '# - Three', 'c'],
      ['One', 'C#', '- Three'],
    ],
    ['after a line with a tag', ['# A', 'It <em>rained</em>', '# B', '', '<em>On</em> and on', '# C'], ['A', 'B', 'C']],
    ['at an empty heading', ['#', '', 'a', '', '# Two', '', 'b'], [null, 'Two']],
  ])('begin %s', async (_what, lines, expected) => {
    expect(titles(await markdown(...lines))).toEqual(expected);
  });

  it.each([
    ['code', ['# A', '', '```', '# no', '```', '', '# B']],
    ['code with a longer fence', ['# A', '~~~~ js', '~~~', '# no', '~~~~~', '# B']],
    ['indented code', ['# A', '', '    # no', '', '\t# no', '', '# B']],
    ['an indented paragraph line', ['# A', '', 'It rained', '    # no', '', '# B']],
    ['a comment', ['# A', '', '<!--', '', '# no', '', '-->', '', '# B']],
    ['a long one-line comment', ['# A', `<!-- ${'x'.repeat(2_000)} -->`, '# B']],
    ['HTML', ['# A', '', '<div>', '# no', '</div>', '', '<ruby>', '# no', '', '# B']],
    ['a quote', ['# A', '', '> # no', '', '# B']],
    ['a quote above a rule', ['# A', '', '> no', '---', '', '# B']],
    ['a list above a rule', ['# A', '', '- no', '---', '', '# B']],
    ['a paragraph above a rule', ['# A', '', 'It rained', 'for days', '---', '', '# B']],
    ['an escaped mark', ['# A', '', '\\# no', '', '# B']],
  ])('do not begin in %s', async (_what, lines) => {
    expect(titles(await markdown(...lines))).toEqual(['A', 'B']);
  });

  it('keep text before the first heading, and text without headings', async () => {
    expect((await markdown('For M.', '', '# A', 'a', '# B', 'b')).chapters[0]).toEqual({
      title: 'Opening',
      content: 'For M.',
    });
    expect((await markdown('Only', '', 'prose.')).chapters).toEqual([{ title: null, content: 'Only\n\nprose.' }]);
    expect((await markdown('---', 'not: [front', 'matter', '---', 'x')).chapters[0]?.content).toContain('matter');
  });

  it('are the same for any line endings and byte order mark', async () => {
    expect((await markdown('\ufeff# A\r', '\r', 'a\r', 'b\r', '# B\r', 'c')).chapters).toEqual([
      { title: 'A', content: 'a\nb' },
      { title: 'B', content: 'c' },
    ]);
  });

  it('are found in an edited export with changed line endings', async () => {
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

describe('chapters in plain text (import-export.md)', () => {
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
  ])('begin at %j', (line) => {
    expect(beginningOf(line)).toBe('chapter');
  });

  it.each(['Prologue', 'EPILOGUE', 'Épilogue', 'Пролог', '序章'])('begin at the unnumbered heading %j', (line) => {
    expect(beginningOf(line)).toBe('alone');
  });

  it.each([
    'Chapter and verse he knew it all',
    'The chapter was closed',
    'Part of me stayed',
    'Introductions were made',
    'It rained.',
  ])('do not begin at %j', (line) => {
    expect(beginningOf(line)).toBeUndefined();
  });

  it('begin at a heading line and take the next line as title', async () => {
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

  it('begin at underlined lines and Markdown headings', async () => {
    expect(titles(await text('One', '---', '', 'a', '', 'Two', '---', '', 'b'))).toEqual(['One', 'Two']);
    expect(titles(await text('# One', '', 'a', '', '# Two', '', 'b'))).toEqual(['One', 'Two']);
  });
});

describe('a chapter over the length limit (import-export.md)', () => {
  it('is continued in another chapter, cut at a paragraph', async () => {
    const paragraph = 'It rained and rained. '.repeat(100).trim();
    const content = Array.from({ length: 400 }, () => paragraph).join('\n\n');
    const { chapters } = await markdown('# The Storm', '', content);
    expect(chapters.map(({ title }) => title)).toEqual(['The Storm', 'The Storm (2)', 'The Storm (3)']);
    for (const one of chapters) expect(one.content.length).toBeLessThanOrEqual(contentMax);
    expect(chapters.map((one) => one.content).join('\n\n')).toBe(content);
  });

  it('is cut between characters if it has no paragraphs', async () => {
    const { chapters } = await text('🌧'.repeat(contentMax));
    expect(chapters.map(({ content }) => content).join('')).toBe('🌧'.repeat(contentMax));
    for (const { content } of chapters) expect(content.isWellFormed()).toBe(true);
  });

  it('has a title of at most 200 characters and keeps a longer heading in the text', async () => {
    const heading = 'rain '.repeat(60).trim();
    const { chapters } = await markdown(`# ${heading}`, '', 'a', '', '# B', '', 'b');
    expect([...(chapters[0]?.title ?? '')].length).toBeLessThanOrEqual(200);
    expect(chapters[0]?.content).toBe(`${heading}\n\na`);
  });

  it('keeps the whole of a very long heading', async () => {
    const heading = `${'rain '.repeat(2_000)}*stopped*`;
    for (const read of [readMarkdown, readText]) {
      const { chapters } = await read(`# ${heading}\n\na\n\n# B\n\nb\n`, pace());
      expect(chapters.map(({ content }) => content).join('\n')).toContain(heading);
    }
  });
});

describe('malformed files (import-export.md)', () => {
  it.each([
    ['lines', 'a\n', 2],
    ['quotes', '>\n', 2],
    ['lists', '- a\n', 2],
    ['brackets', '[', 2],
    ['asterisks', '*', 2],
    ['hash signs', '#', 2],
    ['carriage returns', '\r', 2],
    ['blank lines', '\n', 18],
    ['spaces', ' ', 18],
  ])('with megabytes of %s are read normally', async (_what, unit, megabytes) => {
    const file = `${unit.repeat((megabytes * 1_000_000) / unit.length)}x`;
    for (const read of [readMarkdown, readText]) {
      const { chapters } = await read(file, pace());
      expect(chapters.at(-1)?.content.endsWith('x')).toBe(true);
    }
  });
});

describe('an import whose caller disconnects before it is saved (import-export.md)', () => {
  it('does not touch the database', async () => {
    const gone = new AbortController();
    const begin = () => expect.fail('It was saved.');
    const context = {
      sql: { begin },
      work: new WorkPool({ threads: 1 }),
      caller: { accountId: 'a' },
      timeAllowance: new TimeAllowance(),
      signal: gone.signal,
    };
    const report = ({ stage }: { stage: string }) => stage === 'counting' && gone.abort();
    // Only the members of the context that the import needs.
    const work = importBook(context as never, { format: 'text', content: 'Rain.' }, report);
    await expect(work).rejects.toMatchObject({ code: 'unavailable' });
  });
});
