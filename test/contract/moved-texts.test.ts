import { describe, expect, it } from 'vitest';
import { type Json, ownService } from '../support/faces.ts';

const own = ownService();
const rest = own.face('REST');

const calm = 'The ferry came late. Nobody was on the quay.';
/** Has a finding of its own: a placeholder. */
const marked = 'The lamp was out. TODO describe the storm. She waited for him.';

const placeholderOf = async (bookId: string, chapterId: string): Promise<Json> =>
  (await rest('lintChapter', { bookId, chapterId })).findings.find(({ code }: Json) => code === 'placeholder');

/** Waives the placeholder, declines a proposal, and writes notes on the chapter and on words of it. */
async function reviewed(bookId: string, chapterId: string): Promise<void> {
  const { id: findingId } = await placeholderOf(bookId, chapterId);
  await rest('waiveFinding', { bookId, chapterId, input: { findingId, reason: 'Until the storm is known.' } });
  const edits = [{ chapterId, quote: 'She waited', replacement: 'She slept' }];
  const { proposals } = await rest('proposeEdits', { bookId, input: { edits } });
  await rest('declineProposals', { bookId, input: { ids: [proposals[0].id] } });
  await rest('addNote', { bookId, input: { chapterId, body: 'On the chapter.' } });
  await rest('addNote', { bookId, input: { chapterId, quote: 'waited for him', body: 'On words.' } });
}

const notesOf = async (bookId: string, chapterId: string): Promise<string[]> =>
  (await rest('notes', { bookId, chapterId })).map(({ body }: Json) => body);
const proposalsOf = async (bookId: string, chapterId: string): Promise<string[]> =>
  (await rest('proposals', { bookId, chapterId })).map(({ state }: Json) => state);

describe('notes, decided proposals and waivers', () => {
  it('go with their text when chapters are merged, and stay when the archived one is gone', async () => {
    const bookId = await own.newBook();
    const first = await own.newChapter(bookId, { content: calm });
    const second = await own.newChapter(bookId, { content: marked });
    await reviewed(bookId, second);
    await rest('mergeChapters', { bookId, chapterId: first });
    await rest('deleteChapter', { bookId, chapterId: second, forever: true });
    expect(await notesOf(bookId, first)).toEqual(['On words.', 'On the chapter.']);
    expect(await proposalsOf(bookId, first)).toEqual(['declined']);
    const finding = await placeholderOf(bookId, first);
    expect(finding.waiver).toMatchObject({ reason: 'Until the storm is known.' });
    expect((await rest('publishWarnings', { bookId })).findings).toEqual([]);

    const document: Json = (await own.http('GET', `/v1/books/${bookId}/export?format=json`)).json;
    const { id: copy } = await rest('importBook', { input: { format: 'json', content: JSON.stringify(document) } });
    const [{ id: copied }] = await rest('chapters', { bookId: copy });
    expect((await placeholderOf(copy, copied)).waiver).toMatchObject({ reason: 'Until the storm is known.' });
    expect(await notesOf(copy, copied)).toHaveLength(2);

    await rest('removeWaiver', { bookId, chapterId: first, findingId: finding.id });
    expect((await placeholderOf(bookId, first)).waiver).toBe(null);
  });

  it('go with the text of a chapter whose text was deleted', async () => {
    const bookId = await own.newBook();
    const first = await own.newChapter(bookId, { content: calm });
    const second = await own.newChapter(bookId, { content: marked });
    await reviewed(bookId, second);
    await rest('updateChapter', { bookId, chapterId: second, patch: { content: '' } });
    await rest('mergeChapters', { bookId, chapterId: first });
    expect(await notesOf(bookId, first)).toEqual(['On words.', 'On the chapter.']);
    expect(await proposalsOf(bookId, first)).toEqual(['declined']);
  });

  it('go with their text when a chapter is split; a note on the whole stays', async () => {
    const bookId = await own.newBook();
    const first = await own.newChapter(bookId, { content: `${calm}\n\n${marked}` });
    await reviewed(bookId, first);
    const { next } = await rest('splitChapter', { bookId, chapterId: first, input: { at: calm.length } });
    expect(await notesOf(bookId, first)).toEqual(['On the chapter.']);
    expect(await notesOf(bookId, next.id)).toEqual(['On words.']);
    expect([await proposalsOf(bookId, first), await proposalsOf(bookId, next.id)]).toEqual([[], ['declined']]);
    expect((await placeholderOf(bookId, next.id)).waiver).toMatchObject({ reason: 'Until the storm is known.' });
    // And back again.
    await rest('mergeChapters', { bookId, chapterId: first });
    expect(await proposalsOf(bookId, first)).toEqual(['declined']);
    expect((await placeholderOf(bookId, first)).waiver).toMatchObject({ reason: 'Until the storm is known.' });
  });

  it('stand on their words after a merge with a chapter that begins with blanks', async () => {
    const bookId = await own.newBook();
    const first = await own.newChapter(bookId, { content: calm });
    const second = await own.newChapter(bookId, { content: `\n\n  ${marked}` });
    await rest('addNote', { bookId, input: { chapterId: second, quote: 'waited for him', body: 'On words.' } });
    await rest('mergeChapters', { bookId, chapterId: first });
    const { content } = await rest('chapter', { bookId, chapterId: first });
    const [{ anchor }] = await rest('notes', { bookId, chapterId: first });
    expect([anchor.state, content.slice(anchor.start, anchor.end)]).toEqual(['ok', 'waited for him']);
  });
});
