import { ensureAccount, insertToken } from '../src/domain/account/store.ts';
import { conflictKinds } from '../src/domain/conflict/rules.ts';
import { newId } from '../src/id.ts';
import { connect, type Sql } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';

/** What the scenarios ask for: an author with one big book and room for new characters, and one with a shelf of small books. */
export interface BenchData {
  key: string;
  shelfKey: string;
  bookId: string;
  characterIds: string[];
  /** Empty books, so that the limit of a cast is never met. */
  roomyIds: string[];
}

const sizes = { characters: 50, chapters: 24, conflicts: 60, roomy: 100, shelf: 50, cast: 3 };

const lines = [
  'She keeps the light because somebody has to, and because the sea once gave her brother back.',
  'He speaks in half sentences, never of the war, and counts the waves when he lies.',
  'Nobody on the island has seen the ferry come in on time since the storm of nineteen eleven.',
];
const prose = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => lines[(seed + index) % lines.length]).join(' ');

function character(accountId: string, bookId: string, index: number) {
  return {
    accountId,
    bookId,
    id: newId('chr'),
    name: `Character ${index}`,
    aliases: [`Alias ${index}`, `Captain ${index}`],
    role: index % 2 ? 'mentor' : 'protagonist',
    bio: prose(index, 3),
    voiceProfile: prose(index + 1, 1),
    want: `To see the light of ${index} again.`,
    fear: index % 3 ? 'Deep water.' : null,
    lie: index % 4 ? 'That nobody needs her.' : null,
    isPov: index === 0,
  };
}

function book(accountId: string, title: string) {
  return {
    accountId,
    id: newId('bk'),
    title,
    premise: lines.join(' '),
    author: 'Ada Author',
    language: 'en',
    modelTier: 'standard',
  };
}

export async function fill(url: string): Promise<BenchData> {
  const database = connect({ url, socketPath: undefined, prepare: true });
  await migrate(database.write);
  const data = await write(database.write);
  await database.write`ANALYZE`;
  await database.close();
  return data;
}

async function write(sql: Sql): Promise<BenchData> {
  const { id: accountId } = await ensureAccount(sql, 'bench');
  const { id: shelfId } = await ensureAccount(sql, 'bench shelf');
  const scopes = ['books:read', 'books:write'] as const;
  const [, key] = await insertToken(sql, accountId, { name: 'bench', scopes });
  const [, shelfKey] = await insertToken(sql, shelfId, { name: 'bench', scopes });

  const big = {
    ...book(accountId, 'The Lamp Room'),
    subtitle: 'A novel',
    themeStatement: 'Light is kept for others.',
    readerPromise: 'The storm is survived, at a price.',
    compAuthors: 'Tove Jansson, Claire Keegan',
    beatSheetTemplate: 'three-act',
    povLock: 'third-limited',
    tenseLock: 'past',
    povDepth: 70,
    genre: 'Literary fiction',
    audience: 'Adults',
    researchCitations: sql.json([{ title: 'A history of lighthouses', url: 'https://example.org/lights' }]),
  };
  await sql`INSERT INTO book ${sql(big)}`;
  const cast = Array.from({ length: sizes.characters }, (_, index) => character(accountId, big.id, index));
  await sql`INSERT INTO character ${sql(cast)}`;
  const chapters = Array.from({ length: sizes.chapters }, (_, index) => ({
    accountId,
    bookId: big.id,
    id: newId('ch'),
    position: index + 1,
    title: `Chapter ${index + 1}`,
    summary: prose(index, 2),
    notes: '',
    beatKeys: [],
    povCharacterId: cast[0]?.id ?? null,
    participantIds: cast.slice(0, 3).map(({ id }) => id),
    textStatus: index < 20 ? 'complete' : 'empty',
    wordCount: index < 20 ? 2400 + index : 0,
  }));
  await sql`INSERT INTO chapter ${sql(chapters)}`;
  const conflicts = Array.from({ length: sizes.conflicts }, (_, index) => ({
    accountId,
    bookId: big.id,
    id: newId('cfl'),
    fromCharacterId: cast[index % cast.length]?.id ?? '',
    toCharacterId: cast[(index + 7) % cast.length]?.id ?? '',
    mutual: true,
    kind: conflictKinds[Math.floor(index / cast.length)] ?? 'goal',
    description: prose(index, 1),
    stakes: 'The light goes out.',
    connection: null,
    intensity: 1 + (index % 5),
    status: 'open',
  }));
  await sql`INSERT INTO conflict ${sql(conflicts)}`;

  const roomy = Array.from({ length: sizes.roomy }, (_, index) => book(accountId, `Room ${index}`));
  await sql`INSERT INTO book ${sql(roomy)}`;
  const shelf = Array.from({ length: sizes.shelf }, (_, index) => book(shelfId, `Volume ${index}`));
  await sql`INSERT INTO book ${sql(shelf)}`;
  const casts = shelf.flatMap(({ id }) =>
    Array.from({ length: sizes.cast }, (_, index) => character(shelfId, id, index)),
  );
  await sql`INSERT INTO character ${sql(casts)}`;
  return {
    key,
    shelfKey,
    bookId: big.id,
    characterIds: cast.map(({ id }) => id),
    roomyIds: roomy.map(({ id }) => id),
  };
}

/** An editor's first screen. */
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

/** A shelf: books and, for each, three characters. */
export const shelfQuery = /* GraphQL */ `
  query Shelf {
    books(first: 50) {
      nodes { id title updatedAt characters { id name want } }
    }
  }
`;
