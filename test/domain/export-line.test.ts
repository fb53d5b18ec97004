import { expect, it, vi } from 'vitest';
import { exportBook } from '../../src/domain/leaving/port/export/export.ts';

it('a timed-out export leaves the queue without reading the book', async () => {
  const late = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const database = Promise.withResolvers<undefined>();
  const sql = vi.fn(() => database.promise);
  const connection = Object.assign(sql, { begin: sql }) as never;
  // Never used: no book is read.
  const work = {} as never;
  const book = { accountId: 'acc_1', bookId: 'bk_1' };
  const exports = [1, 2, 3].map(() =>
    exportBook(connection, work, book, { format: 'json', marks: 'none' }, new AbortController().signal),
  );
  limit.mockRestore();
  expect(sql).toHaveBeenCalledTimes(2);
  late.abort();
  await expect(exports[2]).rejects.toMatchObject({ code: 'unavailable' });
  database.resolve(undefined);
  await Promise.allSettled(exports);
  expect(sql).toHaveBeenCalledTimes(2);
});
