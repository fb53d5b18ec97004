import { ServiceError } from '../../../../errors.ts';
import type { Sql, Transaction } from '../../../../sql/connect.ts';
import { insertImported, showImported } from '../../../story/book/import-store.ts';
import { type Book, type BookKey, bookById } from '../../../story/book/store.ts';
import { logHeldEvents } from '../../event/held-store.ts';
import { type Insert, loadMax, type Slice, type Step } from './batches.ts';
import type { BookRows } from './book-rows.ts';
import { removeImport } from './import-store.ts';

/** A new book: its own row, and the steps that save the rest. */
export interface NewBookRows {
  head: Pick<BookRows, 'book' | 'plan'>;
  steps: readonly Step[];
}

interface Saving {
  /** Reports the share done. */
  written(done: number, total: number): void;
  /** Throws if the caller has disconnected. Called before each transaction. */
  goOn(): void;
  /** Runs in the transaction that makes the book visible. */
  finished?: ((tx: Transaction, book: Book) => Promise<void>) | undefined;
}

/**
 * Saves a whole book in short transactions, so that others are served between them. No read shows the book before the last
 * one, which also moves its events to the log. A failure removes what was saved. The account must exist.
 */
export async function saveBook(
  sql: Sql,
  accountId: string,
  { head, steps }: NewBookRows,
  saving: Saving,
): Promise<Book> {
  const key = { accountId, bookId: head.book.id };
  let done = 0;
  const perform = async (tx: Transaction, first: boolean, group: readonly Step[]) => {
    if (first) await insertBookRow(tx, accountId, head);
    for (const step of group) await ('slices' in step ? index(tx, key, step.slices) : insert(tx, step));
    done += group.length;
    saving.written(done, steps.length);
  };
  try {
    const groups = grouped(steps);
    for (const [at, group] of groups.slice(0, -1).entries()) {
      saving.goOn();
      await partOf(sql, (tx) => perform(tx, at === 0, group));
    }
    saving.goOn();
    return await partOf(
      sql,
      async (tx) => {
        await perform(tx, groups.length === 1, groups.at(-1) ?? []);
        const book = await show(tx, key);
        await saving.finished?.(tx, book);
        return book;
      },
      { isLast: true },
    );
  } catch (error) {
    // What cannot be removed now is swept later.
    await removeImport(sql, key).catch(() => {});
    throw error;
  }
}

/** Steps of one transaction each, at least one group. */
function grouped(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [[]];
  let load = 0;
  for (const step of steps) {
    if (load > 0 && load + step.load > loadMax) {
      groups.push([]);
      load = 0;
    }
    groups.at(-1)?.push(step);
    load += step.load;
  }
  // The last transaction of a long import is small: it only shows the book.
  return groups.length === 1 ? groups : [...groups, []];
}

/**
 * A transaction of an import: its events are held, and texts are indexed by steps of their own. Only the last one waits for
 * the disk, which then has all of them.
 */
function partOf<T>(sql: Sql, work: (tx: Transaction) => Promise<T>, { isLast = false } = {}): Promise<T> {
  return sql.begin(async (tx) => {
    const commit = isLast ? 'on' : 'off';
    await tx`SELECT set_config('fabula.importing', 'on', true), set_config('synchronous_commit', ${commit}, true)`;
    return work(tx);
  }) as Promise<T>;
}

async function insertBookRow(tx: Transaction, accountId: string, { book, plan }: NewBookRows['head']): Promise<void> {
  const { researchCitations, ...rest } = plan;
  const citations = researchCitations ? { researchCitations: tx.json(researchCitations) } : {};
  await insertImported(tx, accountId, { ...book, ...rest, ...citations });
}

async function insert(tx: Transaction, { table, rows, json }: Insert): Promise<void> {
  const stored = rows.map((row) => {
    const values = json.map((member) => [member, tx`${row[member] as string | null}::text::jsonb`]);
    return { ...row, ...Object.fromEntries(values) };
  });
  // The driver requires an index signature, which rows of several tables do not share.
  await tx`INSERT INTO ${tx(table)} ${tx(stored as Record<string, string>[])}`;
}

async function index(tx: Transaction, { accountId, bookId }: BookKey, slices: readonly Slice[]): Promise<void> {
  const [ids, firsts, counts] = [
    slices.map(({ chapterId }) => chapterId),
    slices.map(({ first }) => first),
    slices.map(({ count }) => count),
  ];
  await tx`
    SELECT count(search_put_slice(${accountId}, ${bookId}, s.chapter_id, s.first, s.count))
    FROM unnest(${ids}::text[], ${firsts}::int[], ${counts}::int[]) AS s (chapter_id, first, count)`;
}

/** Makes the book visible as one that was created now, and moves its events to the log. */
async function show(tx: Transaction, key: BookKey): Promise<Book> {
  await showImported(tx, key);
  await tx`SELECT set_config('fabula.importing', '', true)`;
  await logHeldEvents(tx, key);
  const book = await bookById(tx, key);
  if (book) return book;
  const message = 'The import took too long, and its book was removed. Nothing was changed. Try again.';
  throw new ServiceError('unavailable', message, { retry_after: 5 });
}
