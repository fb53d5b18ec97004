import { describe, expect, it } from 'vitest';
import { partsAfter, wholeOf, widenedToBlanks } from '../../src/domain/text/texts/parts.ts';
import { regionOf } from '../../src/prose/region.ts';
import { countWords } from '../../src/prose/words.ts';
import { ownService } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';

const own = ownService({ LIMIT_REQUESTS_PER_MINUTE: '0' });
const rest = own.face('REST');

const sentence = 'The keeper counts “the ships”, and 3,000 ships count on him — 🌊 not a word.';
/** Prose of at least `length` characters in paragraphs of unique sentences. */
const proseOf = (length: number) => {
  let prose = '';
  for (let n = 0; prose.length < length; n += 1) prose += `${n} ${sentence}${n % 7 === 0 ? '\n\n' : ' '}`;
  return prose;
};

/** The current rows; an unchanged row keeps its `xmin`. */
const passagesOf = (chapterId: string) =>
  own.running().database.write<{ no: number; body: string; length: number; xmin: string }[]>`
    SELECT no, body, length, xmin::text FROM search_passage WHERE record_id = ${chapterId} AND field = 'content' ORDER BY no`;
const storedOf = async (chapterId: string) => {
  const [row] = await own.running().database.write<{ cut: number; head: number; middle: number; tail: number }[]>`
    SELECT cut, length(head) AS head, length(middle) AS middle, length(tail) AS tail FROM chapter_text WHERE chapter_id = ${chapterId}`;
  return row;
};

const units = fc.constantFrom('a', 'é', ' ', '\n', '.', "'", '🌊', '😀', '中', 'ไ', '\u0301', '7');
const words = fc.string({ unit: units, maxLength: 12 });
/** Replacements at code point offsets up to a hundred thousand. */
const edits = fc.array(
  fc.record({ at: fc.nat(100_000), removed: fc.nat(30), added: fc.oneof(words, fc.constant(proseOf(2_500))) }),
  { minLength: 1, maxLength: 6 },
);
type Edit = { at: number; removed: number; added: string };

function edited(text: string, { at, removed, added }: Edit): string {
  const characters = [...text];
  const place = at % (characters.length + 1);
  return characters.slice(0, place).join('') + added + characters.slice(place + removed).join('');
}

describe('the changed region of two texts', () => {
  const texts = fc.string({ unit: units, maxLength: 40 });

  it('rebuilds the new text, splits no character, and yields the same word count', () => {
    fc.assert(
      fc.property(texts, edits, fc.constantFrom('en', 'ja', 'th', 'sv'), (before, [edit], language) => {
        const after = edit ? edited(before, edit) : before;
        const region = regionOf(before, after);
        const { start, formerEnd, textEnd } = region;
        expect(before.slice(0, start) + after.slice(start, textEnd) + before.slice(formerEnd)).toBe(after);
        for (const part of [before.slice(start, formerEnd), after.slice(start, textEnd)])
          expect(part.isWellFormed()).toBe(true);
        const wide = widenedToBlanks(before, region);
        const change =
          countWords(after.slice(wide.start, wide.textEnd), language) -
          countWords(before.slice(wide.start, wide.formerEnd), language);
        expect(countWords(before, language) + change).toBe(countWords(after, language));
      }),
      { numRuns: proof(400, 20_000) },
    );
  });

  it('yields parts that join to the new text', () => {
    fc.assert(
      fc.property(texts, texts, texts, texts, (head, middle, tail, after) => {
        const former = { head, middle, tail };
        const parts = partsAfter(former, after, regionOf(wholeOf(former), after));
        expect(wholeOf(parts)).toBe(after);
        for (const part of Object.values(parts)) expect(part.isWellFormed()).toBe(true);
      }),
      { numRuns: proof(400, 20_000) },
    );
  });
});

describe('random edits of a chapter', () => {
  it('store text, word count and passages of the last save', async () => {
    const bookId = await own.newBook();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(300, 3_000, 12_000), edits, async (length, steps) => {
        let content = proseOf(length);
        const chapterId = await own.newChapter(bookId, { content });
        for (const step of steps) {
          content = edited(content, step);
          const answer = await rest('updateChapter', { bookId, chapterId, patch: { content } });
          expect(answer.content).toBe(content);
          expect(answer.wordCount).toBe(countWords(content, 'en'));
          const passages = await passagesOf(chapterId);
          expect(passages.map(({ body }) => body).join('')).toBe(content);
          expect(passages.map(({ length: kept }) => kept)).toEqual(passages.map(({ body }) => [...body].length));
          expect(Math.max(0, ...passages.map(({ length: kept }) => kept))).toBeLessThanOrEqual(2_000);
        }
        expect((await rest('chapter', { bookId, chapterId })).content).toBe(content);
      }),
      { numRuns: proof(8, 240) },
    );
  });
});

describe('a save of a long chapter', () => {
  it('rewrites only the passages and parts that the edit touches', async () => {
    const bookId = await own.newBook();
    let content = proseOf(390_000).slice(0, 389_000);
    const chapterId = await own.newChapter(bookId, { content });
    const save = () => rest('updateChapter', { bookId, chapterId, patch: { content } });
    const before = await passagesOf(chapterId);
    content += ' ten more.';
    await save();
    const appended = await passagesOf(chapterId);
    expect(changedRows(before, appended)).toBe(1);
    expect(await storedOf(chapterId)).toMatchObject({ cut: 0, tail: 0 });
    const place = content.indexOf('keeper', 200_000);
    content = `${content.slice(0, place)}late ${content.slice(place)}`;
    await save();
    const moved = await passagesOf(chapterId);
    expect(changedRows(appended, moved)).toBeLessThanOrEqual(4);
    content = `${content.slice(0, place)}very ${content.slice(place)}`;
    await save();
    expect(changedRows(moved, await passagesOf(chapterId))).toBeLessThanOrEqual(4);
    expect(await storedOf(chapterId)).toMatchObject({ cut: 1 });
    expect((await rest('chapter', { bookId, chapterId })).content).toBe(content);
  });
});

function changedRows(
  before: readonly { no: number; xmin: string }[],
  after: readonly { no: number; xmin: string }[],
): number {
  const known = new Set(before.map(({ no, xmin }) => `${no} ${xmin}`));
  return after.filter(({ no, xmin }) => !known.has(`${no} ${xmin}`)).length;
}
