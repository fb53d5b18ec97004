import { describe, expect, it } from 'vitest';
import { digestOf } from '../../src/domain/calls/prompt/digest.ts';
import { passagesOf } from '../../src/domain/leaving/port/formats/passages.ts';
import { readText } from '../../src/domain/leaving/port/import/manuscript.ts';
import { Pace } from '../../src/domain/leaving/port/pace.ts';
import { line, textOrNull } from '../../src/domain/shapes.ts';
import { sceneBreaks } from '../../src/prose/scene-break.ts';
import { proseTree } from '../../src/prose/tree.ts';
import { countWords } from '../../src/prose/words.ts';
import fc from '../support/fast-check.ts';

/** The words of the text as a reader sees it. */
const shown = (text: string) =>
  passagesOf(proseTree(text).children)
    .flatMap(({ runs }) => [...runs.map(({ text, breaksLine }) => (breaksLine ? ` ${text}` : text)), '\n'])
    .join('');

describe('words are counted as readers see them', () => {
  it.each([
    ['a comment on a line', 'One two.\n\n<!-- ask Ann about this -->\n\nThree.', 3],
    ['a comment within a line', 'One <!-- or two? --> two.', 2],
    ['a comment within a word', 'One in<!-- hm -->side.', 2],
    ['a comment of many lines', '<!-- a\nb\nc -->\n\nOne.', 1],
    ['a comment with blank lines', '<!-- a\n\nb\n\nc -->\nOne.', 1],
    ['several comments', '<!--a--> One <!--b--> two <!--c-->', 2],
    ['an empty comment', 'One <!----> two.', 2],
    ['the shortest comments', 'One <!--> two <!---> three.', 3],
    ['a comment with a dash', 'One <!-- a - b -- c --> two.', 2],
    ['a comment at the end', 'One two <!-- three -->', 2],
    ['a comment alone', '<!-- nothing yet -->', 0],
    ['a comment between paragraphs of dialogue', '“One.”\n<!-- beat -->\n“Two.”', 2],
    ['a comment without an end', 'One <!-- two three.', 3],
    ['an end without a comment', 'One --> two.', 2],
    ['signs like a comment', 'One <!- two -> three.', 3],
    ['a comment in a fence', '```\n<!-- two words -->\n```\n\nOne.', 3],
    ['a comment behind a fence', '```\na\n```\n\n<!-- b -->\n\nOne.', 2],
    ['a comment with a fence', '<!--\n```\n-->\n\nOne two.\n\n<!-- x -->', 2],
    ['a comment in another script', '一二 <!-- 三 --> 四', 2],
    ['a comment beside emphasis', '*One* <!-- x -->**two**', 2],
  ])('%s', (_what, text, words) => expect(countWords(text, 'en')).toBe(words));

  it('of a line with 50,000 comments', () => {
    expect(countWords('one <!---->'.repeat(50_000), 'en')).toBe(50_000);
  });

  it('of any comments between words', () => {
    const piece = fc.constantFrom('one ', 'two', '\n\n', '\n', ' ', '<!-- a b -->', '<!-- c\nd -->', '“Yes.” ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(countWords(text, 'en')).toBe(countWords(shown(text), 'en'));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a title of signs that show nothing', () => {
  const codes = [
    ...[0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200e, 0x200f],
    ...[0x202a, 0x2061, 0x2066, 0x206f, 0x2800, 0x3000, 0x3164, 0xfe0f, 0xffa0, 0x00a0, 0xe0020],
  ];
  it.each(codes.map((code) => [code.toString(16), String.fromCodePoint(code)]))('is blank: U+%s', (_code, sign) => {
    expect(line(200).safeParse(sign.repeat(3)).success).toBe(false);
    expect(textOrNull(200).parse(` ${sign} `)).toBeNull();
    expect(line(200).parse(`A${sign}`).startsWith('A')).toBe(true);
  });

  it('says so', () => {
    const [issue] = line(200).safeParse('\u200b').error?.issues ?? [];
    expect(issue?.message).toBe('has no visible character. Write at least one.');
  });

  it.each(['.', '—', '☙', '漢', '\ue000', '👻', 'ا', '1', '❦', '\u0301'])('is none of these: %j', (title) =>
    expect(line(200).safeParse(title).success).toBe(true),
  );
});

describe('scene breaks', () => {
  it.each(sceneBreaks)('%s is one wherever scenes are told apart', async (mark) => {
    const text = `The ferry came late that evening.\n\n${mark}\n\nNobody was waiting on the quay.`;
    expect(passagesOf(proseTree(text).children).map(({ kind }) => kind)).toEqual(['text', 'scene break', 'text']);
    expect(digestOf(text, [], 'en').split('\n')).toHaveLength(3);
    const [chapter, ...others] = (await readText(text.replaceAll('\\', ''), new Pace(new AbortController().signal)))
      .chapters;
    expect([others, passagesOf(proseTree(chapter?.content ?? '').children)[1]?.kind]).toEqual([[], 'scene break']);
  });
});
