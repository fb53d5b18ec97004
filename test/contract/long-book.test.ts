import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import type { Json } from '../support/faces.ts';
import { proof } from '../support/proofs.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: ChapterClient;

beforeAll(async () => {
  service = await startService();
  client = await ChapterClient.create(service.url, await service.newKey());
});
afterAll(() => service.close());

/** Chapters of the longest book. The service’s limit is 1000. */
const longest = proof(200, 1_000);
const sentence = 'The tide had turned before anyone on the quay had thought to look at it. ';

/** Replaces the chapters of the book by `count` complete ones with recaps. Returns their ids in order. */
async function setChapters(count: number): Promise<string[]> {
  const sql = service.database.write;
  const { bookId } = client;
  const ids = Array.from({ length: count }, () => newId('ch'));
  await sql`DELETE FROM chapter WHERE book_id = ${bookId}`;
  await sql`
    INSERT INTO chapter (account_id, book_id, id, rank, title, summary, notes, beat_keys, participant_ids, text_status, word_count)
    SELECT account_id, b.id, c.id, n, 'Page ' || n, 'In chapter ' || n || ' the clerk follows one more line. ' || repeat(${sentence}, 5), '', '{}', '{}', 'complete', 800
    FROM book b, unnest(${ids}::text[]) WITH ORDINALITY c (id, n) WHERE b.id = ${bookId}`;
  // In parts, of which each stays far below the limit of a statement.
  for (let from = 0; from < count; from += 50)
    await sql`
      INSERT INTO chapter_text (account_id, chapter_id, revision_id, head, origin)
      SELECT account_id, id, 'rev ' || id, 'Chapter ' || rank || ' began so. ' || repeat(${sentence}, 60) || 'It ended so.', 'write'
      FROM chapter WHERE id = ANY(${ids.slice(from, from + 50)})`;
  await sql`
    INSERT INTO chapter_recap (account_id, chapter_id, revision_id, fresh_revision_id, events, model, run_id)
    SELECT account_id, id, 'rev ' || id, 'rev ' || id, 'Chapter ' || rank || ' came to this. ' || left(repeat(${sentence}, 9), 570), 'm', '' FROM chapter WHERE book_id = ${bookId}`;
  return ids;
}

const promptOf = (chapterId: string): Promise<Json> => client.ask('GET', `${client.book}/chapters/${chapterId}/prompt`);
const bytesOf = ({ messages }: Json) => Buffer.from(messages.map(({ content }: Json) => content).join('\n'));

describe('prompts of a long book', () => {
  it('share at least 70 % of their leading bytes with the prompt of the previous chapter, over the whole book', async () => {
    const cast = Array.from({ length: 12 }, (_, n) =>
      client.ask('POST', `${client.book}/characters`, { name: `Person${n} Vale`, role: sentence, want: 'To know.' }),
    );
    await Promise.all(cast);
    const ids = await setChapters(60);
    const promptAt = async (index: number) => bytesOf(await promptOf(ids[index] ?? ''));
    let [shared, total] = [0, 0];
    // Counted from the end, so that the last chapter is among them.
    for (let index = 59; index > 0; index -= proof(5, 1)) {
      const [before, prompt] = [await promptAt(index - 1), await promptAt(index)];
      const bytes = prompt.findIndex((byte, at) => byte !== before[at]);
      // The first chapters have little story so far, and the pages before them weigh more.
      expect(bytes / prompt.length).toBeGreaterThan(0.55);
      shared += bytes;
      total += prompt.length;
    }
    expect(shared / total).toBeGreaterThan(0.7);
    expect((await promptAt(59)).toString()).toContain('59. Page 59\n<events>Chapter 59 came to this.');
  });

  it('stay within the budget, and grow by a line of the outline and a recap per chapter', async () => {
    const sizes: number[] = [];
    for (const count of [60, 61, longest]) {
      const prompt = await promptOf((await setChapters(count)).at(-1) ?? '');
      sizes.push(bytesOf(prompt).length);
      expect(prompt.tokens).toBeLessThanOrEqual(prompt.budgetTokens);
    }
    const [sixty = 0, oneMore = 0] = sizes;
    // A line of the outline has 120 characters and the title, a recap of this book 610 with its tags.
    expect(oneMore - sixty).toBeLessThanOrEqual(150 + 610);
  });
});
