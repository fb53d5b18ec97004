import { newId } from '../../id.ts';
import { brokenConstraint, poolIn, type Sql, type Transaction } from '../../sql/connect.ts';
import { type Book, type BookKey, bookById } from '../book/store.ts';
import { lockBook } from '../chapter/store.ts';
import { type Publication, slugOf } from './rules.ts';
import { markPublished, markWithdrawn, takeSnapshot, unfinishedChapters } from './store.ts';

/** A book as it stands after the change, or as it was found when nothing was changed, with what stands in the way. */
export interface Outcome {
  book: Book;
  refused?: 'stale' | 'empty' | { unfinished: { position: number; title: string }[] };
}

/** Publishes a book as it stands, or takes it back, while it is held as for a change of its text; undefined when there is no such book. */
export function publishBook(
  sql: Sql,
  key: BookKey,
  { publish, visibility }: Publication,
  expected: number | undefined,
): Promise<Outcome | undefined> {
  return sql.begin(async (tx): Promise<Outcome | undefined> => {
    const book = (await lockBook(tx, key)) && (await bookById(tx, key));
    if (!book) return undefined;
    if (expected !== undefined && expected !== book.version) return { book, refused: 'stale' };
    if (publish) {
      if (book.status === 'draft') return { book, refused: 'empty' };
      const unfinished = await unfinishedChapters(tx, key);
      if (unfinished.length > 0) return { book, refused: { unfinished } };
      await mintAndMark(tx, key, book, visibility);
      await takeSnapshot(tx, key);
    } else await markWithdrawn(tx, key, visibility);
    return { book: (await bookById(tx, key)) ?? book };
  });
}

/** Titles that are already the address of so many books are not tried further. */
const attemptsMax = 5;

/** A slug is minted once and kept for ever; a taken one gets a short random ending. */
async function mintAndMark(
  tx: Transaction,
  key: BookKey,
  { title }: Book,
  visibility: Publication['visibility'],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const slug = attempt === 1 ? slugOf(title) : `${slugOf(title)}-${newId('bk').slice(-5)}`;
    try {
      // A slug that is taken breaks the statement, and in a transaction nothing but a savepoint survives that.
      await poolIn(tx).begin((inner) => markPublished(inner, key, { slug, visibility }));
      return;
    } catch (error) {
      if (brokenConstraint(error) !== 'book_slug_key' || attempt >= attemptsMax) throw error;
    }
  }
}
