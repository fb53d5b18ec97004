/** The screens in the words of PostGraphile's schema, as alike ours as aliases make them. */
export const documents: Record<string, string> = {
  editor: /* GraphQL */ `
    query Editor($bookId: String!) {
      book: myBook(bookId: $bookId) {
        id: rowId title subtitle premise status wordCount version
        chapters: chaptersByAccountIdAndBookIdList(condition: { archivedAt: null }, orderBy: POSITION_ASC) {
          id: rowId order: position title summary status wordCount povCharacterId version
        }
        characters: charactersByAccountIdAndBookIdList(orderBy: ROW_ID_ASC) {
          id: rowId name aliases role want fear lie isPov version
        }
        conflicts: conflictsByAccountIdAndBookIdList(orderBy: ROW_ID_ASC) {
          id: rowId kind description stakes intensity status mutual
          from: characterByAccountIdAndBookIdAndFromCharacterId { id: rowId name }
          to: characterByAccountIdAndBookIdAndToCharacterId { id: rowId name }
        }
        themeStatement readerPromise povLock tenseLock povDepth genre audience planVersion
        beatSheet: sheet { id name }
      }
    }
  `,
  shelf: /* GraphQL */ `
    query Shelf {
      books: myBooks(first: 50) {
        id: rowId title updatedAt
        characters: charactersByAccountIdAndBookIdList(orderBy: ROW_ID_ASC) { id: rowId name want }
      }
    }
  `,
};

type Row = Record<string, unknown>;

/** Its answer in our shape: the plan in an object of its own, a page around the books, times in UTC. */
export function shown(answer: unknown): unknown {
  const { data, ...rest } = answer as { data: { book?: Row; books?: Row[] } };
  const { book, books } = data;
  if (books) {
    const nodes = books.map((one) => ({ ...one, updatedAt: new Date(String(one.updatedAt)).toISOString() }));
    return { data: { books: { nodes } }, ...rest };
  }
  if (!book) return answer;
  const {
    themeStatement,
    readerPromise,
    povLock,
    tenseLock,
    povDepth,
    genre,
    audience,
    planVersion,
    beatSheet,
    ...shown
  } = book;
  const locks = { themeStatement, readerPromise, povLock, tenseLock, povDepth, genre, audience };
  return { data: { book: { ...shown, plan: { ...locks, beatSheet, version: planVersion } } }, ...rest };
}
