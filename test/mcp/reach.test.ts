import { beforeAll, describe, expect, it } from 'vitest';
import { parseRoute } from '../../src/faces/faces.ts';
import { operations } from '../../src/operations.ts';
import { tokenCounter } from '../../src/providers/tokenizer.ts';
import { bodyOf } from '../registers/sample.ts';
import { type Ids, type Json, ownService, refusal, tool } from '../support/faces.ts';
import { unknownIds } from '../support/sample-records.ts';

const own = ownService({ LIMIT_PLAN_PER_MINUTE: '6' });
const call = async (name: string, args: object = {}): Promise<Json> =>
  (await own.tool(name, { ...args })).structuredContent;
const inner = (name: string, args: object = {}, dispatcher = 'call_tool') =>
  call(dispatcher, { name, arguments: args });
const refused = (name: string, args: object = {}) => refusal(own.tool(name, { ...args }));
const found = async (query: string) => (await call('find_tool', { query })).data.map(({ name }: Json) => name);

let bookId: string;
let ids: { ferry: string; fog: string; emma: string; jonas: string };
beforeAll(async () => {
  bookId = await own.newBook({ title: 'Low Water' });
  const [ferry, fog] = [
    await own.newChapter(bookId, { title: 'The Ferry', content: 'It came in late.' }),
    await own.newChapter(bookId, { title: 'Fog', summary: 'Nobody is at the rail.' }),
  ];
  await own.newChapter(bookId, { title: 'Twice' });
  await own.newChapter(bookId, { title: 'Twice' });
  ids = {
    ferry,
    fog,
    emma: await own.newCharacter(bookId, 'Emma Vale'),
    jonas: await own.newCharacter(bookId, 'Jonas'),
  };
});

describe('find_tool', () => {
  it.each([
    ['narrate a chapter as mp3', 'narrate_chapter'],
    ['bring a deleted chapter back', 'restore_chapter'],
    ['cover picture for the book', 'generate_covers'],
    ['publish', 'publish_book'],
    ['export as epub', 'get_book_export'],
    ['change the order of chapters', 'reorder_chapters'],
    ['make an api key token', 'create_token'],
    ['beat sheets', 'list_beat_sheets'],
    ['search all books', 'search_books'],
    ['read an imported novel and sum up its chapters', 'read_manuscript'],
    ['summarise every chapter of my manuscript', 'read_manuscript'],
    ['what does a chapter cost before I write it', 'preview_call'],
    ['which prompt did that run send to the model', 'get_run_prompt'],
    ['what happened in a chapter', 'get_recap'],
    ['correct one word in a chapter', 'edit_chapter'],
    ['change a sentence', 'edit_chapter'],
    ['fix a typo in the text', 'edit_chapter'],
    ['suggest a change to a sentence', 'propose_edits'],
    ['review the chapter and propose edits', 'propose_edits'],
    ['accept a suggestion', 'accept_proposals'],
    ['reject a suggestion', 'decline_proposals'],
    ['list open suggestions', 'list_proposals'],
    ['undo my suggestion', 'withdraw_proposals'],
    ['leave a comment on a passage', 'add_note'],
    ['reply to a comment', 'add_note'],
    ['mark a comment as done', 'update_note'],
    ['add a todo for the author', 'add_note'],
    ['replace a passage', 'edit_chapter'],
    ['add a paragraph at the end of the chapter', 'append_to_chapter'],
    ['download the book as a word file', 'get_book_export'],
    ['check for typos', 'lint_chapter'],
    ['update_character_conflict', 'update_character_conflict'],
    ['a character has died in chapter 12', 'date_character'],
    ['her married name from a chapter on', 'date_character'],
    ['propose premise and cast of an imported novel', 'generate_profile'],
    ['summarise ten chapters in one recap', 'set_arc'],
    ['recaps of ten chapters each', 'list_arcs'],
  ])('finds a tool for "%s": %s', async (query, name) => {
    expect(await found(query)).toContain(name);
  });

  it('returns at most four tools with dispatcher, and with input schema on request', async () => {
    const { data } = await call('find_tool', { query: 'chapter book character', detail: 'full' });
    expect(data).toHaveLength(4);
    for (const one of data)
      expect(one).toEqual({
        name: expect.any(String),
        description: expect.any(String),
        inputSchema: expect.objectContaining({ type: 'object' }),
        callWith: /^(get|list|read|search|lint)_/.test(one.name) ? 'call_read_tool' : 'call_tool',
      });
  });

  it('returns only permitted tools, or a hint if none match', async () => {
    const reader = await own.running().newKey({ scopes: ['books:read'] });
    const { structuredContent } = await tool(own.url(), reader, 'find_tool', { query: 'delete a chapter' });
    for (const { name } of structuredContent.data) expect(name).toMatch(/^(get|list|read|search|lint)_/);
    expect(await call('find_tool', { query: 'xyzzy' })).toEqual({
      data: [],
      hint: expect.stringContaining('No tool does this'),
    });
  });
});

describe('call_tool and call_read_tool', () => {
  it('return the same result as the tool itself', async () => {
    const direct = await call('get_publication', { bookId });
    expect(await inner('get_publication', { bookId })).toEqual(direct);
    expect(await inner('get_publication', { bookId }, 'call_read_tool')).toEqual(direct);
    expect((await inner('move_chapter', { bookId, chapterId: ids.fog, order: 1 })).data).toMatchObject({ order: 1 });
    await inner('move_chapter', { bookId, chapterId: ids.fog, order: 2 });
  });

  it.each([
    ['call_read_tool', 'delete_chapter', 'Call it with call_tool.'],
    ['call_read_tool', 'find_tool', 'Call find_tool itself.'],
    ['call_tool', 'call_tool', 'Call call_tool itself.'],
    ['call_tool', 'call_read_tool', 'Call call_read_tool itself.'],
    ['call_tool', 'delet_chapter', 'Did you mean delete_chapter?'],
  ])('%s rejects %s', async (dispatcher, name, remedy) => {
    const { code, message, body } = await refused(dispatcher, { name, arguments: { bookId } });
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining(remedy)]);
    expect(body.issues).toMatchObject([{ path: 'name' }]);
  });

  it('apply scope, key restrictions and plan bucket of the inner tool', async () => {
    const service = own.running();
    const reader = await service.newKey({ scopes: ['books:read'] });
    const changing = { name: 'delete_chapter', arguments: {} };
    expect(await refusal(tool(own.url(), reader, 'call_tool', changing))).toMatchObject({
      code: 'insufficient_scope',
      body: { required_scope: 'books:write' },
    });
    const { json } = await own.http('POST', '/v1/account/tokens', { scopes: ['books:read'], tools: ['list_books'] });
    const bound = json.data.secret;
    expect((await tool(own.url(), bound, 'call_tool', { name: 'list_books' })).isError).not.toBe(true);
    expect(
      await refusal(tool(own.url(), bound, 'call_tool', { name: 'get_plan', arguments: { bookId } })),
    ).toMatchObject({
      code: 'insufficient_scope',
    });
    const outcomes: string[] = [];
    for (let round = 0; round < 7; round += 1)
      outcomes.push(
        await inner('get_plan', { bookId }).then(
          () => 'answered',
          ({ code }) => code,
        ),
      );
    expect(outcomes.at(-1)).toBe('rate_limited');
  });

  it('run once per idempotency key of the inner tool', async () => {
    const args = { bookId, name: 'Ada', idempotencyKey: 'once' };
    const first = await inner('create_character', args);
    expect((await call('create_character', args)).data.id).toBe(first.data.id);
  });

  it('accept the former name of a tool', async () => {
    expect(await call('get_book_statistics', { bookId })).toEqual(await call('get_statistics', { bookId }));
  });
});

describe('compact results', () => {
  const tokens = (value: unknown) => JSON.stringify(value).length / 3;

  it('hold 30 chapters in 2,000 tokens and a book in 1,500; detail: full adds all fields', async () => {
    const book = await own.newBook({ title: 'Long', description: 'It is long. '.repeat(100) });
    for (let at = 0; at < 30; at += 1)
      await own.newChapter(book, {
        title: `Chapter of the tide ${at}`,
        summary: 'Rain. '.repeat(60),
        notes: 'Slow. '.repeat(20),
      });
    const list = await own.tool('list_chapters', { bookId: book });
    const one = await own.tool('get_book', { bookId: book });
    const count = await tokenCounter();
    expect(count(list.content[0].text)).toBeLessThanOrEqual(2_000);
    expect(count(one.content[0].text)).toBeLessThanOrEqual(1_500);
    const full = await call('list_chapters', { bookId: book, detail: 'full' });
    expect(tokens(full)).toBeGreaterThan(4 * tokens(list.structuredContent));
    expect(full.data).toEqual((await own.http('GET', `/v1/books/${book}/chapters`)).json.data);
  });

  it('of a change contain its state, or all fields with detail: full', async () => {
    const args = { bookId, chapterId: ids.ferry, notes: 'Slower.' };
    expect(Object.keys((await call('update_chapter', args)).data)).toEqual([
      ...['id', 'order', 'title', 'status', 'wordCount', 'version'],
    ]);
    expect((await call('update_chapter', { ...args, detail: 'full' })).data).toMatchObject({
      notes: 'Slower.',
      content: 'It came in late.',
    });
  });
});

describe('a name or number instead of an id', () => {
  it.each([
    ['title', 'Fog'],
    ['number', '2'],
    ['numeric number', 2],
  ])('selects a chapter by its %s, and the result has the id', async (_what, chapterId) => {
    const answer = await call('get_chapter', { bookId, chapterId });
    expect(answer).toMatchObject({
      data: { id: ids.fog, summary: 'Nobody is at the rail.' },
      ids: { chapterId: ids.fog },
    });
  });

  it('selects characters in every argument that takes them', async () => {
    const { data, ids: shown } = await call('update_chapter', {
      ...{ bookId, chapterId: 'Fog', povCharacterId: 'Emma Vale', participantIds: ['Jonas', ids.emma], detail: 'full' },
    });
    expect(data).toMatchObject({ povCharacterId: ids.emma, participantIds: [ids.jonas, ids.emma] });
    expect(shown).toEqual({ chapterId: ids.fog, povCharacterId: ids.emma, participantIds: [ids.jonas, ids.emma] });
    const edge = { bookId, fromCharacterId: 'Jonas', toCharacterId: 'Emma Vale', kind: 'debt', description: 'A boat.' };
    expect((await call('add_character_conflict', edge)).ids).toEqual({
      fromCharacterId: ids.jonas,
      toCharacterId: ids.emma,
    });
  });

  it('may be a word of a name that nobody else has, in any letter case', async () => {
    const of = async (characterId: string) => (await call('get_character', { bookId, characterId })).data.id;
    expect([await of('Emma'), await of('emma vale'), await of('VALE')]).toEqual([ids.emma, ids.emma, ids.emma]);
    const { data } = await call('create_character', { bookId, name: 'Tom Vale' });
    expect(await of('Tom')).toBe(data.id);
    const message = expect.stringMatching(/^names 2 characters: /);
    expect(await refused('get_character', { bookId, characterId: 'Vale' })).toMatchObject({
      body: { issues: [{ message }] },
    });
    await call('delete_character', { bookId, characterId: 'Tom Vale' });
  });

  it('is resolved to the id in the source line of prose', async () => {
    const { content } = await own.tool('read_chapter', { bookId, chapterId: 'The Ferry' });
    expect(content).toEqual([
      { type: 'text', text: expect.stringMatching(`, chapter ${ids.ferry}, [^\n]+\n\nIt came in late.$`) },
    ]);
  });

  it('selects an archived chapter for restore_chapter', async () => {
    await call('delete_chapter', { bookId, chapterId: 'Fog' });
    expect((await call('restore_chapter', { bookId, chapterId: 'Fog' })).data.id).toBe(ids.fog);
  });

  it('is rejected with both ids if it is ambiguous', async () => {
    const { code, body } = await refused('get_chapter', { bookId, chapterId: 'Twice' });
    expect([code, body.issues]).toEqual([
      'invalid_request',
      [
        {
          path: 'chapterId',
          message: expect.stringMatching(/^names 2 chapters: ch_\w+, ch_\w+\. Send the id of one\.$/),
        },
      ],
    ]);
  });

  it('that is unknown causes an error with the nearest name and the listing tool', async () => {
    expect(await refused('get_character', { bookId, characterId: 'Ema Vale' })).toMatchObject({
      code: 'not_found',
      message:
        'No such character. characterId is not an id, name or alias in this book. The nearest is "Emma Vale". list_characters shows valid ids.',
    });
  });

  it('reveals nothing to a key without books:read', async () => {
    const writer = await own.running().newKey({ scopes: ['books:write'] });
    const args = { bookId, chapterId: 'Fgo', notes: 'x' };
    const { message } = await refusal(tool(own.url(), writer, 'update_chapter', args));
    expect(message).toMatch(/^No such \w+\. Check \w+: list_\w+ shows valid ids\.$/);
  });
});

describe('an error suggests the next step', () => {
  it('for an unknown id: the argument and the listing tool', async () => {
    expect((await refused('list_chapters', { bookId: 'bk_none' })).message).toBe(
      'No such book. Check bookId: list_books shows valid ids.',
    );
    expect((await refused('get_generation', { runId: 'run_none' })).message).toContain('list_runs');
  });

  const aboutOneRecord = operations.filter(({ rest = '', tool }) => tool && /Id\}$/.test(parseRoute(rest).path));

  it.each(aboutOneRecord)('for $tool.name with an unknown id: the argument and the listing tool', async (operation) => {
    const nowhere = unknownIds();
    const { parameters } = parseRoute(operation.rest ?? '');
    const [last = ''] = parameters.slice(-1);
    const known: Ids = { ...nowhere, bookId, chapterId: ids.ferry };
    const args = Object.fromEntries(parameters.map((name) => [name, name === last ? nowhere[name] : known[name]]));
    const body = operation.body ? bodyOf(operation, nowhere) : {};
    const { code, message } = await refused(operation.tool?.name ?? '', { ...body, ...args });
    expect([code, message]).toEqual([
      'not_found',
      expect.stringMatching(`^No such [a-z ]+\\. Check ${last}: (list|lint)_\\w+ shows valid ids\\.$`),
    ]);
  });

  it('for an unknown argument: the nearest one', async () => {
    const { body } = await refused('create_character', { bookId, name: 'Ada', wants: 'rest' });
    expect(body.issues).toMatchObject([{ path: 'wants', message: expect.stringContaining('Did you mean want?') }]);
  });

  it.each([
    ['write_chapter', 'get_chapter_brief, then save_chapter'],
    ['generate_outline', 'create_chapter'],
    ['narrate_chapter', 'get_book_export'],
    ['generate_covers', 'add_cover'],
  ])('for %s without a provider: an alternative', async (name, way) => {
    const isEmpty = name === 'write_chapter';
    const args =
      name === 'generate_outline'
        ? { bookId: await own.newBook() }
        : { bookId, ...(name.endsWith('_chapter') && { chapterId: isEmpty ? ids.fog : ids.ferry }) };
    expect(await refused(name, args)).toMatchObject({
      code: 'feature_disabled',
      message: expect.stringContaining(way),
    });
  });
});

it('get_chapter_brief ends with the next call to make', async () => {
  const { content } = await own.tool('get_chapter_brief', { bookId, chapterId: 'Fog' });
  expect(content.at(-1).text).toContain(`call save_chapter with {"bookId":"${bookId}","chapterId":"${ids.fog}"}`);
});

it('list_beat_sheets needs no book', async () => {
  expect((await call('list_beat_sheets')).data).toHaveLength(6);
  expect((await refused('list_beat_sheets', { bookId: 'bk_none' })).code).toBe('not_found');
});
