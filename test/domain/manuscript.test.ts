import { describe, expect, it } from 'vitest';
import { everyHeading } from '../../src/domain/leaving/port/formats/chapter-words.ts';
import { importBook } from '../../src/domain/leaving/port/import/import.ts';
import { readMarkdown, readText } from '../../src/domain/leaving/port/import/manuscript.ts';
import { Pace } from '../../src/domain/leaving/port/pace.ts';
import { contentMax } from '../../src/domain/shapes.ts';
import { TimeAllowance } from '../../src/limits/operation-time.ts';
import { unescaped } from '../../src/prose/escape.ts';
import { WorkPool } from '../../src/threads/pool.ts';
import { proof } from '../support/proofs.ts';

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
      warnings: [],
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
    ['not at a mark alone', ['# One', '', 'a', '', '#', '', 'b', '', '# Two', '', 'b'], ['One', 'Two']],
    ['at bold words', ['**Chapter One**', '', 'a', '', '__Prologue__', '', 'b'], ['Chapter One', 'Prologue']],
    ['at words alone', ['Chapter 1', '', 'a', '', 'Chapter 2: Fog', '', 'b'], ['Chapter 1', 'Chapter 2: Fog']],
    ['at bold numbers', ['**1**', '', 'a', '', '**II.**', '', 'b'], ['1', 'II.']],
    ['at marks, where there are any', ['# One', '', '**Chapter 2**', '', 'a', '', '# Three'], ['One', 'Three']],
    ['not at words within a paragraph', ['a', 'Chapter 1', '', '**Stop**', '', 'b'], [null]],
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
    ['a sentence above a rule', ['# A', '', 'It was over.', '---', 'no', '', '# B']],
    ['a quoted sentence above a rule', ['# A', '', '“Is it?”', '---', '', '# B']],
    ['a long line above a rule', ['# A', '', 'no '.repeat(30), '---', '', '# B']],
    ['an escaped mark', ['# A', '', '\\# no', '', '# B']],
  ])('do not begin in %s', async (_what, lines) => {
    expect(titles(await markdown(...lines))).toEqual(['A', 'B']);
  });

  it('begin at an underlined line that is a question', async () => {
    expect(titles(await markdown('Who?', '===', '', 'a', '', 'What?', '===', '', 'b'))).toEqual(['Who?', 'What?']);
  });

  it('keep underlined headings within the text', async () => {
    const { chapters } = await markdown('Chapter 1', '===', 'a', '', 'Later', '---', 'b', '', 'Chapter 2', '===', 'c');
    expect(chapters.map(({ content }) => content)).toEqual(['a\n\n## Later\nb', 'c']);
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
    expect(everyHeading.beginningOf(line)).toBe('chapter');
  });

  it.each(['Prologue', 'EPILOGUE', 'Épilogue', 'Пролог', '序章'])('begin at the unnumbered heading %j', (line) => {
    expect(everyHeading.beginningOf(line)).toBe('alone');
  });

  it.each([
    'Chapter and verse he knew it all',
    'The chapter was closed',
    'Part of me stayed',
    'Introductions were made',
    'It rained.',
  ])('do not begin at %j', (line) => {
    expect(everyHeading.beginningOf(line)).toBeUndefined();
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
      '',
      'CHAPTER III.',
      'WHO WAS MISSING?',
      '',
      'Nobody.',
    );
    expect(read.chapters).toEqual([
      { title: 'Opening', content: 'Motto.' },
      { title: 'CHAPTER I: Down the Hole', content: 'Alice sat.\\\nChapter 9 was long.' },
      { title: 'CHAPTER II', content: 'She fell.' },
      { title: 'CHAPTER III: WHO WAS MISSING?', content: 'Nobody.' },
    ]);
  });

  it('take no sentence below them for a title', async () => {
    const read = await text(
      '第一章',
      '雨停了。',
      '',
      '第二章',
      '雪',
      '',
      '雪下了。',
      '',
      '第三章',
      '谁？',
      '',
      '没有人。',
    );
    expect(titles(read)).toEqual(['第一章', '第二章: 雪', '第三章']);
    expect(titles(await text('CHAPTER I', 'Who was there?', '', 'Nobody.'))).toEqual(['CHAPTER I']);
  });

  it('begin at underlined lines and Markdown headings', async () => {
    expect(titles(await text('One', '---', '', 'a', '', 'Two', '---', '', 'b'))).toEqual(['One', 'Two']);
    expect(titles(await text('# One', '', 'a', '', '# Two', '', 'b'))).toEqual(['One', 'Two']);
  });
});

const wrapped = [
  'It was the fourth day of rain, and nobody at the counter had looked',
  'up since the ferry. The boats lay in two rows, with their lamps out,',
  'and knocked against each other.',
];

describe('paragraphs of plain text (import-export.md)', () => {
  it.each([
    [
      'tabs',
      ['Chapter 1', '', '\tRain.', '\tFog.', '', 'Chapter 2', '', '\tSnow.'],
      'indent',
      ['Rain.\n\nFog.', 'Snow.'],
    ],
    ['ideographic spaces', ['第一章', '\u3000\u3000雨。', '\u3000\u3000雪。'], 'indent', ['雨。\n\n雪。']],
    [
      'lines',
      ['Chapter One', 'Rain fell.', 'Fog came.', 'Chapter Two', 'Snow.'],
      'line',
      ['Rain fell.\n\nFog came.', 'Snow.'],
    ],
    ['wrapped lines', [...wrapped, '', ...wrapped], 'blank', [`${wrapped.join(' ')}\n\n${wrapped.join(' ')}`]],
    [
      'wrapped and indented lines',
      ['', ...wrapped.map((line, at) => (at ? line : `   ${line}`)), `   ${wrapped.join('\n')}`],
      'indent',
      [`${wrapped.join(' ')}\n\n${wrapped.join(' ')}`],
    ],
    [
      'wrapped Chinese',
      ['', '雨'.repeat(60), '雪'.repeat(60), '云'.repeat(30)],
      'blank',
      [`${'雨'.repeat(60)}${'雪'.repeat(60)}${'云'.repeat(30)}`],
    ],
    [
      'verse among wrapped lines',
      [...wrapped, '', '  Roses are red,', '  violets blue.', '', ...wrapped],
      'blank',
      [`${wrapped.join(' ')}\n\nRoses are red,\\\nviolets blue.\n\n${wrapped.join(' ')}`],
    ],
    [
      'an address',
      ['Dear Odile,', '', 'come soon.', '', 'Emma', '12 Harbour Street'],
      'blank',
      ['Dear Odile,\n\ncome soon.\n\nEmma\\\n12 Harbour Street'],
    ],
    ['line breaks of Word', ['Dear Odile,\vcome soon.'], 'blank', ['Dear Odile,\\\ncome soon.']],
    ['dialogue', ['- Rain.', '', '- Fog?'], 'blank', ['\\- Rain.\n\n\\- Fog?']],
    [
      'rules of other lengths',
      ['She put it down.', '----', 'Later.', '', '⁂', '', '#', '', '=====', 'End'],
      'blank',
      ['She put it down.\n\n***\n\nLater.\n\n***\n\n***\n\n***\n\nEnd'],
    ],
    [
      'emphasis',
      ['He was _very_ late in snake_case.', '', '_All of it._'],
      'blank',
      ['He was *very* late in snake_case.\n\n*All of it.*'],
    ],
    ['signs without a partner', ['15* is 5 * 3.', '', '* a note'], 'blank', ['15* is 5 * 3.\n\n\\* a note']],
  ])('are found by %s', async (_what, lines, paragraphs, contents) => {
    const read = await text(...lines);
    expect(read.paragraphs).toBe(paragraphs);
    expect(read.chapters.map(({ content }) => content)).toEqual(contents);
  });

  it.each([
    [
      'a name on the next line',
      ['PERSUASION', '', '', 'by', '', 'Jane Austen', '', '(1818)', '', 'Chapter 1', '', 'Rain.'],
      'PERSUASION',
      'Jane Austen',
    ],
    ['a year behind the name', ['Storm', 'by N. Keeper (1803)', '', 'Rain.'], 'Storm', 'N. Keeper'],
    ['German', ['Das Wehr', 'von Max Mustermann', '', 'Erstes Kapitel', '', 'Regen.'], 'Das Wehr', 'Max Mustermann'],
    ['a title like a part', ['The Book', 'by Ann Lee', '', 'Chapter 1', '', 'Rain.'], 'The Book', 'Ann Lee'],
    [
      'an underlined title',
      ['Storm.', '======', '', 'by N. Keeper', '', 'One', '---', '', 'Rain.'],
      'Storm.',
      'N. Keeper',
    ],
    ['none: a sentence', ['He stood', 'by the door.', '', 'Rain.'], undefined, undefined],
    ['none: a chapter', ['Chapter 1', 'by Emma', '', 'Rain.'], undefined, undefined],
  ])('do not include a title page with %s', async (_what, lines, title, author) => {
    const { fields, chapters } = await text(...lines);
    expect([fields.title, fields.author]).toEqual([title, author]);
    expect(chapters.at(-1)?.content).toMatch(/(?:Rain|Regen)\.$/);
  });

  it('begin only at indents where the request says so', async () => {
    const lines = '\tRain fell\non the town.\n\tFog.';
    expect((await readText(lines, pace(), { paragraphs: 'indent' })).chapters[0]?.content).toBe(
      'Rain fell on the town.\n\nFog.',
    );
    expect((await readText(lines, pace(), { paragraphs: 'line' })).chapters[0]?.content).toBe(
      'Rain fell\n\non the town.\n\nFog.',
    );
  });

  it('keep a title that is too long for a chapter in the text', async () => {
    const [first, next] = [`Chapter 1: ${'a '.repeat(50)}b`, `*${'c '.repeat(50)}d*`];
    const { chapters } = await text(first, next, '', 'Rain.', '', 'Chapter 2', '', 'Fog.');
    expect(chapters.map(({ title }) => title?.length ?? 0).every((length) => length <= 200)).toBe(true);
    expect(unescaped(chapters.map(({ title, content }) => `${title} ${content}`).join(' '))).toContain('c d*');
  });

  it('do not take a list of contents for chapters', async () => {
    const read = await text(
      'Contents',
      'Chapter 1',
      'Chapter 2',
      '',
      'Chapter 1',
      '',
      'Rain.',
      '',
      'Chapter 2',
      '',
      'Fog.',
    );
    expect(titles(read)).toEqual(['Opening', 'Chapter 1', 'Chapter 2']);
  });

  it('are headings within a chapter where words announce chapters', async () => {
    const { chapters } = await text(
      'Chapter 1',
      '',
      'The Letter',
      '----------',
      '',
      'Rain.',
      '',
      'Chapter 2',
      '',
      'Fog.',
    );
    expect(chapters.map(({ content }) => content)).toEqual(['## The Letter\n\nRain.', 'Fog.']);
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
      expect(unescaped(chapters.map(({ content }) => content).join('\n'))).toContain(heading);
    }
  });
});

describe('malformed files (import-export.md)', () => {
  it.each([
    ['lines', 'a\n', 1],
    ['quotes', '>\n', 1],
    ['lists', '- a\n', 1],
    ['brackets', '[', 2],
    ['asterisks', '*', 2],
    ['hash signs', '#', 2],
    ['carriage returns', '\r', 1],
    ['blank lines', '\n', 6],
    ['spaces', ' ', 18],
  ])('with a long run of %s are read normally', async (_what, unit, share) => {
    const file = `${unit.repeat((share * proof(250_000, 1_000_000)) / unit.length)}x`;
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
