import { describe, expect, it } from 'vitest';
import * as review from '../../src/domain/leaving/port/review-store.ts';
import { notesMax } from '../../src/domain/text/note/rules.ts';
import { openMax } from '../../src/domain/text/proposal/rules.ts';
import { type Json, ownService } from '../support/faces.ts';
import { rowsInVain } from '../support/plans.ts';
import { SeededRandom } from '../support/seeded-random.ts';

const own = ownService();
const rest = own.face('REST');

/** A long text of words that another seed does not have in this order. */
function textOf(seed: number): string {
  const random = new SeededRandom(seed);
  const words = Array.from({ length: 14_000 }, () => random.below(40_000).toString(36));
  return words.map((word, at) => (at % 80 === 79 ? `${word}.\n\n` : `${word} `)).join('');
}

/** A book of one chapter with as many open proposals and notes as a book can have. */
async function fullBook(): Promise<{ bookId: string; chapterId: string; texts: string[] }> {
  const texts = [1, 2].map(textOf);
  const [content = ''] = texts;
  const anchorAt = (start: number, length: number) => ({
    exact: content.slice(start, start + length),
    prefix: content.slice(Math.max(0, start - 64), start),
    suffix: content.slice(start + length, start + length + 64),
    start,
    end: start + length,
    state: 'ok',
  });
  const proposals = Array.from({ length: openMax }, (_, n) => ({
    chapterId: 'one',
    setId: `set${Math.floor(n / 50)}`,
    anchor: anchorAt(n * 50, 8 + (n % 200)),
    replacement: 'the tide',
  }));
  const notes = Array.from({ length: notesMax }, (_, n) => ({
    id: `note${n}`,
    chapterId: 'one',
    anchor: anchorAt(n * 25 + 7, 3 + (n % 40)),
    body: `Note ${n}.`,
  }));
  const document = {
    format: 'fabula-book',
    version: 1,
    book: { title: 'Full', premise: 'A tide that turns.', author: 'Ada Author' },
    chapters: [{ id: 'one', title: 'One', text: { content } }],
    proposals,
    notes,
  };
  const { id: bookId } = await rest('importBook', { input: { format: 'json', content: JSON.stringify(document) } });
  const [{ id: chapterId }] = await rest('chapters', { bookId });
  return { bookId, chapterId, texts };
}

/** Nested loops over notes and the places of their anchors, at least 3 million pairs, would take seconds. */
async function expectFewRows(bookId: string): Promise<void> {
  const sql = own.running().database.read;
  const [book] = await sql<{ accountId: string }[]>`SELECT account_id FROM book WHERE id = ${bookId}`;
  const key = { accountId: book?.accountId ?? '', bookId };
  for (const read of Object.values(review))
    expect(await rowsInVain(sql, read(sql, key)), read.name).toBeLessThan((openMax * notesMax) / 2);
}

describe('a chapter with all the proposals and notes that a book can have', () => {
  it('is exported after its text was replaced, and they return with their words', async () => {
    const { bookId, chapterId, texts } = await fullBook();
    const find = (state: string) => rest('proposals', { bookId, state });
    const save = (content = '') => rest('updateChapter', { bookId, chapterId, patch: { content } });
    expect(await find('open')).not.toEqual([]);
    await save(texts[1]);
    expect(await find('open')).toEqual([]);
    const json: Json = (await own.http('GET', `/v1/books/${bookId}/export?format=json`)).json;
    expect([json.proposals.length, json.notes.length]).toEqual([openMax, notesMax]);
    expect(new Set(json.notes.map(({ anchor }: Json) => anchor.state))).toEqual(new Set(['stale']));
    await expectFewRows(bookId);
    const marked = await own.http('GET', `/v1/books/${bookId}/export?format=markdown&marks=criticmarkup`);
    expect([marked.status, marked.text.includes('Note 1999.')]).toEqual([200, true]);
    await save(texts[0]);
    expect(await find('stale')).toEqual([]);
  });
});
