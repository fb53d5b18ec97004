import { beforeAll, expect, it } from 'vitest';
import { eventsMadeBy, typesOf } from '../support/events.ts';
import { faceNames, type Json, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');
const texts = ['One.', 'Two two.', 'Three three three.', 'Four four four four.', 'Five five five five five.'];

let bookId: string;
beforeAll(async () => {
  bookId = await own.newBook();
});

/** A chapter with four former texts. */
async function newChapter() {
  const chapterId = await own.newChapter(bookId);
  for (const content of texts)
    await rest('updateChapter', { bookId, chapterId, keepRevision: true, patch: { content } });
  return { bookId, chapterId };
}
type Key = Awaited<ReturnType<typeof newChapter>>;
const revisionsOf = (key: Key): Promise<Json[]> => rest('revisions', key);
const countsOf = async (key: Key) => (await revisionsOf(key)).map(({ wordCount }) => wordCount);
const stored = async () => (await rest('usage', {})).storage.revisions;

describeInTurn(faceNames)('deleting former texts through %s', (name, it) => {
  const call = own.face(name);

  it('frees the reported bytes, once, and leaves the chapter as it is', async () => {
    const key = await newChapter();
    const [, , former] = await revisionsOf(key);
    const [chapter, before] = [await rest('chapter', key), await stored()];
    const input = { ...key, revisionId: former.id };
    const { id, ok, bytes } = await call('deleteRevision', input);
    expect([id, ok, bytes]).toEqual([former.id, true, before - (await stored())]);
    expect(await countsOf(key)).toEqual([5, 4, 2, 1]);
    expect(await rest('chapter', key)).toEqual(chapter);
    expect(await refusal(call('deleteRevision', input))).toMatchObject({ code: 'not_found' });
  });

  it('refuses the present text', async () => {
    const key = await newChapter();
    const [{ id: revisionId }] = await revisionsOf(key);
    const refused = await refusal(call('deleteRevision', { ...key, revisionId }));
    expect(refused).toMatchObject({ code: 'invalid_state', message: expect.stringMatching(/present text/) });
  });

  it('thins to the newest, after a preview with the same answer', async () => {
    const key = await newChapter();
    const [, , , ...old] = await revisionsOf(key);
    const before = await stored();
    const preview = await call('thinRevisions', { ...key, input: { keep: 2, preview: true } });
    const ids = old.map(({ id }) => id);
    expect(preview).toMatchObject({ isPreview: true, removed: 2, kept: 2, revisionIds: ids });
    expect([await countsOf(key), await stored()]).toEqual([[5, 4, 3, 2, 1], before]);
    const thinned = await call('thinRevisions', { ...key, input: { keep: 2 } });
    expect(thinned).toEqual({ ...preview, isPreview: false });
    expect([await countsOf(key), await stored()]).toEqual([[5, 4, 3], before - thinned.bytes]);
    const again = await call('thinRevisions', { ...key, input: { keep: 2 } });
    expect(again).toMatchObject({ removed: 0, kept: 2, bytes: 0, revisionIds: [] });
  });
});

it('thinning keeps restored and published texts, and writes one event', async () => {
  const other = await own.newBook();
  const chapterId = await own.newChapter(other);
  const key = { bookId: other, chapterId };
  const save = (content: string) => rest('updateChapter', { ...key, keepRevision: true, patch: { content } });
  for (const content of texts) await save(content);
  const four = (await revisionsOf(key))[1];
  await rest('restoreRevision', { ...key, revisionId: four.id });
  await rest('publishBook', { bookId: other, input: { publish: true, visibility: 'unlisted' } });
  for (const content of ['Six six six six six six.', 'S.']) await save(content);
  const events = await eventsMadeBy(own.url(), own.key(), other, () =>
    rest('thinRevisions', { ...key, input: { keep: 0 } }),
  );
  expect(typesOf(events)).toEqual(['revision.deleted']);
  expect(events[0]).toMatchObject({ chapterId });
  // The current one, the published copy of the restored one, and the restored one.
  expect((await revisionsOf(key)).map(({ wordCount, origin }) => [wordCount, origin])).toEqual([
    [1, 'human'],
    [4, 'restore'],
    [4, 'human'],
  ]);
});

it('nothing is deleted while a run writes the chapter', async () => {
  const key = await newChapter();
  const gate = hold();
  fakes.text.script(reply.text(['Rain. ', gate.released]));
  await rest('updateChapter', { ...key, patch: { content: '' } });
  await own.graphql('mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c) { id } }', {
    b: key.bookId,
    c: key.chapterId,
  });
  const refused = { code: 'invalid_state', message: expect.stringMatching(/^Run run_/) };
  expect(await refusal(rest('thinRevisions', { ...key, input: { keep: 0 } }))).toMatchObject(refused);
  const [former] = await revisionsOf(key);
  expect(await refusal(rest('deleteRevision', { ...key, revisionId: former.id }))).toMatchObject(refused);
  gate.release();
});
