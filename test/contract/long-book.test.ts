import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/id.ts';
import type { Json } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { Desk } from '../support/writing.ts';

let service: TestService;
let desk: Desk;

beforeAll(async () => {
  service = await startService();
  desk = await Desk.at(service.url, await service.newKey());
});
afterAll(() => service.close());

const sentence = 'The tide had turned before anyone on the quay had thought to look at it. ';

/** Gives the book so many chapters, all written and summed up, and answers their ids in order. */
async function grow(count: number): Promise<string[]> {
  const sql = service.database.write;
  const { bookId } = desk;
  const ids = Array.from({ length: count }, () => newId('ch'));
  await sql`DELETE FROM chapter WHERE book_id = ${bookId}`;
  await sql`
    INSERT INTO chapter (account_id, book_id, id, position, title, summary, notes, beat_keys, participant_ids, text_status, word_count)
    SELECT account_id, b.id, c.id, n, 'Page ' || n, 'In chapter ' || n || ' the clerk follows one more line. ' || repeat(${sentence}, 5), '', '{}', '{}', 'complete', 800
    FROM book b, unnest(${ids}::text[]) WITH ORDINALITY c (id, n) WHERE b.id = ${bookId}`;
  await sql`
    INSERT INTO chapter_text (account_id, chapter_id, revision_id, body, origin)
    SELECT account_id, id, 'rev ' || id, 'Chapter ' || position || ' began so. ' || repeat(${sentence}, 60) || 'It ended so.', 'write' FROM chapter WHERE book_id = ${bookId}`;
  await sql`
    INSERT INTO chapter_recap (account_id, chapter_id, revision_id, body, model, run_id)
    SELECT account_id, id, 'rev ' || id, 'Chapter ' || position || ' came to this. ' || left(repeat(${sentence}, 9), 570), 'm', '' FROM chapter WHERE book_id = ${bookId}`;
  return ids;
}

const promptOf = (chapterId: string): Promise<Json> => desk.ask('GET', `${desk.book}/chapters/${chapterId}/prompt`);
const bytesOf = ({ messages }: Json) => Buffer.from(messages.map(({ content }: Json) => content).join('\n'));

describe('the prompts of a long book', () => {
  it('begin with what the one before began with: 70 % of their bytes, each of sixty summed-up chapters', async () => {
    const cast = Array.from({ length: 12 }, (_, n) =>
      desk.ask('POST', `${desk.book}/characters`, { name: `Person${n} Vale`, role: sentence, want: 'To know.' }),
    );
    await Promise.all(cast);
    const prompts: Buffer[] = [];
    for (const id of await grow(60)) prompts.push(bytesOf(await promptOf(id)));
    const shares = prompts.slice(1).map((prompt, n) => {
      const differs = prompt.findIndex((byte, at) => byte !== prompts[n]?.[at]);
      return differs / prompt.length;
    });
    expect(Math.min(...shares)).toBeGreaterThan(0.7);
    expect(prompts.at(-1)?.toString()).toContain('59. Page 59: Chapter 59 came to this.');
  });

  it('stay within the budget however long it is, and a chapter more adds two short lines at most', async () => {
    const sizes: number[] = [];
    for (const count of [60, 61, 1000]) {
      const prompt = await promptOf((await grow(count)).at(-1) ?? '');
      sizes.push(bytesOf(prompt).length);
      expect(prompt.tokens).toBeLessThanOrEqual(prompt.budgetTokens);
    }
    const [sixty = 0, oneMore = 0] = sizes;
    // 200 characters, of which the last is an ellipsis of three bytes, and a line break.
    expect(oneMore - sixty).toBeLessThanOrEqual(2 * 203);
  });
});
