import { describe, expect, it } from 'vitest';
import { marksOf } from '../../src/domain/leaving/port/export/marks.ts';
import { criticText } from '../../src/domain/leaving/port/export/write-critic.ts';
import { exactChapter } from '../../src/domain/leaving/port/formats/exact-markdown.ts';
import { frontMatterOf } from '../../src/domain/leaving/port/formats/front-matter.ts';
import { readMarkdown } from '../../src/domain/leaving/port/import/manuscript.ts';
import { Pace } from '../../src/domain/leaving/port/pace.ts';
import type { ImportChanges } from '../../src/domain/leaving/port/rules.ts';
import { replaced } from '../../src/domain/text/passage/change.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { reviewedTexts } from '../support/reviewed-texts.ts';

const pace = new Pace(new AbortController().signal);

interface Anchor {
  start: number;
  end: number;
  exact: string;
}

async function read(file: string, changes?: ImportChanges) {
  const { chapters, review, warnings } = await readMarkdown(file, pace, { changes });
  const [{ content } = { content: '' }] = chapters;
  const points = Array.from(content);
  const unitOf = (point: number) => points.slice(0, point).join('').length;
  const made = (review?.proposals ?? []).map(({ anchor, replacement, reason }) => ({
    ...(anchor as Anchor),
    replacement,
    reason,
  }));
  for (const { start, end, exact } of made) expect(points.slice(start, end).join('')).toBe(exact);
  const notes = (review?.notes ?? []).map(({ anchor, body }) => [(anchor as Anchor | null)?.exact ?? null, body]);
  const inOrder = made
    .map(({ start, end, replacement }) => ({ start: unitOf(start), end: unitOf(end), text: replacement }))
    .sort((a, b) => a.start - b.start);
  return { content, made, notes, warnings, accepted: replaced(content, inOrder).text, chapters };
}

describe('marks of a review in Markdown', () => {
  it.each([
    ['an insertion', 'On the {++old ++}quay.', 'On the quay.', 'On the old quay.'],
    ['an insertion at the end of a word', 'On the quay{++s++}.', 'On the quay.', 'On the quays.'],
    ['an insertion between blanks', 'On the {++old++} quay.', 'On the  quay.', 'On the old quay.'],
    ['an insertion at the beginning', '{++Now ++}she left.', 'she left.', 'Now she left.'],
    ['an insertion at the end', 'She left.{++ Alone.++}', 'She left.', 'She left. Alone.'],
    ['a deletion', 'She left{-- at once--}.', 'She left at once.', 'She left.'],
    ['a deletion at the beginning', '{--Then --}she left.', 'Then she left.', 'she left.'],
    ['a substitution', 'She {~~left~>stayed~~}.', 'She left.', 'She stayed.'],
    ['a substitution of nothing', 'She left{~~~> alone~~}.', 'She left.', 'She left alone.'],
    ['a deletion and an insertion', 'She {--left--}{++stayed++}.', 'She left.', 'She stayed.'],
    ['an insertion and a deletion', 'She {++stayed++}{--left--}.', 'She left.', 'She stayed.'],
    [
      'several in a line',
      '{++A ++}cat {~~sat~>stood~~} there{--, then--}.',
      'cat sat there, then.',
      'A cat stood there.',
    ],
    ['a new paragraph', 'One.\n\n{++Two.++}\n\nThree.', 'One.\n\nThree.', 'One.\n\nTwo.\n\nThree.'],
    ['a new paragraph with its end', 'One.\n\n{++Two.\n\n++}Three.', 'One.\n\nThree.', 'One.\n\nTwo.\n\nThree.'],
    ['a new paragraph at the end', 'One.\n\n{++Two.++}', 'One.', 'One.\n\nTwo.'],
    ['a new paragraph at the end of one', 'One.{++\n\nTwo.++}\n\nThree.', 'One.\n\nThree.', 'One.\n\nTwo.\n\nThree.'],
    ['a paragraph that goes', 'One.\n\n{--Two.--}\n\nThree.', 'One.\n\nTwo.\n\nThree.', 'One.\n\nThree.'],
    ['a last paragraph that goes', 'One.\n\n{--Two.--}', 'One.\n\nTwo.', 'One.'],
    ['paragraphs that become one', 'One.{~~\n\n~> ~~}Two.', 'One.\n\nTwo.', 'One. Two.'],
    ['a paragraph that is split', 'One.{~~ ~>\n\n~~}Two.', 'One. Two.', 'One.\n\nTwo.'],
    ['a comment', 'She left.{>>Why?<<}', 'She left.', 'She left.'],
    ['words with a comment', '{==She==}{>>Who?<<} left.', 'She left.', 'She left.'],
    ['marked words without a comment', '{==She==} left.', 'She left.', 'She left.'],
    ['other signs', 'La 🛶 {~~é~>è~~} {++漢++}字。', 'La 🛶 é 字。', 'La 🛶 è 漢字。'],
    ['emphasis', 'She *{~~left~>stayed~~}*.', 'She *left*.', 'She *stayed*.'],
    ['an item of a list', '- {++one ++}lamp\n- two', '- lamp\n- two', '- one lamp\n- two'],
    ['signs of marks within them', 'It {++rained \\{++hard++\\}++}.', 'It .', 'It rained \\{++hard++}.'],
  ])('%s', async (_what, source, original, changed) => {
    const file = `# One\n\n${source}\n`;
    const proposed = await read(file);
    expect([proposed.content, proposed.accepted]).toEqual([original, changed]);
    expect((await read(file, 'original')).content).toBe(original);
    expect((await read(file, 'accepted')).content).toBe(changed);
    expect(proposed.warnings[0]?.code).toBe('changes_read');
  });

  it.each([
    'An open {++ brace, and no end.',
    'An end ++} without a beginning.',
    'Escaped \\{++rain++}.',
    'In code `{++rain++}`.',
    '```\n{--rain--}\n```',
    '~~~\n{--rain--}\n~~~',
    'A rule {----} of dashes.',
    'A set {1, 2} and {~ 3 ~}.',
    'Half a substitution {~~rain~~}.',
    'Of {+one+} sign.',
  ])('stay where they are none: %s', async (source) => {
    for (const changes of [undefined, 'accepted', 'original'] as const) {
      const { content, made, notes } = await read(`# One\n\n${source}\n`, changes);
      expect([content, made, notes]).toEqual([source, [], []]);
    }
  });

  it('stay in an export without marks, and in a file that is read verbatim', async () => {
    const content = 'It {++rained++} all night.';
    const front = frontMatterOf({ title: 'Rain' }, { hasMarks: false });
    expect((await read(`${front}\n${exactChapter({ title: 'One', content })}`)).content).toBe(content);
    expect((await readMarkdown(`# One\n\n${content}`, pace, { verbatim: true })).chapters[0]?.content).toBe(content);
  });

  it('have comments where they stand: reasons of changes, notes on words, on chapters, and on the book', async () => {
    const file = [
      '{>>All of it.<<}',
      '# One\n\n{>>Too short.<<}\n\nShe {~~left~>stayed~~}{>>Why?<<}{>>Or not.<<} {==alone==}{>>Really?<<}. Rain{>>Wet.<<} fell.',
      '# {++The ++}Two\n\nDone.\n\n{>>The end?<<}',
    ].join('\n\n');
    const { made, notes, chapters } = await read(file);
    expect(made.map(({ exact, replacement, reason }) => [exact, replacement, reason])).toEqual([
      ['left', 'stayed', 'Why? Or not.'],
    ]);
    expect(notes).toEqual([
      [null, 'Too short.'],
      ['alone', 'Really?'],
      ['Rain', 'Wet.'],
      [null, 'The end?'],
      [null, 'All of it.'],
      [null, 'Proposed: “” → “The ”'],
    ]);
    expect(chapters.map(({ title, content }) => [title, content])).toEqual([
      ['One', 'She left alone. Rain fell.'],
      ['Two', 'Done.'],
    ]);
  });

  it('of an export come back: the text, and what accepting the proposals makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(reviewedTexts, async ({ content, proposals, accepted }) => {
        const marked = criticText(content, marksOf({ proposals, notes: [] }, content, 'en'));
        const front = frontMatterOf({ title: 'Rain' }, { hasMarks: marked !== content });
        const file = `${front}\n${exactChapter({ title: 'One', content: marked })}`;
        const back = await read(file);
        expect([back.content, back.accepted]).toEqual([content, accepted]);
        expect((await read(file, 'original')).content).toBe(content);
        expect((await read(file, 'accepted')).content).toBe(accepted);
      }),
      { numRuns: proof(25, 1_000) },
    );
  });

  it('of a long text are taken out as those of a short one', async () => {
    const paragraphs = proof(40, 200);
    const paragraph = 'The ferry came. '.repeat(40).trim();
    const long = (mark: string) => Array.from({ length: paragraphs }, () => `${paragraph}${mark}`).join('\n\n');
    const file = `# One\n\n${long('{++ Late.++}\n\n{>>Here?<<}')}`;
    const { content, accepted, notes } = await read(file);
    expect([content, accepted, notes.length]).toEqual([long(''), long(' Late.'), paragraphs]);
  });

  it('too many of them are refused, with what to set', async () => {
    const file = `# One\n\n${'She {++really ++}left. '.repeat(3_000)}`;
    const refused = await read(file).catch((error: unknown) => error);
    expect(String(refused)).toMatch(/content: has 3000 changes; the limit is 1000\. Set `changes`/);
    expect((await read(file, 'accepted')).content).toContain('She really left.');
  });

  it('are found, however they are broken', async () => {
    for (const source of [
      '{++'.repeat(100_000),
      `${'{++a'.repeat(50_000)}++}`,
      `${'{~~'.repeat(50_000)}~~}`,
      '`{--'.repeat(50_000),
      `${'`'.repeat(300_000)} {++a++}`,
    ]) {
      const { made } = await read(`# One\n\n${source}`);
      expect(made.length).toBeLessThan(2);
    }
  });
});
