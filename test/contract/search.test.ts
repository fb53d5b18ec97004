import { describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { searchKinds } from '../../src/domain/text/search/rules.ts';
import { type Roster, searchedOf } from '../../src/record.ts';
import { bodyOf, creationOf } from '../registers/sample.ts';
import {
  type Face,
  faceNames,
  facesWith,
  faultsOf,
  type Ids,
  type Json,
  ownService,
  refusal,
} from '../support/faces.ts';
import fc, { codePoint } from '../support/fast-check.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
const find = (bookId: string, q: string, options: object = {}): Promise<Json[]> =>
  rest('searchBook', { bookId, q, ...options });

/** A book with one chapter of the given text. */
async function bookOf(content: string, fields: object = {}): Promise<{ bookId: string; chapterId: string }> {
  const bookId = await own.newBook(fields);
  return { bookId, chapterId: await own.newChapter(bookId, { content }) };
}

/** The highlighted words of prose hits, in order. */
async function marked(bookId: string, q: string): Promise<string[]> {
  const hits = await find(bookId, q, { in: 'prose' });
  return hits.flatMap(({ snippets }) => snippets.flatMap(markedIn));
}

function markedIn({ text, highlights }: Json): string[] {
  const characters = [...text];
  return highlights.map(({ start, end }: Json) => characters.slice(start, end).join(''));
}

const fieldsOfHits = (hits: Json[]) => hits.map(({ kind, field }) => `${kind} ${field}`).sort();

/** Searchable rosters without records of their own in the book below; their texts come from their declarations. */
const others = rosters.filter(
  (roster) => searchedOf(roster) && !['character', 'conflict', 'mood_reference'].includes(roster.name),
);
const textsOf = (roster: Roster) => Object.entries(searchedOf(roster)?.texts ?? {});

/** Adds a record of each other roster with the word in every text. Returns the ids by kind of hit. */
async function addOthers(ids: Ids, word: string): Promise<Ids> {
  const made: Ids = {};
  for (const roster of others) {
    const creation = creationOf(roster);
    const texts = Object.fromEntries(textsOf(roster).map(([field]) => [field, word]));
    const input = { ...bodyOf(creation, ids), ...texts };
    const { id } = await rest(creation.answer, { bookId: ids.bookId, input });
    for (const [, kind] of textsOf(roster)) made[kind] = id;
  }
  return made;
}

/** A book with the word "lantern" in every searchable text. */
async function bookWithLanternEverywhere() {
  const word = 'A lantern.';
  const bookId = await own.newBook({ title: word, subtitle: word, premise: 'There is a lantern.', description: word });
  await rest('updatePlan', { bookId, patch: { themeStatement: word, readerPromise: word, compAuthors: word } });
  const chapterId = await own.newChapter(bookId, { title: word, summary: word, notes: word, content: word });
  const texts = { bio: word, voiceProfile: word, want: word, fear: word, lie: word };
  const named = { name: 'Lantern', aliases: ['The Lamp', 'Old Lantern'], role: 'lantern', ...texts };
  const { id: characterId } = await rest('createCharacter', { bookId, input: named });
  const ends = { fromCharacterId: characterId, toCharacterId: await own.newCharacter(bookId, 'Emma') };
  const said = { kind: 'goal', description: word, stakes: word, connection: word };
  const { id: conflictId } = await rest('addConflict', { bookId, input: { ...ends, ...said } });
  const { id: moodId } = await rest('addMoodReference', { bookId, input: { kind: 'film', title: word, note: word } });
  const otherIds = await addOthers({ bookId, chapterId, characterId, otherId: ends.toCharacterId }, word);
  return { bookId, chapterId, characterId, conflictId, moodId, otherIds };
}

describe('search results (contract 12)', () => {
  it('cover every text of a book and name its record', async () => {
    const { bookId, chapterId, characterId, conflictId, moodId, otherIds } = await bookWithLanternEverywhere();
    const hits = await find(bookId, 'lanterns', { limit: 100 });
    const ofCharacter = ['name', 'aliases', 'role', 'bio', 'voiceProfile', 'want', 'fear', 'lie'];
    expect(fieldsOfHits(hits)).toEqual(
      [
        ...['title', 'subtitle', 'premise', 'description'].map((field) => `book ${field}`),
        ...['themeStatement', 'readerPromise', 'compAuthors'].map((field) => `plan ${field}`),
        ...['title title', 'summary summary', 'notes notes', 'prose content', 'mood title', 'mood note'],
        ...ofCharacter.map((field) => `character ${field}`),
        ...['description', 'stakes', 'connection'].map((field) => `conflict ${field}`),
        ...others.flatMap(textsOf).map(([field, kind]) => `${kind} ${field}`),
      ].sort(),
    );
    const ids = { chapterId: null, characterId: null, conflictId: null, moodId: null, chapterOrder: null };
    const shared = { bookId, bookTitle: 'A lantern.', matches: 1 };
    const ofChapter = { ...shared, ...ids, recordId: chapterId, chapterId, chapterOrder: 1, label: 'A lantern.' };
    for (const { snippets, field, kind, ...hit } of hits) {
      const expected: Record<string, Json> = {
        character: { ...shared, ...ids, recordId: characterId, characterId, label: 'Lantern' },
        conflict: { ...shared, ...ids, recordId: conflictId, conflictId, label: 'Lantern – Emma' },
        mood: { ...shared, ...ids, recordId: moodId, moodId, label: 'A lantern.' },
        book: { ...shared, ...ids, recordId: bookId, label: 'A lantern.' },
        plan: { ...shared, ...ids, recordId: bookId, label: 'A lantern.' },
      };
      const other = kind in otherIds && { ...shared, ...ids, recordId: otherIds[kind], label: expect.any(String) };
      expect(hit, `${kind} ${field}`).toEqual(expected[kind] ?? (other || ofChapter));
      expect(snippets.flatMap(markedIn).join().toLowerCase()).toBe('lantern');
    }
  });

  it.each(searchKinds)('can be limited to one kind: %s', async (kind) => {
    const { bookId } = await bookWithLanternEverywhere();
    const hits = await find(bookId, 'lantern', { in: kind });
    expect(new Set(hits.map((hit) => hit.kind))).toEqual(new Set([kind]));
    const all = await own.graphql(
      `query ($bookId: ID!) { searchBook(bookId: $bookId, q: "lantern", in: [${kind}, prose]) { nodes { kind } } }`,
      { bookId },
    );
    expect(all.searchBook.nodes.map((hit: Json) => hit.kind)).toContain(kind);
  });

  it('count all matches and contain up to three snippets', async () => {
    const pages = Array.from({ length: 9 }, (_, n) => `${'rain '.repeat(250)}the lantern ${n}.\n`);
    const { bookId } = await bookOf(pages.join(''));
    const [hit] = await find(bookId, 'lantern');
    expect([hit.matches, hit.snippets.length]).toEqual([9, 3]);
    const text = [...pages.join('')];
    for (const { offset, text: shown } of hit.snippets)
      expect(text.slice(offset, offset + [...shown].length).join('')).toBe(shown);
    expect(await own.http('GET', `/v1/books/${bookId}/search?q=rain`)).toMatchObject({
      json: { data: [{ matches: 2250 }] },
    });
  });

  it('rank titles and names first, then by number of matches', async () => {
    const bookId = await own.newBook();
    const much = `${'lantern '.repeat(100)}\n`.repeat(5);
    await own.newChapter(bookId, { content: 'lantern' });
    const often = await own.newChapter(bookId, { content: much });
    await own.newCharacter(bookId, 'Lantern');
    const hits = await find(bookId, 'lantern');
    expect(hits.map(({ field }) => field)).toEqual(['name', 'content', 'content']);
    expect(hits[1].chapterId).toBe(often);
  });

  it('cover all books of the account, each stemmed in its own language', async () => {
    const key = await own.running().newKey();
    const mine = own.face('REST', key);
    const make = async (fields: object, content: string) => {
      const { id } = await mine('createBook', { input: { premise: 'A lighthouse and a storm.', ...fields } });
      await mine('createChapter', { bookId: id, input: { content } });
      return id;
    };
    const english = await make({}, 'A haus by the meer.');
    const german = await make({ language: 'de-AT' }, 'Ein Haus am Meer.');
    const books = async (q: string) => (await mine('searchBooks', { q })).map(({ bookId }: Json) => bookId);
    expect([await books('meer'), await books('Häuser')]).toEqual([[english, german], [german]]);
    expect(await rest('searchBooks', { q: 'meer' })).toEqual([]);
    expect((await refusal(rest('searchBook', { bookId: english, q: 'meer' }))).code).toBe('not_found');
  });
});

describe('search words (contract 12)', () => {
  it.each([
    ['en', 'She walked; he walks, walking on.', 'walk', ['walked', 'walks', 'walking']],
    ['en-GB', 'THE Keepers’ lamp', 'keeper', ['Keepers']],
    ['de', 'Die Häuser am Meer, ein Haus.', 'haus', ['Häuser', 'Haus']],
    ['ru', 'Медведи спят. Медведя нет.', 'медведь', ['Медведи', 'Медведя']],
    ['fr', 'L’ombre marchait, il faut marcher.', 'marcher', ['marchait', 'marcher']],
    ['eo', 'Domo kaj domoj.', 'domo', ['Domo']],
    ['ar', 'كتاب في البيت', 'البيت', ['البيت']],
    ['he', 'הספר בבית, ספר אחר', 'ספר', ['ספר']],
    ['zh', '灯塔的守夜人看见了灯塔。', '灯塔', ['灯塔', '灯塔']],
    ['ja', '彼女は灯台へ歩いた。', '歩いた', ['歩いた']],
    ['th', 'เขาเดินไปที่ประภาคาร', 'ประภาคาร', ['ประภาคาร']],
    ['ko', '그는 집에서 나왔다.', '집', ['집']],
    ['en', 'The sign said 出口 in red.', '出', ['出']],
    ['en', 'Rain 🌧 and 👩‍👩‍👧 sun.', '🌧', ['🌧']],
    ['fr', 'Un e\u0301te\u0301 froid.', '\u00e9t\u00e9', ['e\u0301te\u0301']],
    ['fr', 'Un \u00e9t\u00e9 froid.', 'e\u0301te\u0301', ['\u00e9t\u00e9']],
    ['en', 'well-known and/or end.The <whisper> foo_bar', 'whisper', ['whisper']],
    ['en', 'at the end.The door', '"the door"', ['The door']],
    ['en', 'this and/or that', 'or', ['or']],
    ['en', 'To be, or not to be.', '"to be or not to be"', ['To be, or not to be']],
    ['en', 'Who is there? The sea.', 'who', ['Who']],
    ['en', 'Don’t go. I do.', "don't", ['Don’t']],
    ['en', 'Six o’clock: 3.14 or 1e5?', '3.14', ['3.14']],
    ['en', 'a co\u00adoper\u00adate word', 'cooperate', ['co\u00adoper\u00adate']],
    ['en', 'He waited — then went…', '—', ['—']],
    ['en', '100% of _it_ is \\ here', '%', ['%']],
  ])('in %s: text "%s" matches query %s', async (language, text, q, found) => {
    const { bookId } = await bookOf(text, { language });
    expect(await marked(bookId, q)).toEqual(found);
  });

  it('match only texts that contain all of them', async () => {
    const { bookId } = await bookOf(`The storm.\n${'rain '.repeat(600)}\nA letter.`);
    expect(await marked(bookId, 'letter storm')).toEqual(['storm', 'letter']);
    expect(await find(bookId, 'letter stone')).toEqual([]);
  });

  it.each([
    ['"old lamp"', 1],
    ['“old lamp”', 1],
    ['"lamp old"', 0],
    ['lamp old', 1],
    ['lamp -old', 0],
    ['lamp -"lamp old"', 1],
    ['lamp -stone', 1],
    ['lam', 0],
    ['lam*', 1],
    ['"the old la*', 0],
    ['"the old lam"*', 1],
    ['OLD', 1],
  ])('%s matches %i times', async (q, times) => {
    const { bookId } = await bookOf('The old lamp burns.');
    expect(await find(bookId, q, { in: 'prose' })).toHaveLength(times);
  });

  it('in a script without blanks are found, and excluded, anywhere in a long text', async () => {
    // The more words, the fewer passages each may have: a hundred here.
    const common = Array.from({ length: 59 }, (_, n) => String.fromCharCode(0x4e00 + n));
    const paragraph = common.join('').repeat(15);
    const { bookId } = await bookOf(`${`${paragraph}\n\n`.repeat(120)}${common.join('')}灯`, { language: 'zh' });
    const query = (last: string) => [...common.slice(0, 58), last].join(' ');
    expect(await find(bookId, query('灯'), { in: 'prose' })).toHaveLength(1);
    expect(await find(bookId, query('塔'), { in: 'prose' })).toHaveLength(0);
    expect(await find(bookId, query('-灯'), { in: 'prose' })).toHaveLength(0);
    expect(await find(bookId, query('-塔'), { in: 'prose' })).toHaveLength(1);
  });

  it('of a phrase are highlighted only where adjacent', async () => {
    const { bookId } = await bookOf('The lamp was old. An old lamp; old, old lamps.');
    expect(await marked(bookId, '"old lamp"')).toEqual(['old lamp', 'old lamps']);
    expect((await find(bookId, '"old lamp"', { in: 'prose' }))[0].matches).toBe(2);
  });
});

describe('a search query (contract 12)', () => {
  it.each([
    ['no characters', ''],
    ['white space', ' \n '],
    ['201 characters', 'x'.repeat(201)],
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800'],
    ['only exclusions', '-rain -"old lamp"'],
    ['a prefix of two letters', 'lamp ol*'],
    ['a phrase ending in a prefix of two letters', '"the old la"*'],
    ['a prefix of two letters after punctuation', "o'la*"],
    ['nine prefixes', 'aaa* bbb* ccc* ddd* eee* fff* ggg* hhh* -iii*'],
  ])('of %s is rejected', async (_what, q) => {
    const bookId = await own.newBook();
    for (const name of facesWith('searchBook').filter((one) => one !== 'REST' || q.isWellFormed()))
      expect(await faultsOf(own.face(name)('searchBook', { bookId, q }))).toEqual(['q']);
  });

  it('accepts eight prefixes, many words, and short prefixes in scripts without spaces', async () => {
    const { bookId } = await bookOf('The lamp burns. 灯塔很远。');
    const beginnings = 'lam* bur* aaa* bbb* ccc* ddd* eee* fff*';
    expect(await find(bookId, beginnings)).toEqual([]);
    expect(await find(bookId, 'a b c d e f g h i j k l m n o p q r s t u v w x y z')).toEqual([]);
    expect(await find(bookId, '灯* 很*', { in: 'prose' })).toHaveLength(1);
  });

  it('gets an error with the prefix limit and a remedy', async () => {
    const bookId = await own.newBook();
    const messageOf = async (q: string) => (await refusal(rest('searchBook', { bookId, q }))).message;
    expect(await messageOf('la*')).toMatch(/^q: .*`la\*`.*at least 3 letters/);
    expect(await messageOf('aaa* bbb* ccc* ddd* eee* fff* ggg* hhh* iii*')).toMatch(
      /^q: .*9 word beginnings.*at most 8/,
    );
  });

  it.each([
    ["'", "' OR 1=1 --", "';DROP TABLE book"],
    ['\\', '\\\\', '%', '_', '*', '-', '--', '"', '""', '"-"', ':*', '!', '&', '|', '<->', '( | & !'],
    ['('.repeat(200), '"'.repeat(200), '-'.repeat(200), '* '.repeat(99), 'a '.repeat(100), '\u0301'],
    ["lamp':*", 'lamp:A', 'lamp & !lamp', '-'.concat("lamp' lamp"), '¼ ²', '\u200d', 'x'.repeat(200)],
  ])('of special characters is safe: %s …', async (...queries) => {
    const { bookId } = await bookOf('The lamp burns.');
    for (const q of queries) expect(await find(bookId, q)).toBeInstanceOf(Array);
    expect(await marked(bookId, 'lamp')).toEqual(['lamp']);
  });

  it('with unknown kinds, limits or cursors is rejected', async () => {
    const bookId = await own.newBook();
    expect(await faultsOf(rest('searchBook', { bookId, q: 'a', in: 'poems' }))).toEqual(['in[0]']);
    expect(await faultsOf(rest('searchBook', { bookId, q: 'a', limit: 101 }))).toEqual(['limit']);
    expect(await faultsOf(rest('searchBook', { bookId, q: 'a', cursor: 'x' }))).toEqual(['cursor']);
    expect(await faultsOf(rest('searchBook', { bookId }))).toEqual(['q']);
    const { status, json } = await own.http('GET', `/v1/books/${bookId}/search?q=keeper&in=book&in=prose`);
    expect([status, fieldsOfHits(json.data)]).toEqual([200, ['book premise']]);
  });
});

const names: Face['name'][] = faceNames.filter((name) => facesWith('searchBook').includes(name));
describeInTurn(names)('a search through %s (contract 12)', (name, it) => {
  it('returns equal hits, and not_found for an unknown book', async () => {
    const { bookId, chapterId } = await bookOf('She walked to the harbour.');
    const [hit] = await own
      .face(name)('searchBook', { bookId, q: 'walks', in: ['prose'] })
      .catch(async (error) => {
        // REST repeats a list parameter; a single one is a string.
        if (name !== 'REST') throw error;
        return find(bookId, 'walks', { in: 'prose' });
      });
    expect(hit).toMatchObject({ kind: 'prose', field: 'content', chapterId, matches: 1 });
    expect(hit.snippets[0]).toMatchObject({ offset: 0, text: 'She walked to the harbour.' });
    const absent = 'bk_00000000000000000000000000';
    expect((await refusal(own.face(name)('searchBook', { bookId: absent, q: 'a' }))).code).toBe('not_found');
  });
});

describe('pages of search hits (contract 12)', () => {
  it('are complete and do not overlap', async () => {
    const bookId = await own.newBook();
    for (let n = 0; n < 7; n += 1)
      await own.newChapter(bookId, { summary: 'A lamp.', content: 'lamp\n'.repeat(400 * n) });
    const whole = await find(bookId, 'lamp', { limit: 100 });
    expect(whole).toHaveLength(13);
    const pieces: Json[] = [];
    let cursor: string | null | undefined;
    do {
      const path = `/v1/books/${bookId}/search?q=lamp&limit=4${cursor ? `&cursor=${cursor}` : ''}`;
      const { json } = await own.http('GET', path);
      pieces.push(...json.data);
      cursor = json.next_cursor;
    } while (cursor);
    expect(pieces).toEqual(whole);
  });
});

describe('the search index (contract 12)', () => {
  it('is updated by every change of a text', async () => {
    const { bookId, chapterId } = await bookOf('The lamp burns.');
    const change = (content: string) => rest('updateChapter', { bookId, chapterId, patch: { content } });
    await change('A letter has come, and nobody reads it.');
    expect([await marked(bookId, 'lamp'), await marked(bookId, 'letter')]).toEqual([[], ['letter']]);
    const former = (await rest('revisions', { bookId, chapterId }))[1].id;
    await rest('restoreRevision', { bookId, chapterId, revisionId: former });
    expect([await marked(bookId, 'lamp'), await marked(bookId, 'letter')]).toEqual([['lamp'], []]);
    await change('');
    expect(await marked(bookId, 'lamp')).toEqual([]);
    await change('The lamp again.');
    await rest('deleteChapter', { bookId, chapterId });
    expect(await marked(bookId, 'lamp')).toEqual([]);
    await rest('restoreChapter', { bookId, chapterId });
    expect(await marked(bookId, 'lamp')).toEqual(['lamp']);
    await rest('deleteBook', { bookId });
    expect((await refusal(find(bookId, 'lamp'))).code).toBe('not_found');
    await rest('restoreBook', { bookId });
    expect(await marked(bookId, 'lamp')).toEqual(['lamp']);
  });

  it('is updated when a text grows beyond one passage and shrinks again', async () => {
    const { bookId, chapterId } = await bookOf('The lamp burns.');
    const change = (content: string) => rest('updateChapter', { bookId, chapterId, patch: { content } });
    await change(`The letter came.\n\n${'It rained on. '.repeat(300)}\n\nThe lantern burns.`);
    expect([await marked(bookId, 'letter'), await marked(bookId, 'lantern')]).toEqual([['letter'], ['lantern']]);
    await change('The anchor holds.');
    const left = await Promise.all(['letter', 'lantern', 'rained', 'anchor'].map((word) => marked(bookId, word)));
    expect(left).toEqual([[], [], [], ['anchor']]);
  });

  it('is updated by changes and deletions of characters, conflicts and moods', async () => {
    const { bookId, characterId, moodId, otherIds } = await bookWithLanternEverywhere();
    await rest('updateCharacter', { bookId, characterId, patch: { fear: 'Heights.', want: null } });
    expect(fieldsOfHits(await find(bookId, 'heights'))).toEqual(['character fear']);
    expect(fieldsOfHits(await find(bookId, 'lantern', { in: 'character', limit: 100 }))).not.toContain(
      'character want',
    );
    await rest('deleteCharacter', { bookId, characterId });
    await rest('removeMoodReference', { bookId, moodId });
    const left = new Set((await find(bookId, 'lantern', { limit: 100 })).map(({ kind }) => kind));
    expect(left).toEqual(new Set(['prose', 'title', 'summary', 'notes', 'book', 'plan', ...Object.keys(otherIds)]));
  });

  it('is rebuilt when the language of the book changes', async () => {
    const { bookId } = await bookOf('She walked. 灯塔很远。');
    expect([await marked(bookId, 'walks'), await marked(bookId, '灯塔')]).toEqual([['walked'], ['灯塔']]);
    const speak = (language: string) => rest('updateBook', { bookId, patch: { language } });
    await speak('zh');
    expect([await marked(bookId, 'walks'), await marked(bookId, 'walk')]).toEqual([[], ['walk']]);
    await speak('eo');
    expect([await marked(bookId, 'walk'), await marked(bookId, 'walked')]).toEqual([[], ['walked']]);
    await speak('en');
    expect(await marked(bookId, 'walks')).toEqual(['walked']);
  });

  it('is deleted when its book is purged', async () => {
    const { bookId } = await bookWithLanternEverywhere();
    const { write: sql } = own.running().database;
    const count = async () => (await sql`SELECT FROM search_passage WHERE book_id = ${bookId}`).length;
    expect(await count()).toBe(25 + others.flatMap(textsOf).length);
    await sql`DELETE FROM book WHERE id = ${bookId}`;
    expect(await count()).toBe(0);
  });

  it('stores each text exactly, split into passages', async () => {
    const edges = '\n'.repeat(999).concat('a'.repeat(2001), '\n', 'b '.repeat(1500), '\n\n', '🌧'.repeat(2500), ' c\n');
    const { bookId } = await bookOf(edges);
    const { write: sql } = own.running().database;
    const rows = await sql<{ body: string; length: number }[]>`
      SELECT body, length FROM search_passage WHERE book_id = ${bookId} AND field = 'content' ORDER BY no`;
    expect(rows.map(({ body }) => body).join('')).toBe(edges);
    expect(rows.every(({ body, length }) => length === [...body].length && length <= 3000)).toBe(true);
  });

  it.each([
    [
      'distinct words',
      Array.from({ length: 80_000 }, (_, n) => `w${n.toString(36)}`)
        .join(' ')
        .slice(0, 400_000),
      'w100',
    ],
    ['one word', 'x'.repeat(400_000), 'xxx*'],
    ['emoji', '🌧'.repeat(400_000), '🌧🌧'],
    ['single letters', 'a '.repeat(200_000), 'a'],
    ['empty lines', `${'\n'.repeat(399_995)}lamp.`, 'lamp'],
    ['long words of long letters', `${'漢'.repeat(999)} `.repeat(400), '漢'],
  ])('indexes 400,000 characters of %s', async (_what, content, q) => {
    const { bookId } = await bookOf(content);
    const [hit] = await find(bookId, q, { in: 'prose' });
    expect(hit.matches).toBeGreaterThan(0);
    expect(hit.snippets[0].highlights.length).toBeGreaterThan(0);
    const words = [...content];
    for (const { offset, text } of hit.snippets)
      expect(words.slice(offset, offset + [...text].length).join('')).toBe(text);
  });
});

describe('search snippets of arbitrary text (contract 12)', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'lamp',
      'lamps',
      'Lamp',
      'the ',
      ' ',
      '\n',
      '. ',
      '-',
      '🌧',
      'e\u0301',
      '灯',
      'ס',
      '\u200d',
      '\u00ad',
      '<',
      '/',
    ),
    fc.string({ unit: codePoint, maxLength: 6 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  );

  it('are exact substrings with valid highlights', async () => {
    const { bookId, chapterId } = await bookOf('A lamp.');
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 300 }),
        fc.constantFrom('lamp', 'the lamp', '灯', '🌧'),
        async (pieces, q) => {
          const content = `${pieces.join('')} lamp the 灯 🌧`;
          await rest('updateChapter', { bookId, chapterId, patch: { content } });
          const [hit] = await find(bookId, q, { in: 'prose' });
          const text = [...content];
          for (const { offset, text: shown, highlights } of hit.snippets) {
            const characters = [...shown];
            expect(text.slice(offset, offset + characters.length).join('')).toBe(shown);
            let last = 0;
            for (const { start, end } of highlights) {
              expect(start).toBeGreaterThanOrEqual(last);
              expect(end).toBeGreaterThan(start);
              last = end;
            }
            expect(last).toBeLessThanOrEqual(characters.length);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the cost of a search', () => {
  it('is bounded for common words, without missing a rare word', async () => {
    const common =
      'ab ac ad ae af ag ah ai aj ak al am an ao ap aq ar as at au av aw ax ay az ba bb bc bd be bf bg bh bi bj bk bl bm bn bo bp bq br bs bt bu bv';
    const line = `${common} ${'x'.repeat(900)}\n`;
    const { bookId } = await bookOf(`${line.repeat(150)}astrolabe`);
    expect(await find(bookId, `${common} astrolabe`, { in: 'prose' })).toHaveLength(1);
    expect(await find(bookId, `${common} sextant`, { in: 'prose' })).toEqual([]);
    expect(await find(bookId, `${common} -astrolabe`, { in: 'prose' })).toEqual([]);
    // Each word occurs 150 times, and only some of its passages are counted.
    expect((await find(bookId, common, { in: 'prose' }))[0].matches).toBeLessThan(150 * 20);
  });

  it('is two statements for any number of hits', async () => {
    const few = await bookOf('A lamp.');
    const many = (await bookWithLanternEverywhere()).bookId;
    for (let n = 0; n < 8; n += 1) await own.newChapter(many, { content: 'The lantern.\n'.repeat(300) });
    const asked = (bookId: string, q: string) => statementsOf(own.running(), () => find(bookId, q, { limit: 100 }));
    const [one, other] = [await asked(few.bookId, 'lamp'), await asked(many, 'lantern')];
    expect(other).toEqual(one);
    expect(one).toHaveLength(2);
  });
});
