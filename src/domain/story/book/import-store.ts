import type { AnySql, Transaction } from '../../../sql/connect.ts';
import { accountNameOf } from '../account/store.ts';
import type { BookKey } from './store.ts';

/** Inserts the row of a book that is being imported: it counts as deleted until it is complete. */
export async function insertImported(
  tx: Transaction,
  accountId: string,
  { author, ...fields }: { author?: string | undefined } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const row = {
    accountId,
    ...fields,
    author: author ?? (await accountNameOf(tx, accountId)),
    importingAt: tx`now()`,
    deletedAt: tx`'-infinity'`,
  };
  // The driver has no type for rows with fragments.
  await tx`INSERT INTO book ${tx(row as never)}`;
}

/** Makes an imported book visible as one that was created now. */
export async function showImported(tx: Transaction, { accountId, bookId }: BookKey): Promise<void> {
  await tx`
    UPDATE book b SET importing_at = NULL, deleted_at = NULL, created_at = now(), updated_at = now(),
      plan_updated_at = now()
    WHERE b.account_id = ${accountId} AND b.id = ${bookId} AND b.importing_at IS NOT NULL`;
}

/** Selects account and id of a book whose import has failed. */
export const failedImport = (sql: AnySql, { accountId, bookId }: BookKey) => sql`
  SELECT account_id, id FROM book WHERE account_id = ${accountId} AND id = ${bookId} AND importing_at IS NOT NULL`;

/** The same of the oldest import that its node has abandoned. */
export const abandonedImport = (sql: AnySql, afterSeconds: number) => sql`
  SELECT account_id, id FROM book WHERE importing_at < now() - make_interval(secs => ${afterSeconds})
    ORDER BY importing_at LIMIT 1`;

/** Deletes the book rows of `failed`. A complete book stays. */
export const importDeleted = (sql: AnySql) => sql`
  DELETE FROM book b USING failed f
  WHERE b.account_id = f.account_id AND b.id = f.id AND b.importing_at IS NOT NULL`;
