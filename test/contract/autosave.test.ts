import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../src/domain/shapes.ts';
import { removedFrom, removedMax, removedShareMax, sessionMinutes } from '../../src/domain/text/texts/session.ts';
import { newId } from '../../src/ids/id.ts';
import { regionOf } from '../../src/prose/region.ts';
import { faceNames, type Json, ownService, refusal } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService({ LIMIT_REQUESTS_PER_MINUTE: '0' });
const rest = own.face('REST');
const text = 'The keeper counts the ships, and the ships count on him. ';

interface Key {
  bookId: string;
  chapterId: string;
}
const chapterWith = async (content: string): Promise<Key> => {
  const bookId = await own.newBook();
  return { bookId, chapterId: await own.newChapter(bookId, { content }) };
};
const save = (key: Key, content: string, call = rest) => call('updateChapter', { ...key, patch: { content } });
const revisionsOf = (key: Key): Promise<Json[]> => rest('revisions', { ...key, limit: 100 });
const textsOf = async (key: Key): Promise<string[]> =>
  Promise.all(
    (await revisionsOf(key)).map(async ({ id }) => (await rest('revision', { ...key, revisionId: id })).content),
  );
/** Ages the current sitting of a text by some minutes. */
const ageSitting = ({ chapterId }: Key, minutes: number) =>
  own.running().database.write`
    UPDATE chapter_text SET begun_at = begun_at - make_interval(mins => ${minutes}) WHERE chapter_id = ${chapterId}`;

describeInTurn(faceNames)('repeated saves of a text through %s (contract 5)', (name, it) => {
  const call = own.face(name);

  it('make a new version but no revision for small steps in one sitting', async () => {
    const key = await chapterWith(text);
    // The creation of the chapter begins the sitting that these steps continue.
    for (let words = 1; words <= 12; words += 1)
      expect(await save(key, text + 'more '.repeat(words), call)).toMatchObject({ version: 1 + words });
    expect(await textsOf(key)).toEqual([text + 'more '.repeat(12)]);
    expect(await rest('chapter', { ...key })).toMatchObject({ status: 'complete', wordCount: 11 + 12 });
  });

  it('give the current revision a new id with each step', async () => {
    const key = await chapterWith(text);
    const [first] = await revisionsOf(key);
    await save(key, `${text}More.`, call);
    const [now] = await revisionsOf(key);
    expect(now).toMatchObject({ origin: 'human', isCurrent: true });
    expect(now.id).not.toBe(first.id);
    expect(now.createdAt >= first.createdAt).toBe(true);
    expect((await refusal(rest('revision', { ...key, revisionId: first.id }))).code).toBe('not_found');
  });
});

describeInTurn(faceNames)('a save of an equal text through %s (contract 5)', (name, it) => {
  const call = own.face(name);
  const equal = { content: text };

  it('changes nothing, in an editing session, after it, and when a revision is asked for', async () => {
    const key = await chapterWith(text);
    const before = [await rest('chapter', { ...key }), await revisionsOf(key)];
    const asked = name === 'MCP' ? {} : { keepRevision: true };
    for (const minutes of [0, sessionMinutes, 0]) {
      await ageSitting(key, minutes);
      expect(await call('updateChapter', { ...key, patch: equal, ...(minutes ? {} : asked) })).toMatchObject({
        version: 1,
      });
    }
    expect([await rest('chapter', { ...key }), await revisionsOf(key)]).toEqual(before);
  });

  it('makes the other changes of the request, and no revision', async () => {
    const key = await chapterWith(text);
    await call('updateChapter', { ...key, patch: { ...equal, title: 'Two', status: 'partial' } });
    const recap = { events: 'The keeper counts.', state: 'He waits.' };
    await call('updateChapter', { ...key, patch: { ...equal, recap } });
    expect(await rest('chapter', { ...key })).toMatchObject({ title: 'Two', status: 'complete', version: 3 });
    expect(await rest('recap', { ...key })).toMatchObject(recap);
    expect(await revisionsOf(key)).toHaveLength(1);
  });

  it('is refused like any save at another version', async () => {
    const key = await chapterWith(text);
    const late = call('updateChapter', { ...key, patch: equal, expectedVersion: 2 });
    expect((await refusal(late)).code).toBe('conflict');
  });
});

describe('a save keeps the former text as a revision (contract 5)', () => {
  const long = 'A wave, and another. '.repeat(500);

  it.each([
    ['the text is emptied', text, ''],
    ['the text is replaced', text, 'No.'],
    ['a longer text is pasted over it', text, long],
    ['more than a fifth is removed', text, text.slice(0, 44)],
    ['more than a fifth in the middle is replaced', text, `${text.slice(0, 20)}${'x'.repeat(13)}${text.slice(33)}`],
    ['more than 200 characters of a long text are removed', long, long.slice(0, -201)],
  ])('when %s', async (_when, before, after) => {
    const key = await chapterWith(before);
    await save(key, after);
    expect(await textsOf(key)).toEqual(after ? [after, before] : [before]);
  });

  it.each([
    ['exactly a fifth is removed', text, text.slice(0, -11)],
    ['exactly 200 characters of a long text are removed', long, long.slice(0, -200)],
    ['nothing changes', text, text],
  ])('but not when %s', async (_when, before, after) => {
    const key = await chapterWith(before);
    await save(key, after);
    expect(await textsOf(key)).toEqual([after]);
  });

  it('when the small removals of one sitting add up to the limit', async () => {
    const key = await chapterWith(long);
    for (let steps = 1; steps <= 5; steps += 1) await save(key, long.slice(0, -50 * steps));
    expect(await textsOf(key)).toEqual([long.slice(0, -250), long.slice(0, -200)]);
  });

  it('when another key of the same account saves', async () => {
    const account = 'two editors';
    const [one, other] = [
      own.face('REST', await own.running().newKey({ account })),
      own.face('REST', await own.running().newKey({ account })),
    ];
    const { id: bookId } = await one('createBook', { input: { premise: 'Two write one book.' } });
    const { id: chapterId } = await one('createChapter', { bookId, input: { content: text } });
    const key = { bookId, chapterId };
    await save(key, `${text}One.`, one);
    await save(key, `${text}One. Two.`, other);
    await save(key, `${text}One. Two. Two.`, other);
    await save(key, `${text}One. Two. Two. One.`, one);
    const revisions = await one('revisions', key);
    const texts = revisions.map(({ id }: Json) => one('revision', { ...key, revisionId: id }));
    expect((await Promise.all(texts)).map(({ content }) => content)).toEqual([
      `${text}One. Two. Two. One.`,
      `${text}One. Two. Two.`,
      `${text}One.`,
    ]);
  });

  it('every ten minutes from the first save of a sitting', async () => {
    const key = await chapterWith(text);
    for (let saves = 1; saves <= 4; saves += 1) {
      await ageSitting(key, 4);
      await save(key, text + 'more '.repeat(saves));
    }
    // Minutes 4 and 8 belong to the first sitting, 12 and 16 to the second.
    expect(await textsOf(key)).toEqual([text + 'more '.repeat(4), text + 'more '.repeat(2)]);
  });

  it.each([
    ['REST', (key: Key, content: string) => rest('updateChapter', { ...key, patch: { content }, keepRevision: true })],
    [
      'GraphQL',
      (key: Key, content: string) =>
        own.face('GraphQL')('updateChapter', { ...key, patch: { content }, keepRevision: true }),
    ],
    [
      'MCP, where save_chapter always does',
      (key: Key, content: string) => own.tool('save_chapter', { ...key, content }),
    ],
  ])('when the caller requests it through %s', async (_face, saveAndKeep) => {
    const key = await chapterWith(text);
    await saveAndKeep(key, `${text}One.`);
    await save(key, `${text}One. Two.`);
    expect(await textsOf(key)).toEqual([`${text}One. Two.`, text]);
  });

  it('when it had been restored from a revision', async () => {
    const key = await chapterWith(text);
    await save(key, 'Something else.');
    const [, former] = await revisionsOf(key);
    await rest('restoreRevision', { ...key, revisionId: former.id });
    await save(key, `${text}More.`);
    expect(await textsOf(key)).toEqual([`${text}More.`, text, 'Something else.', text]);
  });

  it('when the stored answer of a request names it', async () => {
    const bookId = await own.newBook();
    const create = () =>
      own.http('POST', `/v1/books/${bookId}/chapters`, { content: text }, { 'idempotency-key': `autosave ${bookId}` });
    const { json } = await create();
    const key = { bookId, chapterId: json.data.id };
    await save(key, `${text}More.`);
    expect((await create()).json.data).toMatchObject({ id: key.chapterId, content: text });
    expect(await textsOf(key)).toEqual([`${text}More.`, text]);
  });

  it('when it is the published text', async () => {
    const key = await chapterWith(text);
    await rest('publishBook', { bookId: key.bookId, input: { publish: true } });
    await save(key, `${text}More.`);
    await save(key, `${text}More and more.`);
    expect(await textsOf(key)).toEqual([`${text}More and more.`, text]);
  });

  it('when a rewrite was based on it, even a failed one', async () => {
    const key = await chapterWith(text);
    const [{ id: revisionId }] = await revisionsOf(key);
    await own.running().database.write`
      INSERT INTO run (account_id, id, book_id, chapter_id, kind, state, request_hash, model, revision_id, replaced_revision_id, start_offset, holder, lease_until, deadline_at)
      SELECT account_id, ${newId('run')}, id, ${key.chapterId}, 'rewrite', 'failed', '', 'm', ${newId('rev')}, ${revisionId}, 0, '', now(), now() FROM book WHERE id = ${key.bookId}`;
    await save(key, `${text}More.`);
    expect(await textsOf(key)).toEqual([`${text}More.`, text]);
  });
});

describe('the number of removed characters', () => {
  it.each([
    ['', 'abc', 0],
    ['abc', '', 3],
    ['abc', 'abc', 0],
    ['aaa', 'aa', 1],
    ['abcd', 'abXcd', 0],
    ['abcd', 'aXd', 2],
    ['🌊🌊', '🌊', 1],
    ['😀', '😁', 1],
  ])('from %j to %j is %i', (before, after, removed) => {
    expect(removedFrom(before, regionOf(before, after))).toBe(removed);
  });

  it('is at most the length of the text, and 0 for insertions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.nat(), (before, added, place) => {
        const at = [...before].slice(0, place % (lengthOf(before) + 1)).join('');
        expect(removedFrom(before, regionOf(before, at + added + before.slice(at.length)))).toBe(0);
        expect(removedFrom(before, regionOf(before, added))).toBeLessThanOrEqual(lengthOf(before));
      }),
    );
  });
});

/** Random saves by two editors: one adds, cuts or pastes text after some minutes. */
const editSteps = fc.array(
  fc.record({
    editor: fc.nat(1),
    minutes: fc.constantFrom(0, 0, 0, 4, 11),
    change: fc.oneof(
      fc.record({ add: fc.string({ minLength: 1, maxLength: 8 }) }),
      fc.record({ cut: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ paste: fc.string({ maxLength: 40 }) }),
    ),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('random saves by two editors', () => {
  it('keep every former text unless a small step of its own sitting replaced it', async () => {
    const account = 'random editors';
    const editors = [
      own.face('REST', await own.running().newKey({ account })),
      own.face('REST', await own.running().newKey({ account })),
    ] as const;
    const { id: bookId } = await editors[0]('createBook', { input: { premise: 'Written by chance.' } });
    await fc.assert(
      fc.asyncProperty(editSteps, async (steps) => {
        const { id: chapterId } = await editors[0]('createChapter', { bookId, input: {} });
        const key = { bookId, chapterId };
        const kept: string[] = [];
        let sitting: { editor: number; age: number; removed: number } | undefined;
        let now = '';
        for (const { editor, minutes, change } of steps) {
          await ageSitting(key, minutes);
          const next = 'add' in change ? now + change.add : 'cut' in change ? now.slice(0, -change.cut) : change.paste;
          await save(key, next, editors[editor as 0 | 1]);
          const removed = (sitting?.removed ?? 0) + removedFrom(now, regionOf(now, next));
          const isSmall = removed <= Math.min(removedMax, removedShareMax * lengthOf(now));
          const age = (sitting?.age ?? 0) + minutes;
          if (now && sitting?.editor === editor && age < sessionMinutes && isSmall) {
            sitting = { editor, age, removed };
          } else {
            if (now) kept.unshift(now);
            sitting = { editor, age: 0, removed: 0 };
          }
          now = next;
        }
        const revisions = await editors[0]('revisions', { ...key, limit: 100 });
        const found = revisions.map(({ id }: Json) => editors[0]('revision', { ...key, revisionId: id }));
        expect((await Promise.all(found)).map(({ content }) => content)).toEqual(now ? [now, ...kept] : kept);
        expect((await editors[0]('chapter', key)).content).toBe(now);
      }),
      { numRuns: proof(8, 300) },
    );
  });
});
