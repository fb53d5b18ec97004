import { readFile } from 'node:fs/promises';
import { afterAll, expect, inject, it } from 'vitest';
import { printOf } from '../../src/domain/making/staleness/inputs.ts';
import { connect, type Transaction } from '../../src/sql/connect.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const migration = await readFile(new URL('../../src/sql/migrations/0054_line_ends.sql', import.meta.url), 'utf8');
const rollBack = new Error('Roll back.');

/** Runs the migration over what `prepare` stores, reads with `read`, and leaves nothing. */
async function afterMigration<Read>(
  prepare: (tx: Transaction) => Promise<void>,
  read: (tx: Transaction) => Promise<Read>,
) {
  let found: Read | undefined;
  const changed = database.write.begin(async (tx) => {
    await prepare(tx);
    await tx.unsafe(migration);
    found = await read(tx);
    throw rollBack;
  });
  await expect(changed).rejects.toBe(rollBack);
  return found;
}

const own = { accountId: 'acc_lines' };
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n');
const text = '🐋 Alpha.\r\n\r\nBeta,\rand “Gamma”.\r\n\r\n\r\n\r\nDelta\r\nEpsilon.';
/** Words of the text, which an anchor is on. */
const anchored = ['🐋', 'Alpha.', 'Alpha.\r\n\r\nBeta', '\nBeta', 'Beta,\rand', 'Delta\r\nEpsilon.', 'Epsilon.'];
const placeOf = (words: string) => [...text.slice(0, text.indexOf(words))].length;
const lengthOf = (words: string) => [...words].length;

const book = { premise: 'Salt.\r\n\r\nAnd sand.', title: 'Tides' };
const chapter = { title: 'One', summary: '  The ferry\r\ncomes.\r\n', notes: 'a\rb' };
const character = { name: 'Ann', bio: '"Né"\r\n\tat sea \\ ashore\u00a0', aliases: ['A\r\nB', 'C'] };
const prints = (...fields: unknown[]) => fields.map(printOf).join('');
const builtOf = (ends: (text: string) => string) => ({
  book: { bk_1: ['Tides', 1, prints(book.title, ends(book.premise), 'en')] },
  chapter: { ch_1: ['One', 1, prints(chapter.title, ends(chapter.summary), ends(chapter.notes))] },
  outline: { ch_1: ['One', 1, prints(chapter.title, ends(chapter.summary))] },
  character: { chr_1: ['Ann', 1, prints(character.name, character.aliases.map(ends), '', ends(character.bio))] },
  mood: { mr_1: ['Rain', 1, prints('other', 'text')] },
});

async function prepare(tx: Transaction): Promise<void> {
  const inBook = { ...own, bookId: 'bk_1' };
  await tx`INSERT INTO account ${tx({ id: own.accountId, name: 'Lines' })}`;
  await tx`INSERT INTO book ${tx({ ...own, id: 'bk_1', ...book, author: 'A', language: 'en', modelTier: 'draft' })}`;
  const lists = { beatKeys: [], participantIds: [] };
  await tx`INSERT INTO chapter ${tx({ ...inBook, id: 'ch_1', rank: 1, ...chapter, ...lists })}`;
  await tx`INSERT INTO character ${tx({ ...inBook, id: 'chr_1', role: '', voiceProfile: '', isPov: false, ...character })}`;
  const source = { ...own, chapterId: 'ch_1', origin: 'human', builtFrom: tx.json(builtOf((field) => field) as never) };
  // The parts cut a pair.
  const [cut, end] = [text.indexOf('\nBeta'), text.indexOf('\nEpsilon')];
  const parts = { head: text.slice(0, cut), middle: text.slice(cut, end), tail: text.slice(end) };
  await tx`INSERT INTO chapter_text ${tx({ ...source, revisionId: 'rev_2', ...parts })}`;
  await tx`INSERT INTO chapter_revision ${tx({ ...source, id: 'rev_1', body: text, wordCount: 6, textStatus: 'complete', createdAt: new Date() })}`;
  const beside = { prefix: 'x\r\n', suffix: '\ry' };
  const anchors = anchored.map((exact, index) => ({
    ...own,
    id: `note_${index}`,
    chapterId: 'ch_1',
    exact,
    ...beside,
  }));
  const settled = { revisionId: 'rev_1', placeStart: placeOf('Delta'), placeEnd: placeOf('Epsilon'), state: 'ok' };
  await tx`INSERT INTO anchor ${tx(anchors)}`;
  await tx`INSERT INTO anchor ${tx({ ...own, id: 'prp_1', chapterId: 'ch_1', exact: 'Delta\r\n', ...beside, ...settled })}`;
  await tx`INSERT INTO anchor ${tx({ ...own, id: 'lost', chapterId: 'ch_1', exact: 'Zeta\r\n\r\nEta', ...beside })}`;
  const lost = {
    lost: { state: 'stale', length: 11, begins: 'Zeta\r\n\r\nEt' },
    other: { state: 'orphaned', length: 4, begins: 'Iota' },
  };
  const [ids, starts, lengths] = [
    [...anchors.map(({ id }) => id), 'lost', 'other'],
    [...anchored.map(placeOf), 0, 0],
    [...anchored.map(lengthOf), 1, 0],
  ];
  await tx`INSERT INTO chapter_anchor (account_id, chapter_id, ids, starts, lengths, lost)
    VALUES (${own.accountId}, 'ch_1', ${ids}, ${starts}, ${lengths}, ${tx.json(lost)})`;
}

it('stored texts get one kind of line end; anchors keep their words and texts their sources', async () => {
  const found = await afterMigration(prepare, async (tx) => {
    const [present] = await tx`SELECT body, revision_id, built_from FROM (SELECT t.body, t.* FROM chapter_text t
      WHERE account_id = ${own.accountId}) AS t`;
    const revisions = await tx`SELECT id, body, built_from FROM chapter_revision WHERE account_id = ${own.accountId}`;
    const [places] = await tx`SELECT starts, lengths, lost FROM chapter_anchor WHERE account_id = ${own.accountId}`;
    const anchors = await tx`SELECT id, exact, prefix, suffix, place_start, place_end FROM anchor
      WHERE account_id = ${own.accountId} ORDER BY id`;
    const [fields] =
      await tx`SELECT b.premise, c.summary, c.notes, p.bio, p.aliases, b.version + c.version + p.version AS versions
      FROM book b JOIN chapter c USING (account_id) JOIN character p USING (account_id) WHERE account_id = ${own.accountId}`;
    return { present, revisions, places, anchors, fields };
  });
  const [present, built] = [lines(text), builtOf(lines)];
  expect(found?.present).toEqual({ body: present, revisionId: 'rev_2', builtFrom: built });
  expect(found?.revisions).toEqual([{ id: 'rev_1', body: present, builtFrom: built }]);
  const points = [...present];
  const wordsAt = (start: number, end: number) => points.slice(start, end).join('');
  expect(
    anchored.map((_words, at) => {
      const start = found?.places?.starts[at];
      return wordsAt(start, start + found?.places?.lengths[at]);
    }),
  ).toEqual(anchored.map(lines));
  expect(found?.places?.lost).toEqual({
    lost: { state: 'stale', length: 9, begins: 'Zeta\n\nEt' },
    other: { state: 'orphaned', length: 4, begins: 'Iota' },
  });
  const settled = found?.anchors.find(({ id }) => id === 'prp_1');
  expect(wordsAt(settled?.placeStart, settled?.placeEnd)).toBe('Delta\n');
  expect(JSON.stringify(found?.anchors)).not.toContain('\\r');
  expect(found?.fields).toEqual({
    premise: lines(book.premise),
    summary: lines(chapter.summary),
    notes: lines(chapter.notes),
    bio: lines(character.bio),
    aliases: character.aliases.map(lines),
    versions: 3,
  });
});
