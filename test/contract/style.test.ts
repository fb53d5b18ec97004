import { expect, it } from 'vitest';
import { faceNames, faultsOf, type Json, ownService, refusal } from '../support/faces.ts';
import { describeInTurn } from '../support/turns.ts';

const own = ownService();
const rest = own.face('REST');
const x = (length: number) => 'x'.repeat(length);

const unset = {
  styleGuide: null,
  styleSample: null,
  avoid: [],
  personLock: null,
  prosePatterns: true,
  version: 1,
};
const full = {
  styleGuide: 'Short sentences.',
  styleSample: 'The lamp was out.\n\nShe counted.',
  avoid: ['suddenly', 'a testament to'],
  personLock: 'third',
  prosePatterns: false,
};

describeInTurn(faceNames)('the style through %s (docs/records.md, "Style")', (name, it) => {
  const call = own.face(name);

  it('has defaults at version 1 before the first change', async () => {
    expect(await call('style', { bookId: await own.newBook() })).toEqual(unset);
  });

  it('accepts every field, and its version grows with each change', async () => {
    const bookId = await own.newBook();
    expect(await call('updateStyle', { bookId, patch: full })).toEqual({ ...full, version: 2 });
    const changed = await call('updateStyle', { bookId, patch: { avoid: ['very'] } });
    expect(changed).toEqual({ ...full, avoid: ['very'], version: 3 });
    expect(await call('style', { bookId })).toEqual(changed);
  });

  it.each(Object.keys(full))('clears %s with null and keeps the other fields', async (field) => {
    const bookId = await own.newBook();
    const before = await rest('updateStyle', { bookId, patch: full });
    expect(await call('updateStyle', { bookId, patch: { [field]: null } })).toEqual({
      ...before,
      [field]: unset[field as keyof typeof unset],
      version: 3,
    });
  });

  it('changes nothing for an empty patch', async () => {
    const bookId = await own.newBook();
    expect(await call('updateStyle', { bookId, patch: {} })).toEqual(unset);
  });

  it.each([
    ['a styleGuide of 4000', { styleGuide: x(4000) }],
    ['a styleSample of 12,000', { styleSample: '🌊'.repeat(12_000) }],
    ['200 words to avoid', { avoid: Array.from({ length: 200 }, (_, at) => `${at} ${x(70)}`) }],
    ['a word to avoid of 80', { avoid: [x(80)] }],
  ])('accepts %s', async (_what, patch) => {
    expect(await call('updateStyle', { bookId: await own.newBook(), patch })).toMatchObject(patch);
  });

  it.each([
    ['a styleGuide of 4001', { styleGuide: x(4001) }, 'styleGuide'],
    ['a styleSample of 12,001', { styleSample: x(12_001) }, 'styleSample'],
    ['201 words to avoid', { avoid: Array(201).fill('very') }, 'avoid'],
    ['a word to avoid of 81', { avoid: ['very', x(81)] }, 'avoid[1]'],
    ['a blank word to avoid', { avoid: [' '] }, 'avoid[0]'],
    ['another person', { personLock: 'fourth' }, 'personLock'],
    ['an unknown field', { guide: 'x' }, 'guide'],
    ['NUL', { styleGuide: 'a\0' }, 'styleGuide'],
  ])('rejects %s with invalid_request and its path', async (_what, patch, path) => {
    const bookId = await own.newBook();
    expect(await faultsOf(call('updateStyle', { bookId, patch }))).toContain(path);
    expect(await rest('style', { bookId })).toEqual(unset);
  });

  it('refuses a stale version with the current record, also before the first change', async () => {
    const bookId = await own.newBook();
    const change = (styleGuide: string, expectedVersion: number) =>
      call('updateStyle', { bookId, patch: { styleGuide }, expectedVersion });
    expect((await refusal(change('Plain.', 2))).code).toBe('conflict');
    expect(await change('Plain.', 1)).toMatchObject({ styleGuide: 'Plain.', version: 2 });
    const refused = await refusal(change('Ornate.', 1));
    expect(refused.code).toBe('conflict');
    expect(refused.body.current).toMatchObject({ version: 2 });
  });

  it('decides what lint reports', async () => {
    const bookId = await own.newBook();
    const chapterId = await own.newChapter(bookId, { content: 'Suddenly it rained.' });
    await call('updateStyle', { bookId, patch: { avoid: ['suddenly'], prosePatterns: false } });
    const { findings, checksSkipped } = await call('lintChapter', { bookId, chapterId });
    expect(findings).toMatchObject([{ code: 'avoided_words', start: 0, end: 8 }]);
    expect(checksSkipped).toContainEqual({ code: 'prose_patterns', reason: expect.stringContaining('switches') });
    await call('updateStyle', { bookId, patch: { avoid: null } });
    expect((await call('lintChapter', { bookId, chapterId })).findings).toEqual([]);
  });

  it('keeps concurrent changes of different fields', async () => {
    const bookId = await own.newBook();
    await Promise.all(
      Object.entries(full).map(([field, value]) => call('updateStyle', { bookId, patch: { [field]: value } })),
    );
    expect(await rest('style', { bookId })).toEqual({ ...full, version: 6 });
  });
});

it('answers 304 for the ETag of an unchanged style', async () => {
  const bookId = await own.newBook();
  const get = (etag: string) => own.http('GET', `/v1/books/${bookId}/style`, undefined, { 'if-none-match': etag });
  expect((await get('"1"')).status).toBe(304);
  await rest('updateStyle', { bookId, patch: full });
  expect((await get('"1"')).status).toBe(200);
});

it('is a member of Book and a node', async () => {
  const bookId = await own.newBook();
  await rest('updateStyle', { bookId, patch: full });
  const { book }: Json = await own.graphql('query($id: ID!) { book(bookId: $id) { style { id avoid } } }', {
    id: bookId,
  });
  expect(book.style).toEqual({ id: bookId.replace('bk_', 'sty_'), avoid: full.avoid });
  const { node }: Json = await own.graphql('query($id: ID!) { node(id: $id) { ... on Style { personLock } } }', {
    id: book.style.id,
  });
  expect(node).toEqual({ personLock: 'third' });
});

it('survives export and import', async () => {
  const bookId = await own.newBook();
  await rest('updateStyle', { bookId, patch: full });
  const { text } = await own.http('GET', `/v1/books/${bookId}/export?format=json`);
  const copy = await rest('importBook', { input: { format: 'json', content: text } });
  expect(await rest('style', { bookId: copy.id })).toEqual({ ...full, version: 1 });
});
