import { describe, expect, it } from 'vitest';
import { type Json, ownService, refusal } from '../support/faces.ts';

const own = ownService();
const rest = own.face('REST');
const content = 'The ferry came late.\n\n“Nobody’s there,” she said.';

const exported = async (bookId: string): Promise<Json> =>
  (await own.http('GET', `/v1/books/${bookId}/export?format=json`)).json;
const imported = async (document: object) =>
  (await rest('importBook', { input: { format: 'json', content: JSON.stringify(document) } })).id;

/** A book with proposals in all states, and notes with a reply. */
async function reviewedBook() {
  const bookId = await own.newBook();
  const chapterId = await own.newChapter(bookId, { content });
  const quotes = ['came late', 'Nobody’s there', 'she said', 'The ferry'];
  const edits = quotes.map((quote) => ({ chapterId, quote, replacement: 'x', alternatives: ['y'], reason: 'z' }));
  const { proposals } = await rest('proposeEdits', { bookId, input: { title: 'All', edits } });
  const ids: string[] = proposals.map(({ id }: Json) => id);
  await rest('acceptProposals', { bookId, input: { ids: [ids[0]], choices: [{ id: ids[0], alternative: 1 }] } });
  await rest('declineProposals', { bookId, input: { ids: [ids[1]], reason: 'No.' } });
  await rest('updateChapter', { bookId, chapterId, patch: { content: 'The ferry y.\n\n“Nobody’s there,” he said.' } });
  const note = await rest('addNote', { bookId, input: { chapterId, quote: 'The ferry', body: 'Which?' } });
  await rest('addNote', { bookId, input: { parentId: note.id, body: 'Ours.' } });
  await rest('addNote', { bookId, input: { body: 'On the book.', kind: 'todo' } });
  await rest('updateNote', { bookId, noteId: note.id, patch: { resolved: true } });
  return { bookId, chapterId };
}

/** Without the ids, which an import makes anew. */
const withoutIds = ({ proposals, notes }: Json) => ({
  proposals: proposals.map(({ chapterId: _chapter, setId: _set, ...one }: Json) => one),
  notes: notes.map(({ id: _id, chapterId, parentId, ...one }: Json) => ({
    ...one,
    isOnChapter: chapterId !== null,
    isReply: parentId !== null,
  })),
});

describe('the JSON export and import', () => {
  it('carry proposals and notes with their anchors', async () => {
    const { bookId } = await reviewedBook();
    const document = await exported(bookId);
    expect(document.proposals.map(({ state }: Json) => state)).toEqual(['accepted', 'declined', 'stale', 'open']);
    expect(document.notes.map(({ body }: Json) => body)).toEqual(['Which?', 'On the book.', 'Ours.']);
    const copy = await imported(document);
    expect(withoutIds(await exported(copy))).toEqual(withoutIds(document));
    // They follow the text of the copy, too.
    const [chapter] = await rest('chapters', { bookId: copy });
    const patch = { content: `Rain. ${'The ferry y.\n\n“Nobody’s there,” she said.'}` };
    await rest('updateChapter', { bookId: copy, chapterId: chapter.id, patch });
    const states = (await rest('proposals', { bookId: copy })).map(({ state, anchor }: Json) => [state, anchor.start]);
    expect(states.toReversed()).toEqual([
      ['accepted', 10],
      ['declined', expect.any(Number)],
      ['open', expect.any(Number)],
      ['open', 6],
    ]);
  });

  it('take an anchor for stale whose words are not at its place', async () => {
    const { bookId } = await reviewedBook();
    const document = await exported(bookId);
    document.proposals = [{ ...document.proposals[3], anchor: { ...document.proposals[3].anchor, exact: 'A ferry' } }];
    const copy = await imported(document);
    expect(await rest('proposals', { bookId: copy })).toMatchObject([{ state: 'stale', anchor: { state: 'stale' } }]);
  });

  it('name what a proposal or a note refers to in vain', async () => {
    const { bookId } = await reviewedBook();
    const document = await exported(bookId);
    document.proposals[0].chapterId = 'gone';
    document.notes[2].parentId = 'gone';
    const { code, body } = await refusal(imported(document));
    expect([code, (body.issues as Json[]).map(({ path }) => path)]).toEqual([
      'invalid_request',
      ['proposals[0].chapterId', 'notes[2].parentId'].map((path) => expect.stringContaining(path)),
    ]);
  });
});
