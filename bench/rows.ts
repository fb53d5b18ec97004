import { conflictKinds } from '../src/domain/story/conflict/rules.ts';
import { newId } from '../src/ids/id.ts';

/** Number of records of each kind. */
const sizes = { characters: 50, chapters: 24, written: 20, conflicts: 60, roomy: 100, shelf: 50, cast: 3 };

const lines = [
  'She keeps the light because somebody has to, and because the sea once gave her brother back.',
  'He speaks in half sentences, never of the war, and counts the waves when he lies.',
  'Nobody on the island has seen the ferry come in on time since the storm of nineteen eleven.',
];
const prose = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => lines[(seed + index) % lines.length]).join(' ');

function character(bookId: string, index: number) {
  return {
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

function book(title: string, second: number) {
  return {
    id: newId('bk'),
    title,
    premise: lines.join(' '),
    author: 'Ada Author',
    language: 'en',
    modelTier: 'standard',
    // Fixed, so that answers of different databases are equal.
    updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
  };
}

const plan = {
  themeStatement: 'Light is kept for others.',
  readerPromise: 'The storm is survived, at a price.',
  compAuthors: 'Tove Jansson, Claire Keegan',
  beatSheetTemplate: 'three-act',
  povLock: 'third-limited',
  tenseLock: 'past',
  povDepth: 70,
  genre: 'Literary fiction',
  audience: 'Adults',
};

const range = <Item>(length: number, make: (index: number) => Item) =>
  Array.from({ length }, (_, index) => make(index));

/** One author's big book and empty books for new characters, and another author's shelf of small books; without accounts. */
export function makeRows() {
  const big = { ...book('The Lamp Room', 0), subtitle: 'A novel', ...plan };
  const cast = range(sizes.characters, (index) => character(big.id, index));
  const chapters = range(sizes.chapters, (index) => ({
    bookId: big.id,
    id: newId('ch'),
    rank: index + 1,
    title: `Chapter ${index + 1}`,
    summary: prose(index, 2),
    notes: '',
    beatKeys: [],
    povCharacterId: cast[0]?.id ?? null,
    participantIds: cast.slice(0, 3).map(({ id }) => id),
    textStatus: index < sizes.written ? 'complete' : 'empty',
    wordCount: index < sizes.written ? 2400 + index : 0,
  }));
  const texts = chapters.slice(0, sizes.written).map(({ id }, index) => ({
    chapterId: id,
    revisionId: newId('rev'),
    body: prose(index, 150),
    origin: 'human',
  }));
  const conflicts = range(sizes.conflicts, (index) => ({
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
  /** Empty books, so that new characters never reach the limit of a book. */
  const roomy = range(sizes.roomy, (index) => book(`Room ${index}`, index));
  const shelf = range(sizes.shelf, (index) => book(`Volume ${index}`, index));
  const casts = shelf.flatMap(({ id }) => range(sizes.cast, (index) => character(id, index)));
  return { big, cast, chapters, texts, conflicts, roomy, shelf, casts };
}

export type Rows = ReturnType<typeof makeRows>;
