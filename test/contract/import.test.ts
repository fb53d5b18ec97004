import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { importBytesMax } from '../../src/domain/leaving/port/rules.ts';
import { newId } from '../../src/ids/id.ts';
import { withoutIds } from '../support/documents.ts';
import { facesWith, http, type Json, ownService, rawHttp, refusal } from '../support/faces.ts';
import { reply, startProvider } from '../support/provider.ts';
import { describeInTurn } from '../support/turns.ts';

const provider = await startProvider();
provider.script(reply.text(['Rain came.']));
const own = ownService({
  OPENAI_BASE_URL: provider.url,
  LIMIT_REQUESTS_PER_MINUTE: '0',
  LIMIT_PROVIDER_PER_MINUTE: '0',
});
afterAll(() => provider.close());
const path = '/v1/books/import';
const send = (body: string, type: string, headers: Record<string, string> = {}) =>
  own.http('POST', path, body, { 'content-type': type, ...headers });
const chaptersOf = async (bookId: string, key = own.key()): Promise<Json[]> =>
  (await http(own.url(), key, 'GET', `/v1/books/${bookId}?include=content`)).json.data.chapters;
const bookCount = async (): Promise<number> => (await own.http('GET', '/v1/books?limit=100')).json.data.length;
const titlesAndTexts = (chapters: Json[]) => chapters.map(({ title, content }) => [title, content]);

/** A document with one record of each kind. */
const small = () => ({
  format: 'fabula-book',
  version: 1,
  book: { title: 'Storm', premise: 'A lighthouse keeper and a storm.' },
  characters: [
    { id: 'emma', name: 'Emma' },
    { id: 'jonas', name: 'Jonas' },
  ],
  conflicts: [{ fromCharacterId: 'emma', toCharacterId: 'jonas', kind: 'goal', description: 'Both want the light.' }],
  moodReferences: [{ kind: 'music', title: 'Rain' }],
  chapters: [
    {
      id: 'one',
      title: 'Landfall',
      povCharacterId: 'emma',
      participantIds: ['jonas'],
      text: { content: 'Rain fell.' },
      revisions: [{ content: 'Fog.' }],
    },
  ],
});

describeInTurn(facesWith('importBook'))('importing through %s (import-export.md)', (name, it) => {
  const call = own.face(name);

  it('creates a book from Markdown, split at headings, with texts of origin import', async () => {
    const content =
      '---\ntitle: Storm\nauthor: "N. Keeper"\nlanguage: de\n---\n\n## Eins\n\nRegen.\n\n## Zwei\n\nNebel.\n';
    const made = await call('importBook', { input: { format: 'markdown', content } });
    expect(made).toMatchObject({
      title: 'Storm',
      author: 'N. Keeper',
      language: 'de',
      wordCount: 2,
      status: 'ready',
      version: 1,
    });
    const chapters = await chaptersOf(made.id);
    expect(titlesAndTexts(chapters)).toEqual([
      ['Eins', 'Regen.'],
      ['Zwei', 'Nebel.'],
    ]);
    const revisions = (await own.http('GET', `/v1/books/${made.id}/chapters/${chapters[0].id}/revisions`)).json.data;
    expect(revisions).toMatchObject([{ origin: 'import', isCurrent: true, runId: null }]);
  });

  it('accepts a JSON export, and overrides title and language', async () => {
    const made = await call('importBook', {
      input: { format: 'json', content: JSON.stringify(small()), title: 'Gale', language: 'en-GB' },
    });
    expect(made).toMatchObject({ title: 'Gale', language: 'en-GB', wordCount: 2 });
  });

  it('reports the path of an invalid member and creates nothing', async () => {
    const document = small();
    Object.assign(document.chapters[0] ?? {}, { title: 'x'.repeat(201) });
    const before = await bookCount();
    const { code, body } = await refusal(
      call('importBook', { input: { format: 'json', content: JSON.stringify(document) } }),
    );
    expect(code).toBe('invalid_request');
    expect(body.issues).toEqual([
      { path: 'chapters[0].title', message: 'is 201 characters; the limit is 200. Shorten it.' },
    ]);
    expect(await bookCount()).toBe(before);
  });
});

describe('a book with revisions, waivers and variants (import-export.md)', () => {
  async function bookWithHistory(): Promise<string> {
    const bookId = (await send(JSON.stringify(small()), 'application/json')).json.data.id;
    const [chapter] = await chaptersOf(bookId);
    const at = `/v1/books/${bookId}/chapters/${chapter.id}`;
    await own.http('PATCH', at, { content: 'The rain will not stop for anybody in the world. '.repeat(12) });
    await own.http('PATCH', `/v1/books/${bookId}/plan`, { themeStatement: 'Light is owed.' });
    const { findings } = (await own.http('GET', `${at}/lint`)).json.data;
    expect(findings.map(({ code }: Json) => code)).toEqual(
      expect.arrayContaining(['text_repeated', 'character_unseen']),
    );
    for (const { id } of findings) await own.http('POST', `${at}/lint/waivers`, { findingId: id, reason: 'Meant so.' });
    const other = await own.newChapter(bookId, { title: 'Gone', content: 'Mist.' });
    await own.http('DELETE', `/v1/books/${bookId}/chapters/${other}`);
    const sql = own.running().database.write;
    await sql`
      INSERT INTO chapter_recap (account_id, chapter_id, revision_id, fresh_revision_id, events, model, run_id)
      SELECT account_id, chapter_id, revision_id, revision_id, 'It rained.', 'm', ${newId('run')} FROM chapter_text WHERE chapter_id = ${chapter.id}`;
    await sql`
      INSERT INTO outline_variant (account_id, book_id, id, run_id, chapters, model, plan_version)
      SELECT account_id, id, ${newId('var')}, ${newId('run')}, '[{"title":"A","summary":"Ashore.","povCharacterId":null,"beatKeys":[],"participantIds":[]}]', 'm', 1 FROM book WHERE id = ${bookId}`;
    return bookId;
  }
  const exported = async (bookId: string, key = own.key()) =>
    (await http(own.url(), key, 'GET', `/v1/books/${bookId}/export?format=json`)).text;

  it('is restored completely in another account, with new ids', async () => {
    const first = await exported(await bookWithHistory());
    const other = await own.running().newKey();
    const made = await http(own.url(), other, 'POST', path, first);
    expect(made.status).toBe(201);
    const bookId = made.json.data.id;
    const second = await exported(bookId, other);
    const lintless = (text: string) =>
      JSON.parse(text, (key, value) => (key === 'lint' && value ? value.waivers.length : value));
    expect(withoutIds(lintless(second))).toEqual(withoutIds(lintless(first)));
    const ids = (text: string) => new Set(text.match(/\b(ch|chr)_[0-9a-z]{26}\b/g));
    expect(
      [...ids(second)].filter((id) => ids(first).has(id) && !second.includes(`"lint":{"chapterId":"${id}"`)),
    ).toEqual([]);

    const [chapter] = await chaptersOf(bookId, other);
    const lint = (await http(own.url(), other, 'GET', `/v1/books/${bookId}/chapters/${chapter.id}/lint`)).json.data;
    expect(lint.findings.length).toBeGreaterThan(1);
    for (const finding of lint.findings) expect(finding).toMatchObject({ waiver: { reason: 'Meant so.' } });
    const variants = (await http(own.url(), other, 'GET', `/v1/books/${bookId}/outline/variants`)).json.data;
    expect(variants).toMatchObject([{ runId: null, model: 'm' }]);
    const archived = (await http(own.url(), other, 'GET', `/v1/books/${bookId}/chapters?archived=true`)).json.data;
    expect(archived).toMatchObject([{ title: 'Gone' }]);
  });

  it('keeps staleness by mapping the inputs of texts to new ids', async () => {
    const document = {
      ...small(),
      chapters: [{ id: 'one', title: 'Landfall', povCharacterId: 'emma', participantIds: ['jonas'] }],
    };
    const bookId = (await send(JSON.stringify(document), 'application/json')).json.data.id;
    const [chapter] = await chaptersOf(bookId);
    await own.graphql(
      'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, waitSeconds: 20) { state } }',
      { b: bookId, c: chapter.id },
    );
    const changes = async (of: string) =>
      (await own.http('GET', `/v1/books/${of}/staleness`)).json.data.map(({ changes }: Json) =>
        changes.map(({ input, change, name, fields }: Json) => [input, change, name, fields]),
      );
    const again = async () => (await send(await exported(bookId), 'application/json')).json.data.id;
    expect([await changes(bookId), await changes(await again())]).toEqual([[], []]);
    const cast = (await own.http('GET', `/v1/books/${bookId}/characters`)).json.data;
    await own.http('PATCH', `/v1/books/${bookId}/characters/${cast[1].id}`, { name: 'John' });
    const stale = [[['character', 'changed', 'John', ['name']]]];
    expect([await changes(bookId), await changes(await again())]).toEqual([stale, stale]);
  });
});

describe('the body of an import over REST (import-export.md)', () => {
  it('may be the file itself: Markdown, text, or JSON with members in any order', async () => {
    const markdown = await send('# Eins\n\nRegen.\n', 'text/markdown; charset=utf-8');
    expect([markdown.status, markdown.json.data.title]).toEqual([201, 'Eins']);
    expect((await send('CHAPTER I\n\nRain.\n', 'text/plain')).status).toBe(201);
    const { format, version, ...rest } = small();
    expect((await send(JSON.stringify({ ...rest, version, format }, null, 2), 'application/json')).status).toBe(201);
  });

  it.each([
    ['image/png', 'x', 415, 'unsupported_media_type'],
    ['text/html', '<h1>x</h1>', 415, 'unsupported_media_type'],
    ['application/json', '{"format": "epub", "content": "x"}', 400, 'invalid_request'],
    ['application/json', '{"format": "markdown"}', 400, 'invalid_request'],
    ['application/json', '{"format": "json", "content": "{}"}', 400, 'invalid_request'],
    ['application/json', '{"format": "json", "content": "nothing"}', 400, 'invalid_request'],
    ['application/json', '{"format": "text", "content": "x", "language": "??"}', 400, 'invalid_request'],
    ['text/markdown', ' \n\n ', 400, 'invalid_request'],
    ['text/plain', 'a\u0000b', 400, 'invalid_request'],
  ])('of type %s is refused: %j', async (type, body, status, code) => {
    const answer = await send(body, type);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });

  it.each(['text/plain', 'text/markdown'])('of type %s is refused unless it is UTF-8', async (type) => {
    const latin = Buffer.from('Caf\xe9', 'latin1');
    const { status, json } = await rawHttp(
      own.url(),
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${own.key()}\r\nContent-Type: ${type}\r\nContent-Length: ${latin.length}\r\n\r\n`,
      latin,
    );
    expect([status, json.error.message]).toEqual([400, expect.stringContaining('UTF-8')]);
  });

  it('is limited to 20 MB, and to 4 MB on other routes', async () => {
    const body = JSON.stringify({ format: 'text', content: 'Rain.' }).padEnd(importBytesMax, ' ');
    expect((await send(body, 'application/json')).status).toBe(201);
    const over = await send(`${body} `, 'application/json');
    expect([over.status, over.json.error.code, over.json.error.message]).toEqual([
      413,
      'payload_too_large',
      expect.stringContaining('20 MB'),
    ]);
    expect((await own.http('POST', '/v1/books', body)).status).toBe(413);
  });
});

describe('an invalid import document (import-export.md)', () => {
  const withMember = (change: (document: Json) => void) => {
    const document = small();
    change(document);
    return JSON.stringify(document);
  };
  it.each([
    ['another version', withMember((one) => Object.assign(one, { version: 2 })), 'version'],
    ['an unknown member', withMember((one) => Object.assign(one, { runs: [] })), 'runs'],
    ['a duplicate id', withMember((one) => Object.assign(one.characters[1], { id: 'emma' })), 'characters[1].id'],
    [
      'an unknown point of view',
      withMember((one) => Object.assign(one.chapters[0], { povCharacterId: 'x' })),
      'chapters[0].povCharacterId',
    ],
    [
      'an unknown end',
      withMember((one) => Object.assign(one.conflicts[0], { toCharacterId: 'x' })),
      'conflicts[0].toCharacterId',
    ],
    [
      'equal ends',
      withMember((one) => Object.assign(one.conflicts[0], { toCharacterId: 'emma' })),
      'conflicts[0].toCharacterId',
    ],
    ['a duplicate conflict', withMember((one) => one.conflicts.push(one.conflicts[0])), 'conflicts[1]'],
    [
      'a revision that is too long',
      withMember((one) => Object.assign(one.chapters[0].revisions[0], { content: 'x'.repeat(400_001) })),
      'chapters[0].revisions[0].content',
    ],
    ['NUL', withMember((one) => Object.assign(one.chapters[0], { title: 'a\0b' })), 'chapters[0].title'],
    [
      'a lone surrogate',
      withMember((one) => Object.assign(one.characters[0], { name: '\ud800' })),
      'characters[0].name',
    ],
    [
      '1001 chapters',
      withMember((one) => Object.assign(one, { chapters: Array.from({ length: 1001 }, (_, id) => ({ id: `${id}` })) })),
      'chapters',
    ],
    [
      'the year 0',
      withMember((one) => Object.assign(one.chapters[0].text, { createdAt: '0000-01-01T00:00:00Z' })),
      'chapters[0].text.createdAt',
    ],
    [
      'a title that is an object',
      withMember((one) => Object.assign(one.chapters[0], { title: { length: { toString: 0 } } })),
      'chapters[0].title',
    ],
    ['1e400', withMember(() => {}).replace('"version":1', '"version":1e400'), 'version'],
    ['__proto__', withMember(() => {}).replace('"chapters":', '"__proto__":{"title":"x"},"chapters":'), '__proto__'],
    [
      'a deeply nested member',
      withMember(() => {}).replace('"chapters":', `"plan":${'['.repeat(100_000)}${']'.repeat(100_000)},"chapters":`),
      'content',
    ],
    [
      'a deeply nested member named length',
      withMember(() => {}).replace('"Emma"', `{"length":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      'content',
    ],
    [
      '1,001 members',
      withMember(() => {}).replace('"version":1', Array.from({ length: 1_001 }, (_, n) => `"${n}":1`).join(',')),
      'content',
    ],
    ['half a million lists', withMember((one) => Object.assign(one, { chapters: Array(500_000).fill([]) })), 'content'],
    [
      '10,001 archived chapters',
      withMember((one) => Object.assign(one, { archivedChapters: Array(10_001).fill({}) })),
      'archivedChapters',
    ],
  ])('with %s is refused with the path', async (_what, body, at) => {
    const before = await bookCount();
    const { status, json } = await send(body, 'application/json');
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    expect(json.error.issues.map(({ path }: Json) => path)).toContain(at);
    expect(await bookCount()).toBe(before);
    expect(Object.prototype).not.toHaveProperty('title');
  });

  it('with too many chapters or headings is refused', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `# ${index}`).join('\n');
    const chapters = await send(many(1001), 'text/markdown');
    expect([chapters.status, chapters.json.error.issues[0].path]).toEqual([400, 'chapters']);
    for (const type of ['text/markdown', 'text/plain']) {
      const headings = await send(many(20_001).replaceAll('\n', '\n\n'), type);
      expect([headings.status, headings.json.error.issues[0].path]).toEqual([400, 'content']);
    }
  });
});

describe('a document with 10,000 inputs per revision (import-export.md)', () => {
  it('is imported without a timeout', async () => {
    const builtFrom = Array.from({ length: 10_000 }, (_, n) => ({
      input: 'character',
      id: `${n}`,
      name: '',
      version: 1,
      prints: '',
    }));
    const document = small();
    Object.assign(document.chapters[0] ?? {}, { revisions: Array(6).fill({ content: 'Fog.', builtFrom }) });
    expect((await send(JSON.stringify(document), 'application/json')).status).toBe(201);
  });
});

describe('import progress (import-export.md)', () => {
  const content = '# One\n\nRain.\n\n# Two\n\nFog.\n';
  const stages = ['reading', 'checking', 'counting', 'saving'];
  const inOrder = (percents: number[]) => expect(percents).toEqual(percents.toSorted((one, other) => one - other));

  it('is an event stream over REST that ends with the book', async () => {
    const { text, headers } = await send(content, 'text/markdown', { accept: 'text/event-stream' });
    expect(headers.get('content-type')).toContain('text/event-stream');
    const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event, data]) => ({
      event,
      data: JSON.parse(data ?? ''),
    }));
    const progress = events.filter(({ event }) => event === 'progress').map(({ data }) => data);
    expect([...new Set(progress.map(({ stage }) => stage))]).toEqual(stages);
    inOrder(progress.map(({ percent }) => percent));
    expect(events.at(-1)).toMatchObject({ event: 'book', data: { title: 'Untitled Book', wordCount: 2 } });
  });

  it('ends with an error event over REST', async () => {
    const { text } = await send('{"format": "fabula-book"}', 'application/json', { accept: 'text/event-stream' });
    const [, data] = /event: error\ndata: (.*)\n/.exec(text) ?? [];
    expect(JSON.parse(data ?? '')).toMatchObject({
      error: { code: 'invalid_request', request_id: expect.any(String) },
    });
  });

  it('is a subscription over GraphQL', async () => {
    const query = `subscription ($input: BookImport!) { bookImport(input: $input) { progress { stage percent } book { title } } }`;
    const { text } = await own.http(
      'POST',
      '/graphql',
      { query, variables: { input: { format: 'markdown', content } } },
      { accept: 'text/event-stream' },
    );
    const events = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data]) => JSON.parse(data ?? '').data.bookImport);
    expect(new Set(events.flatMap(({ progress }) => progress?.stage ?? []))).toEqual(new Set(stages));
    inOrder(events.flatMap(({ progress }) => progress?.percent ?? []));
    expect(events.at(-1)).toEqual({ progress: null, book: { title: 'Untitled Book' } });
  });

  it('is sent over MCP on request', async () => {
    const { text } = await own.http(
      'POST',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'import_book', arguments: { format: 'markdown', content }, _meta: { progressToken: 'p' } },
      },
      { accept: 'application/json, text/event-stream' },
    );
    const messages = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data]) => JSON.parse(data ?? ''));
    const progress = messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
    const reported: string[] = progress.map(({ message }) => message.split(':')[0]);
    // A stage that takes long is repeated.
    expect(reported.filter((stage, at) => stage !== reported[at - 1])).toEqual(stages);
    for (const one of progress) expect(one).toMatchObject({ progressToken: 'p', total: 100 });
    expect(messages.at(-1)).toMatchObject({ result: { structuredContent: { data: { wordCount: 2 } } } });
  });
});

describe('a retried import with an idempotency key (contract 9)', () => {
  it('runs once, whatever form the body has', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await send('# One\n\nRain.', 'text/markdown', key);
    const before = await bookCount();
    const again = await own.http('POST', path, { format: 'markdown', content: '# One\n\nRain.' }, key);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect(await bookCount()).toBe(before);
    const events = await send('# One\n\nRain.', 'text/markdown', { ...key, accept: 'text/event-stream' });
    expect([events.text.split('\n', 1)[0], events.headers.get('idempotency-replayed')]).toEqual([
      'event: book',
      'true',
    ]);
    expect((await send('# Two', 'text/markdown', key)).status).toBe(409);
  });

  it('leaves the key unused after a failure', async () => {
    const key = { 'idempotency-key': randomUUID() };
    expect((await send(' ', 'text/markdown', key)).status).toBe(400);
    expect((await send('Rain.', 'text/markdown', key)).status).toBe(201);
  });
});
