import { expect, it } from 'vitest';
import { ownService } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';

const own = ownService();
const rest = own.face('REST');

/** Different words, so that the number of edited ones is beyond doubt. */
const total = 200;
const words = Array.from({ length: total }, (_, n) => `w${n}`);
const textOf = (all: readonly string[]) =>
  all
    .map((word, n) => (n % 20 === 19 ? `${word}.\n\n` : `${word} `))
    .join('')
    .trim();

/** Replaces or removes some words at some places, each with a name of its own. */
const edit = fc.record({
  places: fc.uniqueArray(fc.nat(total - 1), { minLength: 1, maxLength: 12 }),
  removes: fc.boolean(),
});

it('keeps a recap while fewer than 5 % of the words are edited, over all saves since it was made', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      const bookId = await own.newBook();
      const chapterId = await own.newChapter(bookId, { content: textOf(words) });
      const key = { bookId, chapterId };
      await rest('setRecap', { ...key, input: { events: 'It was so.' } });
      let now: (string | undefined)[] = [...words];
      const touched = new Set<number>();
      let isStale = false;
      for (const [round, { places, removes }] of edits.entries()) {
        now = now.map((word, n) => (places.includes(n) ? (removes ? undefined : `x${round}y${n}`) : word));
        for (const place of places) touched.add(place);
        const shown = now
          .map((word, n) => (word === undefined ? '' : n % 20 === 19 ? `${word}.\n\n` : `${word} `))
          .join('')
          .trim();
        await rest('updateChapter', { ...key, patch: { content: shown } });
        const recap = await rest('recap', key);
        const repeated = edits.slice(0, round + 1).reduce((sum, one) => sum + one.places.length, 0);
        // Never fresh beyond the bound, and never stale below it however often a word was edited.
        if (touched.size * 20 >= total) isStale = true;
        if (isStale) expect(recap.isStale).toBe(true);
        if (repeated * 20 < total) expect(recap.isStale).toBe(false);
        if (recap.isStale) isStale = true;
      }
    }),
    { numRuns: proof(4, 120) },
  );
});

it.each([
  ['words typed one after another at one place', 9, false],
  ['one word more than that', 10, true],
])('%s', async (_what, count, isStale) => {
  const bookId = await own.newBook();
  const key = { bookId, chapterId: await own.newChapter(bookId, { content: textOf(words) }) };
  await rest('setRecap', { ...key, input: { events: 'It was so.' } });
  let typed = textOf(words);
  // Each save holds one letter more, as autosave does.
  for (let n = 0; n < count; n += 1)
    for (const letter of [' ', 'a', 'b', 'c']) {
      typed += letter;
      await rest('updateChapter', { ...key, patch: { content: typed } });
    }
  expect((await rest('recap', key)).isStale).toBe(isStale);
});

it('counts edits from the last recap only', async () => {
  const bookId = await own.newBook();
  const key = { bookId, chapterId: await own.newChapter(bookId, { content: textOf(words) }) };
  const now = [...words];
  for (const half of [0, 1]) {
    await rest('setRecap', { ...key, input: { events: `It was so, ${half}.` } });
    for (let n = 0; n < 9; n += 1) now[half * 100 + n * 10] = `x${half}y${n}`;
    await rest('updateChapter', { ...key, patch: { content: textOf(now) } });
    expect((await rest('recap', key)).isStale).toBe(false);
  }
});

it.each([
  ['a name in every paragraph of a long text', 'Emma', 'Anna', false],
  ['a word of every sentence', 'went', 'ran', true],
])('compares %s by words', async (_what, word, other, isStale) => {
  const sentence = (n: number) => `She${n} went out to the quay${n} and waited there.`;
  const paragraph = (n: number) => `Emma saw it. ${[0, 1, 2, 3].map((m) => sentence(n * 10 + m)).join(' ')}`;
  const content = Array.from({ length: 60 }, (_, n) => paragraph(n)).join('\n\n');
  const bookId = await own.newBook();
  const key = { bookId, chapterId: await own.newChapter(bookId, { content }) };
  await rest('setRecap', { ...key, input: { events: 'It was so.' } });
  await rest('updateChapter', { ...key, patch: { content: content.replaceAll(word, other) } });
  expect((await rest('recap', key)).isStale).toBe(isStale);
});
