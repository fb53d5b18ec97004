import { expect } from 'vitest';
import { type Face, facesWith, type Json } from '../support/faces.ts';
import { serviceWith } from '../support/service-with.ts';
import { describeInTurn } from '../support/turns.ts';

const { own } = serviceWith({}, {});
const names: Face['name'][] = facesWith('editChapter');
const rest = own.face('REST');

/** As Macs spell it: letters and accents apart. */
const content = 'Zoé dîna à Besançon.\n\n“Où est la clé ?” dit-elle.\n\n강이 얼었다.'.normalize('NFD');

async function chapterWith(text = content) {
  const bookId = await own.newBook({ language: 'fr' });
  const chapterId = await own.newChapter(bookId, { content: text });
  return {
    bookId,
    key: { bookId, chapterId },
    read: async () => (await rest('chapter', { bookId, chapterId })).content,
  };
}

describeInTurn(names)('letters that are spelt in another way, through %s', (name, it) => {
  const call = own.face(name);

  it('are found, and stay as the author has them', async () => {
    const { key, read } = await chapterWith();
    const edits = [
      { old: 'Zoé dîna', new: 'Zoé soupa' },
      { old: '"Où est la clé ?" dit-elle', new: '"Où est la lampe ?" dit-elle' },
      { old: '강이 얼', new: '강이 녹' },
    ];
    await call('editChapter', { ...key, input: { edits } });
    const made = content.replace('dîna'.normalize('NFD'), 'soupa').replace('clé'.normalize('NFD'), 'lampe');
    expect(await read()).toBe(made.replace('얼'.normalize('NFD'), '녹'));
  });

  it('are no change for anchors and merges', async () => {
    const { bookId, key, read } = await chapterWith();
    const edit = { chapterId: key.chapterId, quote: 'à Besançon', replacement: 'à Dole' };
    const { proposals } = await call('proposeEdits', { bookId, input: { edits: [edit] } });
    const note = await call('addNote', {
      bookId,
      input: { chapterId: key.chapterId, quote: 'la clé', body: 'Laquelle ?' },
    });
    const whole = content.normalize('NFC');
    await call('updateChapter', { ...key, patch: { content: `Ève vint.\n\n${whole}` } });
    const kept: Json = await rest('note', { bookId, noteId: note.id });
    expect(kept.anchor).toMatchObject({ state: 'ok', start: whole.indexOf('la clé') + 'Ève vint.\n\n'.length });
    const [{ id: baseRevisionId }] = await rest('revisions', key);
    const text = `Ève vint.\n\n${content}`.replace('dit-elle', 'dit-il');
    await call('mergeText', { ...key, input: { baseRevisionId, text, save: true } });
    expect(await read()).toBe(`Ève vint.\n\n${whole.replace('dit-elle', 'dit-il')}`);
    await call('acceptProposals', { bookId, input: { ids: [proposals[0].id] } });
    expect(await read()).toContain('Zoé dîna à Dole.');
  });

  it('are found by a search for a phrase', async () => {
    const { bookId } = await chapterWith();
    const hits = await call('searchBook', { bookId, q: '"la clé"' });
    expect(hits).toMatchObject([{ snippets: [{ text: expect.stringContaining('la clé'.normalize('NFD')) }] }]);
    const korean = await own.newBook({ language: 'ko' });
    await own.newChapter(korean, { content });
    expect(await call('searchBook', { bookId: korean, q: '강이' })).toHaveLength(1);
  });
});
