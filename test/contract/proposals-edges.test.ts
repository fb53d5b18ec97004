import { describe, expect, it } from 'vitest';
import { type Json, ownService, refusal } from '../support/faces.ts';

const own = ownService();
const rest = own.face('REST');
const content = 'The ferry came late.\n\n“Nobody’s there,” she said.\n\nThe ferry left.';
const late = { quote: 'came late', replacement: 'never came' };

/** A chapter with proposals. */
async function chapterWith(edits: object[], text = content) {
  const bookId = await own.newBook();
  const chapterId = await own.newChapter(bookId, { content: text });
  const key = { bookId, chapterId };
  const input = { edits: edits.map((one) => ({ chapterId, ...one })) };
  const { proposals } = edits.length > 0 ? await rest('proposeEdits', { bookId, input }) : { proposals: [] };
  const save = (body: string) => rest('updateChapter', { ...key, patch: { content: body } });
  return { ...key, key, ids: proposals.map(({ id }: Json): string => id), save };
}

describe('proposals', () => {
  it('do not tell what stands in the text to a key that may not read', async () => {
    const account = (await own.http('GET', '/v1/account')).json.data.name;
    const { bookId, ids, save } = await chapterWith([late]);
    await save(content.replace('came late', 'came early'));
    const blind = own.face('REST', await own.running().newKey({ account, scopes: ['books:write'] }));
    const { body } = await refusal(blind('acceptProposals', { bookId, input: { ids } }));
    expect(body.proposals).toEqual([{ id: ids[0], state: 'stale', present: null }]);
  });

  it('make a repetition longer', async () => {
    const edits = [{ quote: 'very', prefix: 'was ', replacement: 'very very' }];
    const { bookId, ids, key } = await chapterWith(edits, 'She was very very tired.');
    await rest('acceptProposals', { bookId, input: { ids } });
    expect((await rest('chapter', key)).content).toBe('She was very very very tired.');
  });

  it('leave notes on words that they repeat where they are', async () => {
    const edits = [{ quote: 'came late.', replacement: 'came late. It rained.' }];
    const { bookId, chapterId, ids } = await chapterWith(edits);
    await rest('addNote', { bookId, input: { chapterId, quote: 'came late.', body: 'Why?' } });
    await rest('acceptProposals', { bookId, input: { ids } });
    expect(await rest('notes', { bookId, chapterId })).toMatchObject([{ anchor: { state: 'ok', start: 10, end: 20 } }]);
  });

  it('are not made for an archived chapter', async () => {
    const { bookId, chapterId, key } = await chapterWith([]);
    await rest('deleteChapter', key);
    const proposing = rest('proposeEdits', { bookId, input: { edits: [{ chapterId, ...late }] } });
    expect((await refusal(proposing)).code).toBe('not_found');
  });

  it('say that their words were lost when they are declined later', async () => {
    const { bookId, ids, save } = await chapterWith([late]);
    await save(content.replace('came late', 'came early'));
    const { proposals } = await rest('declineProposals', { bookId, input: { ids } });
    expect(proposals[0]).toMatchObject({ state: 'declined', anchor: { state: 'stale' } });
  });

  it('that are decided go with the second part of a split from its first character on', async () => {
    const { bookId, key, ids } = await chapterWith([{ quote: 'The ferry left.', replacement: 'It left.' }]);
    await rest('declineProposals', { bookId, input: { ids } });
    const { next } = await rest('splitChapter', { ...key, input: { at: content.indexOf('The ferry left.') } });
    expect(await rest('proposals', { bookId, chapterId: next.id })).toMatchObject([{ id: ids[0] }]);
  });

  it('name characters beyond the first plane by their number', async () => {
    const { bookId, chapterId } = await chapterWith([], '🛶'.repeat(20_000));
    const edits = [{ chapterId, start: 0, end: 20_000, version: 1, replacement: 'x' }];
    expect((await rest('proposeEdits', { bookId, input: { edits } })).proposals[0].anchor.end).toBe(20_000);
  });

  it.each([
    ['early', `é${'a'.repeat(29)}é and more`],
    ['where its beginning is cut', `${'a'.repeat(31)}é and more`],
  ])('of words with an accent %s are open again when they return, in the spelling of a Mac', async (_where, words) => {
    const quote = words.normalize('NFD');
    const text = `The lamp was out. ${quote}. Nobody was there.`;
    const edits = [
      { quote: `${quote}. Nobody`, replacement: 'Instead' },
      { quote, replacement: 'Other' },
    ];
    const { bookId, ids, save } = await chapterWith(edits, text);
    await rest('acceptProposals', { bookId, input: { ids: ids.slice(0, 1) } });
    await save(text);
    expect((await rest('proposal', { bookId, proposalId: ids[1] })).state).toBe('open');
  });
});
