import { describe, expect, it } from 'vitest';
import { refuseUnscoped, tenantTables, unscopedTables } from '../support/tenancy.ts';

const tables = tenantTables();

describe('a statement on tenant tables (access.md, How a missing account check is found)', () => {
  it('is recognized by the tables of the migrations', () => {
    for (const table of ['book', 'chapter', 'chapter_text', 'run', 'token', 'event', 'cover'])
      expect(tables).toContain(table);
    for (const table of ['account', 'bucket']) expect(tables).not.toContain(table);
  });

  it.each([
    ['a single table', 'SELECT title FROM book WHERE id = $1', ['book']],
    ['an alias', 'SELECT b.title FROM book b WHERE b.id = $1', ['book']],
    ['an update', 'UPDATE chapter SET title = $1 WHERE id = $2', ['chapter']],
    ['a deletion', 'DELETE FROM conflict c WHERE c.id = $1', ['conflict']],
    ['a join', 'SELECT 1 FROM book b JOIN chapter c ON c.book_id = b.id WHERE b.account_id = $1', ['chapter']],
    ['a list of tables', 'SELECT 1 FROM book b, chapter c WHERE b.account_id = $1 AND c.book_id = b.id', ['chapter']],
    [
      'a subquery',
      'SELECT (SELECT count(*) FROM chapter WHERE book_id = b.id) FROM book b WHERE b.account_id = $1',
      ['chapter'],
    ],
    [
      'the query around a subquery',
      'SELECT 1 FROM book WHERE EXISTS (SELECT FROM chapter c WHERE c.account_id = $1)',
      ['book'],
    ],
    ['the second of two uses', 'SELECT 1 FROM run r JOIN run q ON q.id = r.resume_of WHERE r.account_id = $1', ['run']],
    ['an account that is only selected', 'SELECT account_id, id FROM book WHERE id = $1', ['book']],
    ['an insert without account', 'INSERT INTO chapter (id, title) VALUES ($1, $2)', ['chapter']],
    [
      'a common table expression',
      'WITH g AS (UPDATE run SET state = $1 WHERE id = $2 RETURNING id) SELECT 1 FROM g',
      ['run'],
    ],
  ])('is rejected without its account: %s', (_what, text, found) => {
    expect(unscopedTables(text, tables)).toEqual(found);
    expect(() => refuseUnscoped(['SELECT 1', text])).toThrow(found.join());
  });

  it.each([
    'SELECT title FROM book WHERE account_id = $1 AND id = $2',
    'SELECT 1 FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id WHERE b.account_id = $1',
    'SELECT (SELECT count(*) FROM chapter WHERE account_id = b.account_id) FROM book b WHERE b.account_id = $1',
    'UPDATE run SET state = $1 FROM held WHERE run.account_id = held.account_id AND run.id = held.id',
    'INSERT INTO chapter (account_id, id) SELECT b.account_id, $1 FROM book b WHERE b.account_id = $2',
    'DELETE FROM token t WHERE t.account_id = $1',
  ])('is accepted if each table is compared: %s', (text) => {
    expect(unscopedTables(text, tables)).toEqual([]);
  });

  it('may omit the account only for a declared reason', () => {
    expect(() =>
      refuseUnscoped(['UPDATE token SET last_used_at = clock_timestamp() WHERE id = ANY($1)']),
    ).not.toThrow();
    expect(() => refuseUnscoped(['DELETE FROM event WHERE id = $1'])).toThrow('event');
  });
});
