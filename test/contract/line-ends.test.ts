import { expect } from 'vitest';
import { type Face, facesWith, type Json } from '../support/faces.ts';
import { serviceWith } from '../support/service-with.ts';
import { describeInTurn } from '../support/turns.ts';

const { own } = serviceWith({}, {});
const names: Face['name'][] = facesWith('editChapter');
const rest = own.face('REST');

/** As an editor on Windows sends it, and one that is older than both. */
const content = 'The ferry came late.\r\n\r\nNobody waited,\rand the lamp was out.\r\n\r\nThe ferry left.';
const stored = content.replaceAll(/\r\n?/g, '\n');

async function chapterWith(text: string) {
  const bookId = await own.newBook();
  const key = { bookId, chapterId: await own.newChapter(bookId, { content: text }) };
  return { key, read: (): Promise<Json> => rest('chapter', key) };
}

describeInTurn(names)('line ends through %s', (name, it) => {
  const call = own.face(name);

  it('a text keeps one kind, whoever saves it', async () => {
    const { key, read } = await chapterWith(content);
    expect((await read()).content).toBe(stored);
    const saved = await call('updateChapter', {
      ...key,
      patch: { content: `${content}\r\n\r\nSnow.`, notes: 'a\r\nb' },
    });
    expect(saved.notes).toBe('a\nb');
    await call('appendToChapter', { ...key, input: { text: 'Ice.\r\n\r\nFrost.' } });
    const edits = [{ old: 'Nobody waited,\r\nand the lamp', new: 'Somebody waited,\r\nand the lamp' }];
    await call('editChapter', { ...key, input: { edits } });
    const expected = `${stored}\n\nSnow.\n\nIce.\n\nFrost.`.replace('Nobody', 'Somebody');
    expect((await read()).content).toBe(expected);
  });

  it('a text that is the same but for its line ends keeps no revision, and merges without conflicts', async () => {
    const { key, read } = await chapterWith(stored);
    await call('updateChapter', { ...key, patch: { content } });
    expect((await read()).content).toBe(stored);
    const [{ id: baseRevisionId }, ...former] = await rest('revisions', key);
    expect(former).toEqual([]);
    const theirs = content.replace('left', 'sank');
    await call('mergeText', { ...key, input: { baseRevisionId, text: theirs, save: true } });
    expect((await read()).content).toBe(stored.replace('left', 'sank'));
  });

  it('anchors count the text that is stored', async () => {
    const { key } = await chapterWith(content);
    const note = { chapterId: key.chapterId, quote: 'The ferry left.', body: 'Which\r\none?' };
    const added = await call('addNote', { bookId: key.bookId, input: note });
    expect(added).toMatchObject({
      body: 'Which\none?',
      anchor: { start: stored.indexOf(note.quote), exact: note.quote },
    });
    const edit = { chapterId: key.chapterId, quote: 'Nobody waited,\r\nand', replacement: 'Alone,\r\n\r\nand' };
    const { proposals } = await call('proposeEdits', { bookId: key.bookId, input: { edits: [edit] } });
    expect(proposals[0]).toMatchObject({ replacement: 'Alone,\n\nand', anchor: { exact: 'Nobody waited,\nand' } });
  });
});
