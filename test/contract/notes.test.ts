import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/caller.ts';
import { type Face, facesWith, type Json, ownService, refusal } from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const names: Face['name'][] = facesWith('addNote');
const rest = own.face('REST');
const content = 'The ferry came late.\n\n“Nobody’s there,” she said.';

async function newChapter() {
  const bookId = await own.newBook();
  const chapterId = await own.newChapter(bookId, { content });
  return { bookId, chapterId };
}

describeInTurn(names)('notes through %s', (name, it) => {
  const call = own.face(name);

  it('are on words, on a chapter, or on the book', async () => {
    const { bookId, chapterId } = await newChapter();
    const add = (input: object) => call('addNote', { bookId, input });
    const onWords = await add({ chapterId, quote: 'came late', body: 'Why?', kind: 'question' });
    expect(onWords).toMatchObject({
      ...{ bookId, chapterId, parentId: null, kind: 'question', body: 'Why?', resolvedAt: null, version: 1 },
      anchor: { exact: 'came late', start: 10, end: 19, state: 'ok' },
      author: { kind: name === 'MCP' ? 'agent' : 'person' },
    });
    const onChapter = await add({ chapterId, body: 'Too short.' });
    expect(onChapter).toMatchObject({ chapterId, anchor: null, kind: 'comment' });
    const onBook = await add({ body: 'Name the ferry.', kind: 'todo' });
    expect(onBook).toMatchObject({ chapterId: null, anchor: null, kind: 'todo' });
    const idsOf = async (filter: object) => (await call('notes', { bookId, ...filter })).map(({ id }: Json) => id);
    expect(await idsOf({})).toEqual([onBook.id, onChapter.id, onWords.id]);
    expect(await idsOf({ chapterId })).toEqual([onChapter.id, onWords.id]);
    expect(await idsOf({ kind: 'todo' })).toEqual([onBook.id]);
    expect(await call('note', { bookId, noteId: onWords.id })).toEqual(onWords);
  });

  it('have replies, one level deep', async () => {
    const { bookId, chapterId } = await newChapter();
    const note = await call('addNote', { bookId, input: { chapterId, paragraph: 2, body: 'Who?' } });
    const reply = await call('addNote', { bookId, input: { parentId: note.id, body: 'Emma.' } });
    expect(reply).toMatchObject({ parentId: note.id, chapterId, anchor: null });
    const deeper = await refusal(call('addNote', { bookId, input: { parentId: reply.id, body: 'Sure?' } }));
    expect([deeper.code, deeper.body.message]).toEqual(['invalid_state', expect.stringContaining(note.id)]);
    const placed = await refusal(call('addNote', { bookId, input: { parentId: note.id, chapterId, body: 'x' } }));
    expect(placed.body.message).toContain('chapterId: does not go with `parentId`');
    const resolving = call('updateNote', { bookId, noteId: reply.id, patch: { resolved: true } });
    expect((await refusal(resolving)).code).toBe('invalid_state');
  });

  it('are changed, resolved and opened again', async () => {
    const { bookId, chapterId } = await newChapter();
    const { id: noteId } = await call('addNote', { bookId, input: { chapterId, body: 'Too short.' } });
    await call('addNote', { bookId, input: { parentId: noteId, body: 'Yes.' } });
    const change = (patch: object, expectedVersion?: number) =>
      call('updateNote', { bookId, noteId, patch, ...(expectedVersion ? { expectedVersion } : {}) });
    expect(await change({ body: 'Much too short.' }, 1)).toMatchObject({ body: 'Much too short.', version: 2 });
    expect((await change({ resolved: true })).resolvedAt).toEqual(expect.any(String));
    const stale = await refusal(change({ resolved: false }, 1));
    expect([stale.code, (stale.body.current as Json).version]).toEqual(['conflict', 3]);
    expect(await call('notes', { bookId, resolved: false })).toEqual([]);
    expect(await call('notes', { bookId, resolved: true })).toHaveLength(2);
    const settled = await call('note', { bookId, noteId });
    expect((await change({ resolved: true })).resolvedAt).toBe(settled.resolvedAt);
    expect((await change({ resolved: false })).resolvedAt).toBeNull();
    expect(await change({})).toEqual(await call('note', { bookId, noteId }));
    expect((await change({})).version).toBe(5);
  });

  it('are deleted with their replies', async () => {
    const { bookId, chapterId } = await newChapter();
    for (const place of [{ quote: 'came late' }, {}]) {
      const { id: noteId } = await call('addNote', { bookId, input: { chapterId, body: 'Why?', ...place } });
      await call('addNote', { bookId, input: { parentId: noteId, body: 'So.' } });
      await call('deleteNote', { bookId, noteId });
      expect(await call('notes', { bookId })).toEqual([]);
    }
    // Nothing is left that would follow the text.
    await rest('updateChapter', { bookId, chapterId, patch: { content: 'Other words.' } });
  });

  it('on words need a chapter, and words that are there', async () => {
    const { bookId, chapterId } = await newChapter();
    for (const [input, message] of [
      [{ quote: 'came late' }, 'chapterId: is missing'],
      [{ chapterId, quote: 'came early' }, 'quote: is not in the text'],
      [{ chapterId, prefix: 'The' }, 'quote: is missing'],
    ] as const)
      expect((await refusal(call('addNote', { bookId, input: { ...input, body: 'x' } }))).body.message).toContain(
        message,
      );
  });

  it('of others are missing', async () => {
    const { bookId, chapterId } = await newChapter();
    const { id: noteId } = await call('addNote', { bookId, input: { chapterId, body: 'x' } });
    const stranger = own.face(name, await own.running().newKey());
    const mine = await own.newBook();
    for (const [caller, at] of [
      [stranger, bookId],
      [call, mine],
    ] as const)
      for (const [field, args] of [
        ['note', { noteId }],
        ['updateNote', { noteId, patch: { body: 'y' } }],
        ['deleteNote', { noteId }],
        ['addNote', { input: { chapterId, body: 'y' } }],
        ['addNote', { input: { parentId: noteId, body: 'y' } }],
      ] as const)
        expect([field, (await refusal(caller(field, { bookId: at, ...args }))).code]).toEqual([field, 'not_found']);
  });
});

describe('notes', () => {
  it('follow their words, and stay when these are gone', async () => {
    const { bookId, chapterId } = await newChapter();
    const { id: noteId } = await rest('addNote', { bookId, input: { chapterId, quote: 'Nobody', body: 'Who?' } });
    const save = (text: string) => rest('updateChapter', { bookId, chapterId, patch: { content: text } });
    const anchor = async () => (await rest('note', { bookId, noteId })).anchor;
    await save(`Rain. ${content}`);
    expect(await anchor()).toMatchObject({ start: 29, state: 'ok' });
    await save('Rain.');
    expect(await anchor()).toMatchObject({ exact: 'Nobody', state: 'orphaned' });
    await save(content);
    expect(await anchor()).toMatchObject({ start: 23, state: 'ok' });
  });

  it('are in one query with the proposals of a chapter and their replies', async () => {
    const { bookId, chapterId } = await newChapter();
    const { id } = await rest('addNote', { bookId, input: { chapterId, quote: 'came late', body: 'Why?' } });
    await rest('addNote', { bookId, input: { parentId: id, body: 'Because.' } });
    await rest('proposeEdits', { bookId, input: { edits: [{ chapterId, quote: 'came late', replacement: 'sank' }] } });
    const { chapter } = await own.graphql(
      `query ($b: ID!, $c: ID!) {
        chapter(bookId: $b, chapterId: $c) {
          content
          proposals(state: open) { nodes { replacement anchor { start end } } }
          settled: marginNotes(resolved: true) { nodes { body } }
          marginNotes(resolved: false) { nodes { body anchor { start end } replies { body } } }
        }
      }`,
      { b: bookId, c: chapterId },
    );
    expect(chapter).toMatchObject({
      settled: { nodes: [] },
      proposals: { nodes: [{ replacement: 'sank', anchor: { start: 10, end: 19 } }] },
      marginNotes: { nodes: [{ body: 'Why?', anchor: { start: 10, end: 19 }, replies: [{ body: 'Because.' }] }] },
    });
  });

  it('are refused beyond 2,000 in a book', async () => {
    const { bookId, chapterId } = await newChapter();
    const { id } = await rest('addNote', { bookId, input: { chapterId, body: 'x' } });
    await own.running().database.write`
      INSERT INTO note (account_id, book_id, id, kind, body, token_id, author_kind)
      SELECT account_id, book_id, id || n, kind, body, token_id, author_kind FROM note, generate_series(1, 1999) n
      WHERE id = ${id}`;
    const { code, body } = await refusal(rest('addNote', { bookId, input: { body: 'One more.' } }));
    expect([code, body.message]).toEqual(['invalid_state', expect.stringContaining('2000 notes')]);
  });

  it('of other keys are resolved and deleted with books:write only', async () => {
    const account = 'an author with readers';
    const keyOf = (...scopes: Scope[]) => own.running().newKey({ account, scopes });
    const author = own.face('REST', await keyOf('books:read', 'books:write'));
    const [one, other] = [await keyOf('books:read', 'proposals:write'), await keyOf('books:read', 'proposals:write')];
    const [reader, second] = [own.face('REST', one), own.face('REST', other)];
    const { id: bookId } = await author('createBook', { input: { premise: 'A ferry that never comes.' } });
    const { id: noteId } = await reader('addNote', { bookId, input: { body: 'A remark.' } });
    await second('addNote', { bookId, input: { parentId: noteId, body: 'A reply.' } });
    for (const [field, args] of [
      ['updateNote', { patch: { resolved: true } }],
      ['deleteNote', {}],
    ] as const)
      expect((await refusal(second(field, { bookId, noteId, ...args }))).body.required_scope).toBe('books:write');
    await reader('updateNote', { bookId, noteId, patch: { resolved: true } });
    // The reply of another would go with it.
    expect((await refusal(reader('deleteNote', { bookId, noteId }))).code).toBe('insufficient_scope');
    await author('updateNote', { bookId, noteId, patch: { resolved: false } });
    await author('deleteNote', { bookId, noteId });
  });
});
