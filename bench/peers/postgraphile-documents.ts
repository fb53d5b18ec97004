import { addQuery, changeQuery } from '../data.ts';

/** The screens for PostGraphile's schema, with aliases for our names. */
export const documents: Record<string, string> = {
  editor: /* GraphQL */ `
    query Editor($bookId: String!) {
      book: myBook(bookId: $bookId) {
        id: rowId title subtitle premise status wordCount version
        chapters: chaptersByAccountIdAndBookIdList(condition: { archivedAt: null }, orderBy: RANK_ASC) {
          id: rowId order: rank title summary status wordCount povCharacterId version
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

/** Its ids are strings. */
const forPostgraphile = (query: string) =>
  query.replaceAll('ID!', 'String!').replaceAll('CharacterInput', 'CharacterChange');
documents.patch = forPostgraphile(changeQuery);
documents.post = forPostgraphile(addQuery);

type Row = Record<string, unknown>;

/** Converts an answer to our shape: the plan as an object, the books in a page, times in UTC. */
export function normalize(answer: unknown): unknown {
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
    ...fields
  } = book;
  const locks = { themeStatement, readerPromise, povLock, tenseLock, povDepth, genre, audience };
  return { data: { book: { ...fields, plan: { ...locks, beatSheet, version: planVersion } } }, ...rest };
}
