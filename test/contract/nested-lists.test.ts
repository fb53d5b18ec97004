import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, ownService, refusal } from '../support/faces.ts';

const own = ownService({ ANSWER_BYTES_MAX: '1048576', LIMIT_GRAPHQL_COST_PER_MINUTE: '0' });
let bookId = '';

/** A book with as many chapters as a book may have. */
beforeAll(async () => {
  bookId = await own.newBook();
  await own.running().database.write`
    INSERT INTO chapter (account_id, book_id, id, rank, title, summary, notes, beat_keys, participant_ids)
    SELECT account_id, id, 'ch_' || right(id, 18) || right('000' || n, 4), n, 'T', '', '', '{}', '{}'
    FROM book, generate_series(1, 1000) AS n WHERE id = ${bookId}`;
});

const ask = (chapters: string): Promise<Json> =>
  own.graphql(`query ($b: ID!) { book(bookId: $b) { ${chapters} } }`, { b: bookId });

describe('lists inside of lists', () => {
  it('are counted at their maximum, so that three levels are refused before they run', async () => {
    const { code, message } = await refusal(ask('chapters { book { chapters { book { chapters { id } } } } }'));
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining('has a cost of')]);
  });

  it('are refused when the answer is too large', async () => {
    const { code, message } = await refusal(ask('chapters { book { chapters { id } } }'));
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining('more than 1 MB')]);
  });

  it('are answered within the limits', async () => {
    const { book } = await ask('chapters { id title book { id } }');
    expect(book.chapters).toHaveLength(1000);
  });
});
