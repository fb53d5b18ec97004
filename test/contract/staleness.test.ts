import { beforeAll, describe, expect, it } from 'vitest';
import { faceNames, type Json } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { statementsOf } from '../support/statements.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');

interface World {
  bookId: string;
  emma: string;
  jonas: string;
  ada: string;
  edge: string;
  mood: string;
  /** Three generated chapters and one by hand, in order. */
  chapters: string[];
}

const write = (bookId: string, chapterId: string | undefined, input: object = {}) =>
  own.graphql(
    'mutation ($b: ID!, $c: ID!, $i: WriteRequest) { writeChapter(bookId: $b, chapterId: $c, input: $i, waitSeconds: 20) { state } }',
    { b: bookId, c: chapterId, i: input },
  );

async function newWorld(): Promise<World> {
  fakes.text.script(reply.text(['Rain came.']));
  const bookId = await own.newBook({ title: 'The Light' });
  const [emma, jonas, ada] = [
    await own.newCharacter(bookId, 'Emma'),
    await own.newCharacter(bookId, 'Jonas'),
    await own.newCharacter(bookId, 'Ada'),
  ];
  const ends = { fromCharacterId: emma, toCharacterId: jonas };
  const { id: edge } = await rest('addConflict', {
    bookId,
    input: { ...ends, kind: 'goal', description: 'The lamp.' },
  });
  const { id: mood } = await rest('addMoodReference', { bookId, input: { kind: 'music', title: 'Nocturne' } });
  const chapters: string[] = [];
  for (const fields of [
    { title: 'Landfall', summary: 'Emma lands.' },
    { title: 'The Lamp', summary: 'Emma and Jonas argue.' },
    { title: 'Fog', summary: 'Nothing can be seen.', participantIds: [jonas] },
    { title: 'By hand', summary: 'Jonas waits.', content: 'He waited.' },
  ])
    chapters.push(await own.newChapter(bookId, fields));
  for (const chapterId of chapters.slice(0, 3)) await write(bookId, chapterId);
  return { bookId, emma, jonas, ada, edge, mood, chapters };
}

/** The changes by order of the chapter: `input change name: fields`. */
function changesByOrder(list: Json[]): Record<string, string[]> {
  return Object.fromEntries(
    list.map(({ order, changes }) => [
      order,
      changes.map(({ input, change, name, fields }: Json) =>
        [`${input} ${change} ${name}`, ...(fields.length > 0 ? [fields.join(' ')] : [])].join(': '),
      ),
    ]),
  );
}
const staleChaptersOf = async ({ bookId }: World) => changesByOrder(await rest('staleness', { bookId }));

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

type Fields = object | ((world: World) => object);
/** Applies a change and returns its undo function. */
type Change = (world: World) => Promise<() => Promise<unknown>>;
/** Changes fields of a record; undo restores their former values. */
const patch =
  (field: string, ids: (world: World) => object, to: Fields, from: Fields): Change =>
  async (world) => {
    const set = (fields: Fields) => {
      const patch = typeof fields === 'function' ? fields(world) : fields;
      return rest(field, { bookId: world.bookId, ...ids(world), patch });
    };
    await set(to);
    return () => set(from);
  };
const book = (to: object, from: object) => patch('updateBook', () => ({}), to, from);
const plan = (to: object, from: object) => patch('updatePlan', () => ({}), to, from);
const style = (to: object, from: object) => patch('updateStyle', () => ({}), to, from);
const character = (who: 'emma' | 'ada', to: object, from: object) =>
  patch('updateCharacter', (world) => ({ characterId: world[who] }), to, from);
const conflict = (to: object, from: object) => patch('updateConflict', ({ edge }) => ({ conflictId: edge }), to, from);
const mood = (to: object, from: object) => patch('updateMoodReference', ({ mood }) => ({ moodId: mood }), to, from);
const chapter = (nth: number, to: Fields, from: Fields) =>
  patch('updateChapter', ({ chapters }) => ({ chapterId: chapters[nth - 1] }), to, from);
const added =
  (add: string, remove: string, idName: string, input: Fields): Change =>
  async (world) => {
    const { bookId } = world;
    const { id } = await rest(add, { bookId, input: typeof input === 'function' ? input(world) : input });
    return () => rest(remove, { bookId, [idName]: id });
  };
const moved =
  (nth: number, order: number): Change =>
  async ({ bookId, chapters }) => {
    const move = (order: number) => rest('moveChapter', { bookId, chapterId: chapters[nth - 1], move: { order } });
    await move(order);
    return () => move(nth);
  };

const all = (...changes: string[]) => ({ 1: changes, 2: changes, 3: changes });
const table: [what: string, change: Change, expected: Record<number, string[]>][] = [
  [
    'the premise',
    book({ premise: 'Another storm.' }, { premise: 'A lighthouse keeper and a storm.' }),
    all('book changed The Light: premise'),
  ],
  ['the genre through the plan', plan({ genre: 'gothic' }, { genre: null }), all('book changed The Light: genre')],
  ['the colour of the cover', book({ coverColor: '#ff0000' }, { coverColor: null }), {}],
  ['the person to tell in', style({ personLock: 'first' }, { personLock: null }), all('style added The Light')],
  [
    'the style guide and the words to avoid',
    style({ styleGuide: 'Plain.', avoid: ['very'] }, { styleGuide: null, avoid: null }),
    all('style added The Light'),
  ],
  ['the patterns that lint looks for', style({ prosePatterns: false }, { prosePatterns: null }), {}],
  [
    'the theme and a lock',
    plan({ themeStatement: 'Light is owed.', povLock: 'first' }, { themeStatement: null, povLock: null }),
    all('plan changed The Light: themeStatement povLock'),
  ],
  ['the confidence of the genre', plan({ genreConfidence: 50 }, { genreConfidence: null }), {}],
  [
    'citations',
    plan({ researchCitations: [{ title: 'Tides', url: 'https://example.org/' }] }, { researchCitations: [] }),
    all('plan changed The Light: researchCitations'),
  ],
  [
    'the beat sheet',
    plan({ beatSheetTemplate: 'three-act' }, { beatSheetTemplate: null }),
    {
      1: ['plan changed The Light: beatSheetTemplate', 'chapter changed Landfall: beatKeys'],
      2: ['plan changed The Light: beatSheetTemplate', 'chapter changed The Lamp: beatKeys'],
      3: ['plan changed The Light: beatSheetTemplate', 'chapter changed Fog: beatKeys'],
    },
  ],
  [
    'the want of a participant',
    character('emma', { want: 'the key' }, { want: null }),
    { 1: ['character changed Emma: want'], 2: ['character changed Emma: want'] },
  ],
  [
    'a name that the summary still uses',
    character('emma', { name: 'Emily' }, { name: 'Emma' }),
    {
      1: ['character changed Emily: name'],
      2: ['character changed Emily: name', 'conflict removed Emma and Jonas: goal'],
    },
  ],
  ['the bio of a non-participant', character('ada', { bio: 'An aunt.' }, { bio: '' }), {}],
  ['a new non-participant', added('createCharacter', 'deleteCharacter', 'characterId', { name: 'Ben' }), {}],
  [
    'a new character named in a summary',
    added('createCharacter', 'deleteCharacter', 'characterId', { name: 'Harbour', aliases: ['Landfall'] }),
    { 1: ['character added Harbour'] },
  ],
  [
    'the participants',
    chapter(
      3,
      ({ ada }) => ({ participantIds: [ada] }),
      ({ jonas }) => ({ participantIds: [jonas] }),
    ),
    { 3: ['character removed Jonas', 'character added Ada'] },
  ],
  [
    'a conflict of participants',
    conflict({ intensity: 5 }, { intensity: 3 }),
    { 2: ['conflict changed Emma and Jonas: goal: intensity'] },
  ],
  [
    'a new conflict of participants',
    added('addConflict', 'removeConflict', 'conflictId', ({ emma, jonas }: World) => ({
      fromCharacterId: emma,
      toCharacterId: jonas,
      mutual: false,
      kind: 'debt',
      description: 'Money.',
    })),
    { 2: ['conflict added Emma against Jonas: debt'] },
  ],
  [
    'a new conflict with a non-participant',
    added('addConflict', 'removeConflict', 'conflictId', ({ emma, ada }: World) => ({
      fromCharacterId: emma,
      toCharacterId: ada,
      kind: 'debt',
      description: 'Money.',
    })),
    {},
  ],
  ['the note of a mood', mood({ note: 'Slow.' }, { note: '' }), all('mood changed Nocturne: note')],
  ['the url of a mood', mood({ url: 'https://example.org/' }, { url: null }), {}],
  [
    'a new mood',
    added('addMoodReference', 'removeMoodReference', 'moodId', { kind: 'film', title: 'Fog' }),
    all('mood added Fog'),
  ],
  [
    'the summary of a chapter',
    chapter(2, { summary: 'Emma and Jonas shout.' }, { summary: 'Emma and Jonas argue.' }),
    {
      1: ['outline changed The Lamp: summary'],
      2: ['chapter changed The Lamp: summary'],
      3: ['outline changed The Lamp: summary'],
    },
  ],
  [
    'the notes of a chapter',
    chapter(2, { notes: 'Short.' }, { notes: '' }),
    { 2: ['chapter changed The Lamp: notes'] },
  ],
  [
    'the point of view',
    chapter(1, ({ emma }) => ({ povCharacterId: emma }), { povCharacterId: null }),
    // Her conflict with somebody absent comes with her.
    { 1: ['chapter changed Landfall: povCharacterId', 'conflict added Emma and Jonas: goal'] },
  ],
  ['beats without a beat sheet', chapter(1, { beatKeys: ['hook'] }, { beatKeys: [] }), {}],
  ['white space around a summary', chapter(1, { summary: ' Emma lands. ' }, { summary: 'Emma lands.' }), {}],
  ['the chapter order', moved(4, 1), { 2: ['outline added By hand'], 4: ['outline removed By hand'] }],
  [
    'a new chapter next to a text set by hand',
    added('createChapter', 'deleteChapter', 'chapterId', { title: 'Coda' }),
    {},
  ],
];

describe('a change of an input (docs/generation.md, "Staleness")', () => {
  it.each(table)('lists exactly the affected chapters with reasons: %s', async (_what, change, expected) => {
    expect(await staleChaptersOf(world)).toEqual({});
    const undo = await change(world);
    const found = await staleChaptersOf(world);
    await undo();
    expect(found).toEqual(expected);
    expect(await staleChaptersOf(world)).toEqual({});
  });
});

describeInTurn(faceNames)('stale chapters through %s', (name, it) => {
  it('are listed in order with their changes', async () => {
    const { bookId, emma, chapters } = world;
    const undo = await character('emma', { fear: 'the sea', lie: 'It is calm.' }, { fear: null, lie: null })(world);
    const changes = [{ input: 'character', change: 'changed', id: emma, name: 'Emma', fields: ['fear', 'lie'] }];
    const found = await own.face(name)('staleness', { bookId });
    await undo();
    expect(found).toEqual([
      { chapterId: chapters[0], order: 1, title: 'Landfall', isStale: true, changes },
      { chapterId: chapters[1], order: 2, title: 'The Lamp', isStale: true, changes },
    ]);
    expect(await own.face(name)('staleness', { bookId })).toEqual([]);
  });
});

describe('unrelated actions', () => {
  it('such as writing, editing, publishing and reading make no other chapter stale', async () => {
    const made = await newWorld();
    const { bookId, chapters } = made;
    await write(bookId, chapters[1], { restart: true });
    await rest('updateChapter', { bookId, chapterId: chapters[2], patch: { content: 'Emma and Jonas and Ada.' } });
    await rest('publishBook', { bookId, input: { publish: true } });
    await own.http('GET', `/v1/books/${bookId}/chapters/${chapters[0]}/prompt`);
    expect(await staleChaptersOf(made)).toEqual({});
  });
});

describe('a stale chapter', () => {
  const stale = { 1: ['character changed Emma: want'], 2: ['character changed Emma: want'] };
  let made: World;
  beforeAll(async () => {
    made = await newWorld();
    await character('emma', { want: 'home' }, {})(made);
  });

  it('is fresh after a write or edit, and stale again after a restore', async () => {
    const { bookId, chapters } = made;
    expect(await staleChaptersOf(made)).toEqual(stale);
    await write(bookId, chapters[0], { restart: true });
    await rest('updateChapter', { bookId, chapterId: chapters[1], patch: { content: 'By hand.' } });
    expect(await staleChaptersOf(made)).toEqual({});
    for (const chapterId of chapters.slice(0, 2)) {
      const [, former] = await rest('revisions', { bookId, chapterId });
      await rest('restoreRevision', { bookId, chapterId, revisionId: former.id });
    }
    expect(await staleChaptersOf(made)).toEqual(stale);
  });

  it('stays stale when continued, because its oldest part counts', async () => {
    const { bookId } = made;
    const chapterId = await own.newChapter(bookId, { title: 'Storm', summary: 'Emma runs.' });
    fakes.text.script(reply.cutSocket(['Half a']));
    await write(bookId, chapterId);
    await character('emma', { want: 'shelter' }, {})(made);
    fakes.text.script(reply.text([' sentence.']));
    await write(bookId, chapterId);
    const found = await staleChaptersOf(made);
    await character('emma', { want: 'home' }, {})(made);
    expect(found[5]).toEqual(['character changed Emma: want']);
  });

  it('names deleted records by their last name', async () => {
    const { bookId, jonas, mood: moodId } = await newWorld();
    await rest('deleteCharacter', { bookId, characterId: jonas });
    await rest('removeMoodReference', { bookId, moodId });
    expect(changesByOrder(await rest('staleness', { bookId }))).toEqual({
      1: ['mood removed Nocturne'],
      2: ['character removed Jonas', 'conflict removed Emma and Jonas: goal', 'mood removed Nocturne'],
      3: ['character removed Jonas', 'mood removed Nocturne'],
    });
  });

  it('is reported in the chapter list with a constant number of statements', async () => {
    const query = `query ($id: ID!) { chapters(bookId: $id) { order title staleness { chapterId order title isStale changes { input change id name fields } } } }`;
    const { chapters } = await own.graphql(query, { id: made.bookId });
    const listed = await rest('staleness', { bookId: made.bookId });
    const each = chapters.map(({ staleness }: Json) => staleness);
    expect(each.filter(({ isStale }: Json) => isStale)).toEqual(listed);
    expect(each.filter(({ isStale }: Json) => !isStale).every(({ changes }: Json) => changes.length === 0)).toBe(true);
    const one = await own.newBook();
    await own.newChapter(one, { content: 'X.' });
    const asked = (id: string) => statementsOf(own.running(), () => own.graphql(query, { id }));
    expect((await asked(made.bookId)).toSorted()).toEqual((await asked(one)).toSorted());
    const root = (bookId: string) =>
      statementsOf(own.running(), () => own.http('GET', `/v1/books/${bookId}/staleness`));
    expect((await root(made.bookId)).toSorted()).toEqual((await root(one)).toSorted());
  });

  it('has the inputs of both texts after a merge', async () => {
    const there = await newWorld();
    // Jonas is in the second chapter alone.
    await rest('mergeChapters', { bookId: there.bookId, chapterId: there.chapters[0] });
    await rest('updateCharacter', { bookId: there.bookId, characterId: there.jonas, patch: { want: 'To leave.' } });
    expect((await staleChaptersOf(there))['1']).toContainEqual('character changed Jonas: want');
  });

  it('is not reported once archived', async () => {
    const { bookId, chapters } = made;
    await rest('deleteChapter', { bookId, chapterId: chapters[0] });
    const query = 'query ($id: ID!) { chapters(bookId: $id, archived: true) { staleness { isStale changes { id } } } }';
    expect((await own.graphql(query, { id: bookId })).chapters).toEqual([
      { staleness: { isStale: false, changes: [] } },
    ]);
  });
});
