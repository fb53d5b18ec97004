import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../src/domain/leaving/port/import/manuscript.ts';
import { convertNotations } from '../../src/domain/leaving/port/import/notations.ts';
import { Pace } from '../../src/domain/leaving/port/pace.ts';

const read = (text: string, verbatim = false) =>
  readMarkdown(text, new Pace(new AbortController().signal), { verbatim });
async function chapterOf(text: string, verbatim = false) {
  const { chapters, warnings } = await read(text, verbatim);
  return { ...chapters[0], codes: warnings.map(({ code, count }) => [code, count]) };
}

describe('notations of other writing programs (import-export.md)', () => {
  it('of Obsidian are shown, emphasized or put into the notes', async () => {
    const text = 'Notes for %% check the date %% the scene: [[Beatrice|my sister]] came ==late==.';
    expect(await chapterOf(text)).toEqual({
      title: null,
      content: 'Notes for the scene: my sister came *late*.',
      notes: 'check the date',
      codes: [['comments_left_out', 1]],
    });
  });

  it.each([
    ['a link without words', '[[Beatrice]] came.', 'Beatrice came.'],
    ['a comment of several paragraphs', 'a\n\n%%\nb\n\nc\n%%\n\nd', 'a\n\n\nd', 'b\n\nc'],
    ['a comment at the end of a line', 'a %% b %%\nc', 'a\nc', 'b'],
    ['a block id', 'It rained. ^a1b2\n\nFog.', 'It rained.\n\nFog.', '^a1b2'],
    ['an embedded file', 'a\n\n![[map.png|300]]\n\nb', 'a\n\n\nb', '![[map.png|300]]'],
    ['a comment of Scrivener', 'a <!-- b --> c', 'a c', 'b'],
    [
      'tags of novelWriter',
      '@pov: Emma\n@char: Jonas, Emma\n\nIt rained.',
      'It rained.',
      '@pov: Emma\n\n@char: Jonas, Emma',
    ],
    [
      'notes of novelWriter',
      '%~ later\n% soon\n\n%Synopsis: Rain.\n\nIt rained.',
      'It rained.',
      'later\n\nsoon\n\nSynopsis: Rain.',
    ],
    ['emphasis around words', '==very late== and ==**so**==', '*very late* and ***so***'],
  ])('are read: %s', async (_what, text, content, notes?: string) => {
    const chapter = await chapterOf(text);
    expect([chapter.content, chapter.notes]).toEqual([content, notes]);
  });

  it.each([
    ['code', '`[[a]] %% b %%` and\n\n```\n==c==\n<!-- d -->\n```\n\n~~~\n@pov: e'],
    ['escapes', '\\[[a]] \\==b=='],
    ['percent signs', '100%% sure, 50%% not'],
    ['an unclosed comment', 'a <!-- b\n\nc %% d'],
    ['equations', 'a == b == c, x ^2 y'],
    ['an underline', 'Title of it.\n====='],
    ['a percent sign at the start of a line', '% of them stayed.'],
    ['an address', 'emma@pov: x'],
    ['footnotes', 'a[^1]\n\n[^1]: b'],
    ['links with brackets', '[[1]](http://a.b) and [[2]][c]'],
    ['addresses', 'http://a.b/?c==d==e'],
  ])('are not taken out of %s', async (_what, text) => {
    expect(await chapterOf(text)).toEqual({ title: null, content: text, codes: [] });
  });

  it('stay with verbatim, and in our own exports', async () => {
    const text = 'a %% b %% [[c]]';
    expect(await chapterOf(text, true)).toMatchObject({ content: text, codes: [] });
    expect(await chapterOf(`---\nfabula: 1\n---\n\n# One\n\n${text}\n`)).toMatchObject({ content: text, codes: [] });
  });

  it('go to the notes of their own chapter, with warnings that name it', async () => {
    const { chapters, warnings } = await read('# One\n\na %% b %%\n\n# Two %% c %%\n\nd\n\n<!-- e -->');
    expect(chapters).toEqual([
      { title: 'One', content: 'a', notes: 'b' },
      { title: 'Two', content: 'd', notes: 'c\n\ne' },
    ]);
    expect(warnings).toEqual([expect.objectContaining({ code: 'comments_left_out', count: 3 })]);
    expect((await read('# One\n\na\n\n# Two\n\nb %% c %%')).warnings[0]?.chapter).toBe(1);
  });

  it('stay in the text when the notes are full', async () => {
    const long = `%%\n${'x'.repeat(3_000)}\n%%`;
    const { content, notes, codes } = await chapterOf(`${long}\n\na\n\n${long}`);
    expect(notes).toBe('x'.repeat(3_000));
    expect(content).toBe(`a\n\n${long}`);
    expect(codes).toEqual([['comments_left_out', 1]]);
  });

  it.each(['%%', '<!--', '[[', '==', '`', '```\n', '![[', '^a\n', '@pov:\n'])('take linear time for %j', (unit) => {
    const text = unit.repeat(400_000);
    expect(convertNotations(text).text.length).toBeGreaterThan(0);
  });
});

describe('definitions at the end of a file (import-export.md)', () => {
  it('go to the chapters that refer to them', async () => {
    const { chapters } = await read(
      '# One\n\nRain.[^1] [Sea][s].\n\n# Two\n\nFog.[^2]\n\n[^1]: Ibid.\n\n    More.\n[^2]: Other.\n\n[s]: http://a.b/\n',
    );
    expect(chapters.map(({ content }) => content)).toEqual([
      'Rain.[^1] [Sea][s].\n\n[^1]: Ibid.\n\n    More.\n\n[s]: http://a.b/',
      'Fog.[^2]\n\n[^2]: Other.',
    ]);
  });

  it('stay where each chapter has its own', async () => {
    const text = 'Rain.[^1]\n\n[^1]: Ibid.';
    const { chapters } = await read(`# One\n\n${text}\n\n# Two\n\n${text}`);
    expect(chapters.map(({ content }) => content)).toEqual([text, text]);
  });
});
