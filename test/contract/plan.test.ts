import { describe, expect, it } from 'vitest';
import { beatSheetIds } from '../../src/domain/story/plan/beat.ts';
import { faceNames, faultsOf, http, type Json, ownService, refusal } from '../support/faces.ts';
import { startService } from '../support/service.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService({ LIMIT_PLAN_PER_MINUTE: '0' });
const rest = own.face('REST');
const x = (length: number) => 'x'.repeat(length);
const citation = { title: 'Keepers', url: 'https://example.org/keepers' };

const unset = {
  themeStatement: null,
  readerPromise: null,
  compAuthors: null,
  beatSheet: null,
  povLock: null,
  tenseLock: null,
  povDepth: null,
  genre: null,
  audience: null,
  genreConfidence: null,
  audienceConfidence: null,
  autoDetectedGenre: false,
  researchCitations: [],
};
const full = {
  themeStatement: 'Light is owed.',
  readerPromise: 'Nobody drowns.',
  compAuthors: 'Woolf, Jansson',
  beatSheetTemplate: 'three-act',
  povLock: 'first',
  tenseLock: 'past',
  povDepth: 80,
  genre: 'gothic',
  audience: 'adults',
  genreConfidence: 90,
  audienceConfidence: 70,
  autoDetectedGenre: true,
  researchCitations: [citation],
};

describeInTurn(faceNames)('the plan through %s (service.md 2.2, contract 6)', (name, it) => {
  const call = own.face(name);
  const shown = (plan: object) => (name === 'GraphQL' ? { ...plan, version: expect.any(Number) } : plan);

  it('has exactly thirteen fields, null by default', async () => {
    expect(await call('plan', { bookId: await own.newBook() })).toEqual(shown(unset));
  });

  it('accepts every field except beatSheet, which derives from beatSheetTemplate', async () => {
    const bookId = await own.newBook();
    const { beatSheetTemplate: id, ...others } = full;
    const expected = shown({ ...others, beatSheet: { id, name: expect.any(String) } });
    expect(await call('updatePlan', { bookId, patch: full })).toEqual(expected);
    expect(await call('plan', { bookId })).toEqual(expected);
  });

  it.each(['genre', 'audience'])('gives the book a new version with a new %s', async (field) => {
    const bookId = await own.newBook();
    await call('updatePlan', { bookId, patch: { [field]: 'gothic' } });
    expect(await rest('book', { bookId })).toMatchObject({ version: 2, [field]: 'gothic' });
    await call('updatePlan', { bookId, patch: { [field]: 'gothic' } });
    expect(await rest('book', { bookId })).toMatchObject({ version: 2 });
  });

  it.each(Object.keys(full))('clears %s with null and keeps the other fields (service.md 4)', async (field) => {
    const bookId = await own.newBook();
    const before = await rest('updatePlan', { bookId, patch: full });
    const read = field === 'beatSheetTemplate' ? 'beatSheet' : field;
    const detected = field === 'genre' || field === 'audience' ? { autoDetectedGenre: false } : {};
    expect(await call('updatePlan', { bookId, patch: { [field]: null } })).toEqual(
      shown({ ...before, ...detected, [read]: unset[read as keyof typeof unset] }),
    );
  });

  it.each([
    ['a themeStatement of 500', { themeStatement: x(500) }],
    ['a readerPromise of 500', { readerPromise: '🌊'.repeat(500) }],
    ['compAuthors of 500', { compAuthors: x(500) }],
    ['a povLock and a tenseLock of 40', { povLock: x(40), tenseLock: x(40) }],
    ['a genre and an audience of 120', { genre: x(120), audience: x(120) }],
    ['0 everywhere', { povDepth: 0, genreConfidence: 0, audienceConfidence: 0 }],
    ['100 everywhere', { povDepth: 100, genreConfidence: 100, audienceConfidence: 100 }],
    ['50 citations', { researchCitations: Array(50).fill({ ...citation, title: x(300) }) }],
  ])('accepts %s', async (_what, patch) => {
    expect(await call('updatePlan', { bookId: await own.newBook(), patch })).toMatchObject(patch);
  });

  it.each([
    ['a themeStatement of 501', { themeStatement: x(501) }, 'themeStatement'],
    ['a readerPromise of 501', { readerPromise: x(501) }, 'readerPromise'],
    ['compAuthors of 501', { compAuthors: x(501) }, 'compAuthors'],
    ['a povLock of 41', { povLock: x(41) }, 'povLock'],
    ['a tenseLock of 41', { tenseLock: x(41) }, 'tenseLock'],
    ['a genre of 121', { genre: x(121) }, 'genre'],
    ['an audience of 121', { audience: x(121) }, 'audience'],
    ['a povDepth of 101', { povDepth: 101 }, 'povDepth'],
    ['a povDepth of -1', { povDepth: -1 }, 'povDepth'],
    ['a fractional povDepth', { povDepth: 0.5 }, 'povDepth'],
    ['a genreConfidence of 101', { genreConfidence: 101 }, 'genreConfidence'],
    ['an audienceConfidence as a string', { audienceConfidence: '9' }, 'audienceConfidence'],
    ['51 citations', { researchCitations: Array(51).fill(citation) }, 'researchCitations'],
    ['a citation title of 301', { researchCitations: [{ ...citation, title: x(301) }] }, 'researchCitations[0].title'],
    ['a citation without title', { researchCitations: [{ url: citation.url }] }, 'researchCitations[0].title'],
    ['a javascript url', { researchCitations: [{ ...citation, url: 'javascript:1' }] }, 'researchCitations[0].url'],
    ['a url of 2001', { researchCitations: [{ ...citation, url: `http://a/${x(1992)}` }] }, 'researchCitations[0].url'],
    ['an unknown member', { researchCitations: [citation, { ...citation, by: 'x' }] }, 'researchCitations[1].by'],
    ['an unknown field', { theme: 'x' }, 'theme'],
    ['NUL', { themeStatement: 'a\0' }, 'themeStatement'],
    ['a lone surrogate', { povLock: '\udc00' }, 'povLock'],
  ])('rejects %s with invalid_request and its path', async (_what, patch, path) => {
    const bookId = await own.newBook();
    expect(await faultsOf(call('updatePlan', { bookId, patch }))).toContain(path);
    expect(await rest('plan', { bookId })).toEqual(unset);
  });

  it.each(beatSheetIds)('accepts the beat sheet %s (service.md 2.3)', async (beatSheetTemplate) => {
    const plan = await call('updatePlan', { bookId: await own.newBook(), patch: { beatSheetTemplate } });
    expect(plan.beatSheet.id).toBe(beatSheetTemplate);
  });

  it('rejects an unknown beat sheet and lists the valid ones (contract 6)', async () => {
    const bookId = await own.newBook();
    const refused = await refusal(call('updatePlan', { bookId, patch: { beatSheetTemplate: 'five-act' } }));
    expect(refused.code).toBe('invalid_request');
    for (const id of beatSheetIds) expect(JSON.stringify(refused.body.issues)).toContain(id);
  });

  it.each([
    ['genre', { genre: 'noir' }, false],
    ['audience', { audience: 'teens' }, false],
    ['neither', { povLock: 'multi' }, true],
    ['genre and autoDetectedGenre', { genre: 'noir', autoDetectedGenre: true }, true],
  ])('updates autoDetectedGenre when the author sets %s (contract 6)', async (_what, patch, detected) => {
    const bookId = await own.newBook();
    await rest('updatePlan', { bookId, patch: { genre: 'gothic', autoDetectedGenre: true } });
    expect((await call('updatePlan', { bookId, patch })).autoDetectedGenre).toBe(detected);
  });

  it('is unchanged by an empty patch', async () => {
    const bookId = await own.newBook();
    const version = '{ book(bookId: $bookId) { version updatedAt plan { version updatedAt } } }';
    const versions = () => own.graphql(`query ($bookId: ID!) ${version}`, { bookId });
    const before = await versions();
    expect(await call('updatePlan', { bookId, patch: {} })).toEqual(shown(unset));
    expect(await versions()).toEqual(before);
  });

  it('keeps all of 50 concurrent changes to different fields and books', async () => {
    const books = await Promise.all(Array.from({ length: 5 }, () => own.newBook()));
    const fields = Object.entries(full).slice(0, 10);
    await Promise.all(
      fields.flatMap(([field, value]) =>
        books.map((bookId) => call('updatePlan', { bookId, patch: { [field]: value } })),
      ),
    );
    const { beatSheetTemplate, ...expected } = Object.fromEntries(fields);
    for (const bookId of books)
      expect(await rest('plan', { bookId })).toMatchObject({ ...expected, beatSheet: { id: beatSheetTemplate } });
  });

  it.skipIf(name === 'GraphQL')('accepts a plan as it was read and ignores beatSheet', async () => {
    const bookId = await own.newBook();
    const read = await rest('updatePlan', { bookId, patch: full });
    expect(await call('updatePlan', { bookId, patch: read })).toEqual(read);
    expect(await call('updatePlan', { bookId, patch: { beatSheet: { id: 'freytag' } } })).toEqual(read);
  });

  it('returns every beat sheet in full (contract 6)', async () => {
    const sheets = await call('beatSheets', { bookId: await own.newBook() });
    expect(sheets.map(({ id }: Json) => id).sort()).toEqual([...beatSheetIds].sort());
    for (const sheet of sheets) {
      expect(Object.keys(sheet)).toEqual(['id', 'name', 'description', 'beats']);
      expect(sheet.beats.length).toBeGreaterThan(2);
      for (const beat of sheet.beats) {
        expect(Object.keys(beat)).toEqual(['key', 'label', 'intent', 'start', 'end']);
        expect(beat.start >= 0 && beat.start <= beat.end && beat.end <= 1).toBe(true);
      }
    }
  });
});

describe('the plan over REST (contract 9)', () => {
  it('has an ETag, answers 304, and rejects a stale If-Match with the current plan', async () => {
    const path = `/v1/books/${await own.newBook()}/plan`;
    await own.http('PATCH', path, { povLock: 'first' });
    const { headers } = await own.http('GET', path);
    expect(headers.get('etag')).toBe('"2"');
    expect((await own.http('GET', path, undefined, { 'if-none-match': '"2"' })).status).toBe(304);
    const stale = await own.http('PATCH', path, { povLock: 'second' }, { 'if-match': '"1"' });
    expect([stale.status, stale.json.error.code, stale.json.error.current.povLock]).toEqual([409, 'conflict', 'first']);
  });

  it('changes its entity tag when the genre of the book changes', async () => {
    const bookId = await own.newBook();
    await rest('updateBook', { bookId, patch: { genre: 'noir' } });
    expect((await own.http('GET', `/v1/books/${bookId}/plan`)).headers.get('etag')).toBe('"2"');
  });
});

describe('the rate limit of plan calls (service.md 4, contract 10)', () => {
  const limited = ownService({ LIMIT_PLAN_PER_MINUTE: '4' });
  const plans = 'query ($bookId: ID!) { a: plan(bookId: $bookId) { genre } book(bookId: $bookId) { plan { genre } } }';

  it('is one bucket per token across all faces and nodes, and reports retry-after', async () => {
    const bookId = await limited.newBook();
    await limited.face('REST')('plan', { bookId });
    await limited.graphql(plans, { bookId });
    await limited.face('MCP')('updatePlan', { bookId, patch: { povLock: 'first' } });
    for (const name of faceNames) {
      const { code, body } = await refusal(limited.face(name)('plan', { bookId }));
      expect([code, body.retry_after]).toEqual(['rate_limited', expect.any(Number)]);
      expect(body.retry_after).toBeGreaterThanOrEqual(1);
      expect(body.retry_after).toBeLessThanOrEqual(15);
    }
    const direct = await limited.http('PATCH', `/v1/books/${bookId}/plan`, { unknown: 1 });
    expect([direct.status, direct.headers.get('retry-after')]).toEqual([429, String(direct.json.error.retry_after)]);
    const document = await limited.http('POST', '/graphql', { query: plans, variables: { bookId } });
    const waits = document.json.errors.map(({ extensions }: Json) => String(extensions.retry_after));
    expect(waits).toContain(document.headers.get('retry-after'));
    const node = await startService({ LIMIT_PLAN_PER_MINUTE: '4' });
    const elsewhere = await http(node.url, limited.key(), 'GET', `/v1/books/${bookId}/plan`);
    await node.close();
    expect(elsewhere.json.error.code).toBe('rate_limited');
  });

  it('counts each plan operation once, per token, and nothing else', async () => {
    const key = await limited.running().newKey();
    const mine = limited.face('REST', key);
    const { id: bookId } = await mine('createBook', { input: { premise: 'A storm comes over.' } });
    for (let n = 0; n < 5; n += 1) await mine('beatSheets', { bookId });
    for (let n = 0; n < 4; n += 1) expect(await mine('plan', { bookId })).toMatchObject({ genre: null });
    await expect(mine('plan', { bookId })).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await mine('book', { bookId })).toMatchObject({ id: bookId });
  });

  it('counts each root field of a document that touches a plan, and none of its other fields', async () => {
    const key = await limited.running().newKey();
    const { id: bookId } = await limited.face('REST', key)('createBook', { input: { premise: 'A storm comes over.' } });
    const left = async (fields: string) => {
      const query = `query ($b: ID!) { ${fields} }`;
      const { headers } = await http(limited.url(), key, 'POST', '/graphql', { query, variables: { b: bookId } });
      return /"plan";r=(\d)/.exec(headers.get('ratelimit') ?? '')?.[1];
    };
    expect(await left('book(bookId: $b) { plan { genre } again: plan { genre } }')).toBe('3');
    expect(await left('beatSheets { id } a: book(bookId: $b) { title }')).toBeUndefined();
    expect(await left('a: plan(bookId: $b) { genre } b: plan(bookId: $b) { genre }')).toBe('1');
  });

  it('is disabled by 0', async () => {
    const bookId = await own.newBook();
    const answers = await Promise.all(Array.from({ length: 150 }, () => own.http('GET', `/v1/books/${bookId}/plan`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
