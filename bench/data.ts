import { migrate } from '../src/commands/migrate-records.ts';
import { makeKeyAsOwner } from '../src/domain/story/account/keys.ts';
import { ensureAccount } from '../src/domain/story/account/store.ts';
import { connect, type Sql } from '../src/sql/connect.ts';
import type { Target } from '../src/sql/target.ts';
import type { Rows } from './rows.ts';

/** The keys of the two authors. */
export interface Keys {
  author: string;
  shelf: string;
}

const scopes = ['books:read', 'books:write'] as const;
const citations = [{ title: 'A history of lighthouses', url: 'https://example.org/lights' }];

/** Migrates a database and inserts the rows. The same rows can be inserted into several databases. */
export async function fill(target: Pick<Target, 'url' | 'socketPath'>, rows: Rows): Promise<Keys> {
  const database = connect({ ...target, prepare: true });
  try {
    await migrate(database.write);
    const keys = await write(database.write, rows);
    await database.write`ANALYZE`;
    return keys;
  } finally {
    await database.close();
  }
}

async function write(sql: Sql, { big, cast, chapters, texts, conflicts, roomy, shelf, casts }: Rows): Promise<Keys> {
  const { id: authorId } = await ensureAccount(sql, 'bench');
  const { id: shelfId } = await ensureAccount(sql, 'bench shelf');
  const [, author] = await makeKeyAsOwner(sql, authorId, { name: 'bench', scopes });
  const [, shelfKey] = await makeKeyAsOwner(sql, shelfId, { name: 'bench', scopes });
  const of = <Row>(accountId: string, rows: readonly Row[]) => rows.map((row) => ({ accountId, ...row }));

  const [book] = of(authorId, [{ ...big, researchCitations: sql.json(citations) }]);
  await sql`INSERT INTO book ${sql(book ?? {})}`;
  await sql`INSERT INTO character ${sql(of(authorId, cast))}`;
  await sql`INSERT INTO chapter ${sql(of(authorId, chapters))}`;
  await sql`INSERT INTO chapter_text ${sql(
    of(
      authorId,
      texts.map(({ body, ...text }) => ({ ...text, head: body })),
    ),
  )}`;
  await sql`INSERT INTO conflict ${sql(of(authorId, conflicts))}`;
  await sql`INSERT INTO book ${sql(of(authorId, roomy))}`;
  await sql`INSERT INTO book ${sql(of(shelfId, shelf))}`;
  await sql`INSERT INTO character ${sql(of(shelfId, casts))}`;
  return { author, shelf: shelfKey };
}

/** The data of an editor's first screen. */
export const editorQuery = /* GraphQL */ `
  query Editor($bookId: ID!) {
    book(bookId: $bookId) {
      id title subtitle premise status wordCount version
      chapters { id order title summary status wordCount povCharacterId version }
      characters { id name aliases role want fear lie isPov version }
      conflicts { id kind description stakes intensity status mutual from { id name } to { id name } }
      plan { themeStatement readerPromise povLock tenseLock povDepth genre audience beatSheet { id name } version }
    }
  }
`;

/** The data of a shelf: books with three characters each. */
export const shelfQuery = /* GraphQL */ `
  query Shelf {
    books(first: 50) {
      nodes { id title updatedAt characters { id name want } }
    }
  }
`;

const written = 'id name aliases role bio voiceProfile want fear lie isPov';

/** The writes of REST as mutations of the peers. */
export const changeQuery = /* GraphQL */ `
  mutation Change($bookId: ID!, $characterId: ID!, $input: CharacterInput!) {
    character: changeCharacter(bookId: $bookId, characterId: $characterId, input: $input) { ${written} }
  }
`;
export const addQuery = /* GraphQL */ `
  mutation Add($bookId: ID!, $input: CharacterInput!) {
    character: addCharacter(bookId: $bookId, input: $input) { ${written} }
  }
`;
