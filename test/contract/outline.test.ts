import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { eventsOfBook } from '../support/events.ts';
import { type Call, type Face, facesOf, type Json, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';
import { openStream, until } from '../support/stream.ts';

const { own, fakes } = serviceWith({ text: true });
let faces: Face[];

beforeAll(() => {
  faces = facesOf(own.url(), own.key());
});
const faceOf = (name: string): Call => faces.find((face) => face.name === name)?.call ?? Promise.reject;
const rest: Call = (field, input) => faceOf('REST')(field, input);

/** A model reply with one chapter per title, each with the given point-of-view character, if any. */
const outline = (titles: readonly string[], pov: string | null = null, more: object = {}) =>
  JSON.stringify({
    title: 'The Late Ferry',
    genre: 'Mystery',
    genreConfidence: 81,
    audience: 'Adults',
    audienceConfidence: 64,
    ...more,
    chapters: titles.map((title, index) => ({
      title,
      summary: `${title} goes wrong in way ${index + 1}, and so the next one must be tried.`,
      pov,
      beats: [],
      participants: pov ? [pov] : [],
    })),
  });
const three = ['The Bell', 'The Rope', 'The Landing'];
const says = (...replies: string[]) => fakes.text.script(...replies.map((text) => reply.text([text])));

async function newBook(fields: object = {}): Promise<string> {
  return (await rest('createBook', { input: { premise: 'A ferry that never lands twice.', ...fields } })).id;
}
const chaptersOf = async (bookId: string): Promise<Json[]> => rest('chapters', { bookId });
const planOf = async (bookId: string): Promise<Json> => rest('plan', { bookId });
const lastRun = async (bookId: string): Promise<Json> => (await rest('runs', { bookId }))[0];

describe.each(['REST', 'GraphQL', 'MCP'])('outlining a book through %s', (name) => {
  it('replaces chapters, fills in missing book fields and stores a variant', async () => {
    const bookId = await newBook();
    const emma = (await rest('createCharacter', { bookId, input: { name: 'Emma', isPov: true } })).id;
    await rest('createChapter', { bookId, input: { title: 'An idea' } });
    says(outline(three, 'Emma'));
    const answer = await faceOf(name)('generateOutline', { bookId, input: { chapterCount: 3 } });
    expect(answer.chapters.map(({ title }: Json) => title)).toEqual(three);
    const chapters = await chaptersOf(bookId);
    expect(chapters).toMatchObject(
      three.map((title, index) => ({
        title,
        order: index + 1,
        status: 'empty',
        povCharacterId: emma,
        participantIds: [emma],
      })),
    );
    expect(await rest('book', { bookId })).toMatchObject({
      title: 'The Late Ferry',
      genre: 'Mystery',
      audience: 'Adults',
    });
    expect(await planOf(bookId)).toMatchObject({
      genre: 'Mystery',
      genreConfidence: 81,
      audienceConfidence: 64,
      autoDetectedGenre: true,
    });
    expect(await rest('chapters', { bookId, archived: true })).toMatchObject([{ title: 'An idea' }]);
    const [variant] = await rest('outlineVariants', { bookId });
    expect(variant).toMatchObject({ title: 'The Late Ferry', adoptedAt: expect.any(String), chapters: [{}, {}, {}] });
    expect(await lastRun(bookId)).toMatchObject({ kind: 'outline', state: 'completed', chapterId: null });
  });

  it('keeps the title, genre and audience set by the author', async () => {
    const bookId = await newBook({ title: 'Mine', genre: 'Saga', audience: 'Children' });
    says(outline(three));
    await faceOf(name)('generateOutline', { bookId });
    expect(await rest('book', { bookId })).toMatchObject({ title: 'Mine', genre: 'Saga', audience: 'Children' });
    expect(await planOf(bookId)).toMatchObject({ genreConfidence: null, autoDetectedGenre: false });
  });

  it('refuses to replace written chapters without replaceWritten, which archives them', async () => {
    const bookId = await newBook();
    await rest('createChapter', { bookId, input: { title: 'Written', content: 'Her own words.' } });
    const asked = fakes.text.requests.length;
    const refused = await refusal(faceOf(name)('generateOutline', { bookId }));
    expect(refused.code).toBe('invalid_state');
    expect(refused.message).toContain('Chapter 1');
    expect(fakes.text.requests).toHaveLength(asked);
    says(outline(three));
    await faceOf(name)('generateOutline', { bookId, input: { replaceWritten: true } });
    expect(await chaptersOf(bookId)).toHaveLength(3);
    const [archived] = await rest('chapters', { bookId, archived: true });
    await rest('restoreChapter', { bookId, chapterId: archived.id });
    expect(await rest('chapter', { bookId, chapterId: archived.id })).toMatchObject({ content: 'Her own words.' });
  });

  it('retries once and names the faults of the first reply', async () => {
    const bookId = await newBook();
    const asked = fakes.text.requests.length;
    says('{"chapters": [{"title": "Half', outline(three));
    await faceOf(name)('generateOutline', { bookId, input: { chapterCount: 3 } });
    expect(fakes.text.requests).toHaveLength(asked + 2);
    const repair = fakes.text.requests.at(-1)?.body.messages.at(-1)?.content;
    expect(repair).toContain('never closed');
    says(outline(['Only one']));
    const refused = await refusal(faceOf(name)('generateOutline', { bookId, input: { chapterCount: 3 } }));
    expect(refused.code).toBe('generation_failed');
    expect(fakes.text.requests).toHaveLength(asked + 4);
    expect(await chaptersOf(bookId)).toHaveLength(3);
    expect(await lastRun(bookId)).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
  });

  it('rejects input outside the limits', async () => {
    const bookId = await newBook();
    for (const input of [{ chapterCount: 0 }, { chapterCount: 101 }, { instructions: 'x'.repeat(2001) }, { count: 1 }])
      expect((await refusal(faceOf(name)('generateOutline', { bookId, input }))).code).toBe('invalid_request');
  });

  it('creates variants without changing the book, then grades and adopts one', async () => {
    const bookId = await newBook();
    says(outline(three), outline([...three, 'The Way Back']));
    const made = await faceOf(name)('generateOutlineVariants', { bookId, input: { count: 2 } });
    expect(made.variants.map(({ chapters }: Json) => chapters.length)).toEqual([3, 4]);
    expect(made.run).toMatchObject({ kind: 'variant', state: 'completed' });
    expect(await chaptersOf(bookId)).toEqual([]);
    expect(await rest('book', { bookId })).toMatchObject({ title: 'Untitled Book', genre: null });
    const variantId = made.variants[1].id;
    says(judgementReply('goes wrong in way 2'));
    const graded = await faceOf(name)('gradeOutline', { bookId, variantId });
    expect(graded).toMatchObject({ run: { kind: 'grade', state: 'completed' }, grade: { isComplete: true } });
    expect(graded.grade.findings).toContainEqual(
      expect.objectContaining({ dimension: 'cause', chapters: [2], evidence: expect.stringContaining('way 2') }),
    );
    // A grade by rules alone does not replace it.
    await faceOf(name)('gradeOutline', { bookId, variantId, input: { judge: false } });
    const listed = await faceOf(name)('outlineVariants', { bookId });
    expect(listed[1].grade).toEqual(graded.grade);
    const adopted = await faceOf(name)('adoptOutlineVariant', { bookId, variantId });
    expect(adopted).toMatchObject({ book: { id: bookId, title: 'The Late Ferry' }, chapters: [{}, {}, {}, {}] });
    expect((await rest('outlineVariants', { bookId }))[1].adoptedAt).not.toBeNull();
    const told = (await eventsOfBook(own.url(), own.key(), bookId)).filter(({ type }) => /^outline_variant/.test(type));
    expect(told.map(({ type, variantId: id }) => `${type} ${id}`)).toEqual(
      expect.arrayContaining([
        ...made.variants.map(({ id }: Json) => `outline_variant.created ${id}`),
        `outline_variant.adopted ${variantId}`,
      ]),
    );
  });

  it('adopts over written chapters only with replaceWritten, and archives them', async () => {
    const bookId = await newBook();
    says(outline(three));
    const { variants } = await rest('generateOutlineVariants', { bookId, input: { count: 1 } });
    await rest('createChapter', { bookId, input: { title: 'Written', content: 'Her own words.' } });
    const adopt = (input: object) => faceOf(name)('adoptOutlineVariant', { bookId, variantId: variants[0].id, input });
    expect((await refusal(adopt({}))).code).toBe('invalid_state');
    expect(await chaptersOf(bookId)).toMatchObject([{ title: 'Written' }]);
    await adopt({ replaceWritten: true });
    expect((await chaptersOf(bookId)).map(({ title }) => title)).toEqual(three);
    expect(await rest('chapters', { bookId, archived: true })).toMatchObject([{ title: 'Written' }]);
  });

  it('grades deterministically without a model, and judges the same outline only once', async () => {
    const bookId = await newBook();
    expect((await refusal(faceOf(name)('gradeOutline', { bookId }))).code).toBe('invalid_state');
    const { id: chapterId } = await rest('createChapter', { bookId, input: { title: 'Ash', content: 'It rained.' } });
    const unknown = await refusal(faceOf(name)('gradeOutline', { bookId, input: { judge: false } }));
    expect([unknown.code, unknown.message]).toEqual(['invalid_state', expect.stringMatching(/read_manuscript/)]);
    await rest('setRecap', { bookId, chapterId, input: { events: 'Mara finds the letter.', state: '' } });
    expect(await faceOf(name)('gradeOutline', { bookId, input: { judge: false } })).toMatchObject({ run: null });
    await rest('deleteChapter', { bookId, chapterId });
    for (const title of three) await rest('createChapter', { bookId, input: { title, summary: `${title} is late.` } });
    const asked = fakes.text.requests.length;
    const first = await faceOf(name)('gradeOutline', { bookId, input: { judge: false } });
    expect(first).toMatchObject({ run: null, grade: { isComplete: false } });
    expect(await faceOf(name)('gradeOutline', { bookId, input: { judge: false } })).toEqual(first);
    expect(fakes.text.requests).toHaveLength(asked);
    says(judgementReply('The Rope is late'));
    const judged = await faceOf(name)('gradeOutline', { bookId });
    expect(await faceOf(name)('gradeOutline', { bookId })).toEqual(judged);
    expect(fakes.text.requests).toHaveLength(asked + 1);
    await rest('createChapter', { bookId, input: { title: 'One more', summary: 'It is late as well.' } });
    await faceOf(name)('gradeOutline', { bookId });
    expect(fakes.text.requests).toHaveLength(asked + 2);
  });
});

/** A grading reply with equal scores, except one finding. */
function judgementReply(evidence: string): string {
  const fair = { score: 70, findings: [] };
  const keys = ['beats', 'cause', 'stakes', 'drives', 'conflicts', 'theme', 'payoff', 'pacing', 'distinctness'];
  return JSON.stringify({
    ...Object.fromEntries(keys.map((one) => [one, fair])),
    cause: { score: 40, findings: [{ severity: 'warning', chapters: [2], evidence, fix: 'Let it follow.' }] },
  });
}

const bodies = [
  ['a reply without JSON', 'I would rather write a poem.'],
  ['truncated JSON', outline(three).slice(0, 200)],
  ['JSON of another shape', '{"acts": [1, 2, 3]}'],
  ['a list', '[1, 2]'],
  ['an unknown character name', outline(three, 'Nobody', {})],
] as const;

describe('an invalid model reply', () => {
  it.each(bodies)('with %s fails an outline with 502, changes nothing and keeps the reply', async (_what, body) => {
    const bookId = await newBook();
    await rest('createCharacter', { bookId, input: { name: 'Emma' } });
    const before = await rest('createChapter', { bookId, input: { title: 'Stays' } });
    says(body);
    expect((await refusal(rest('generateOutline', { bookId }))).code).toBe('generation_failed');
    expect(await chaptersOf(bookId)).toMatchObject([{ id: before.id, version: before.version }]);
    expect(await rest('outlineVariants', { bookId })).toEqual([]);
    const { id } = await lastRun(bookId);
    expect((await openStream(own.url(), own.key(), 'GET', `/v1/runs/${id}/stream`).ended).text).toBe(body + body);
  });

  it.each(bodies.slice(0, 4))('with %s fails a grade with 502 and stores no grade', async (_what, body) => {
    const bookId = await newBook();
    await rest('createChapter', { bookId, input: { title: 'One', summary: 'It begins.' } });
    says(body);
    expect((await refusal(rest('gradeOutline', { bookId }))).code).toBe('generation_failed');
    expect(await lastRun(bookId)).toMatchObject({ kind: 'grade', state: 'failed' });
  });

  it('keeps the first two of three variants if the third request fails', async () => {
    const bookId = await newBook();
    fakes.text.script(reply.text([outline(three)]), reply.text([outline(three)]), reply.status(500));
    const refused = await refusal(rest('generateOutlineVariants', { bookId, input: { count: 3 } }));
    expect(refused.code).toBe('generation_failed');
    expect(refused.message).toContain('The first 2 of 3 are kept.');
    expect(await rest('outlineVariants', { bookId })).toHaveLength(2);
  });
});

describe('concurrent outlines of one book', () => {
  const start = (bookId: string, input: object, waitSeconds = 0) =>
    faceOf('MCP')('generateOutline', { bookId, input, waitSeconds });

  it('join an equal request and reject a different one with the run id', async () => {
    const bookId = await newBook();
    const gate = hold();
    fakes.text.script(reply.text(['{', gate.released, outline(three).slice(1)]));
    const asked = fakes.text.requests.length;
    const { run } = await start(bookId, { chapterCount: 3 });
    expect(run.state).toBe('running');
    await fakes.text.received(asked + 1);
    expect((await start(bookId, { chapterCount: 3 })).run.id).toBe(run.id);
    const refused = await refusal(start(bookId, { chapterCount: 4 }));
    expect([refused.code, refused.message.includes(run.id)]).toEqual(['invalid_state', true]);
    gate.release();
    await until(async () => (await rest('run', { runId: run.id })).state === 'completed');
    expect(fakes.text.requests).toHaveLength(asked + 1);
    expect(await chaptersOf(bookId)).toHaveLength(3);
  });

  it.each([
    ['generateOutline', { chapterCount: 2, instructions: 'In winter.' }],
    ['generateOutlineVariants', { chapterCount: 3, instructions: 'In winter.', count: 1 }],
    ['generateOutlineVariants', { chapterCount: 2, instructions: 'In summer.', count: 1 }],
    ['generateOutlineVariants', { chapterCount: 2, instructions: 'In winter.', count: 2 }],
  ])('through %s are not joined by a request of %o', async (field, other) => {
    const bookId = await newBook();
    const gate = hold();
    fakes.text.script(reply.text(['{', gate.released, outline(three).slice(1)]));
    const isVariants = field === 'generateOutlineVariants';
    const first = {
      chapterCount: 2,
      instructions: isVariants ? 'In winter.' : 'In summer.',
      ...(isVariants && { count: 1 }),
    };
    const ask = (input: object) => faceOf('MCP')(field, { bookId, input, waitSeconds: 0 });
    const { run } = await ask(first);
    const refused = await refusal(ask(other));
    expect([refused.code, refused.message.includes(run.id)]).toEqual(['invalid_state', true]);
    expect((await ask(first)).run.id).toBe(run.id);
    gate.release();
    await until(async () => (await rest('run', { runId: run.id })).state !== 'running');
  });

  it('store a variant if a chapter was written during the run', async () => {
    const bookId = await newBook();
    const gate = hold();
    fakes.text.script(reply.text(['{', gate.released, outline(three).slice(1)]));
    const { run } = await start(bookId, {});
    await rest('createChapter', { bookId, input: { title: 'Meanwhile', content: 'Her own words.' } });
    gate.release();
    const ended = await until(async () => {
      const now = await rest('run', { runId: run.id });
      return now.state === 'running' ? undefined : now;
    });
    const [variant] = await rest('outlineVariants', { bookId });
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'invalid_state' } });
    expect(ended.error.message).toContain(variant.id);
    expect(await chaptersOf(bookId)).toMatchObject([{ title: 'Meanwhile' }]);
  });

  it('join across nodes, and both nodes see the end', async () => {
    const other = await startService({ OPENAI_BASE_URL: fakes.text.url });
    const there = facesOf(other.url, own.key())[2]?.call ?? Promise.reject;
    const bookId = await newBook();
    const gate = hold();
    fakes.text.script(reply.text(['{', gate.released, outline(three).slice(1)]));
    const asked = fakes.text.requests.length;
    const { run } = await start(bookId, {});
    expect((await there('generateOutline', { bookId, input: {}, waitSeconds: 0 })).run.id).toBe(run.id);
    gate.release();
    expect(await there('run', { runId: run.id, waitSeconds: 20 })).toMatchObject({ state: 'completed' });
    expect(fakes.text.requests).toHaveLength(asked + 1);
    expect(await chaptersOf(bookId)).toHaveLength(3);
    await other.close();
  });

  it('are rejected before a model call if the book has 50 variants', async () => {
    const bookId = await newBook();
    const ids = Array.from({ length: 50 }, () => newId('var'));
    await own.running().database.write`
      INSERT INTO outline_variant (account_id, book_id, id, run_id, chapters, model, plan_version)
      SELECT account_id, id, v, '', '[]', 'm', 1 FROM book, unnest(${ids}::text[]) AS v WHERE id = ${bookId}`;
    const asked = fakes.text.requests.length;
    for (const [field, input] of [
      ['generateOutline', {}],
      ['generateOutlineVariants', { count: 1 }],
    ] as const) {
      const refused = await refusal(rest(field, { bookId, input }));
      expect([refused.code, refused.message.includes('at most 50')]).toEqual(['invalid_state', true]);
    }
    expect(fakes.text.requests).toHaveLength(asked);
  });

  it('change nothing in a book deleted during the run', async () => {
    const bookId = await newBook();
    await rest('createChapter', { bookId, input: { title: 'Stays' } });
    const gate = hold();
    fakes.text.script(reply.text(['{', gate.released, outline(three).slice(1)]));
    const { run } = await start(bookId, {});
    // Deleted as by another node, so this node does not know of it when the model replies.
    await own.running().database.write`UPDATE book SET deleted_at = now() WHERE id = ${bookId}`;
    gate.release();
    await until(
      async () => (await own.running().database.read`SELECT 1 FROM run WHERE id = ${run.id} AND state <> 'running'`)[0],
    );
    await rest('restoreBook', { bookId });
    expect(await chaptersOf(bookId)).toMatchObject([{ title: 'Stays' }]);
    expect(await rest('outlineVariants', { bookId })).toHaveLength(1);
  });

  it('leave the book unchanged when cancelled', async () => {
    const bookId = await newBook();
    fakes.text.script(reply.stall(['{"title": ']));
    const { run } = await start(bookId, {});
    expect(await rest('cancelRun', { runId: run.id })).toMatchObject({ state: 'cancelled' });
    expect(await chaptersOf(bookId)).toEqual([]);
  });
});

describe('an outline with an idempotency key', () => {
  const under = (idempotencyKey: string, bookId: string, waitSeconds: number) =>
    faceOf('MCP')('generateOutline', { bookId, idempotencyKey, waitSeconds });

  it('replays the result without a second run, even if the caller did not wait', async () => {
    const [bookId, gate] = [await newBook(), hold()];
    fakes.text.script(reply.text(['{', gate.released, outline(three).slice(1)]));
    const asked = fakes.text.requests.length;
    const { run } = await under('not waited for', bookId, 0);
    expect(run.state).toBe('running');
    expect((await under('not waited for', bookId, 0)).run).toMatchObject({ id: run.id, state: 'running' });
    gate.release();
    const ended = await under('not waited for', bookId, 20);
    expect(ended).toMatchObject({ run: { id: run.id, state: 'completed' }, chapters: [{}, {}, {}] });
    expect(await under('not waited for', bookId, 0)).toEqual(ended);
    expect(fakes.text.requests).toHaveLength(asked + 1);
  });

  it('frees the key when cancelled', async () => {
    const bookId = await newBook();
    fakes.text.script(reply.stall(['{']));
    const { run } = await under('cancelled', bookId, 0);
    await rest('cancelRun', { runId: run.id });
    says(outline(three));
    expect(await under('cancelled', bookId, 20)).toMatchObject({ run: { state: 'completed' }, chapters: [{}, {}, {}] });
  });
});

describe('without a provider', () => {
  it('answers feature_disabled for outlines and judgements; rule-based grades still work', async () => {
    const bare = await startService();
    try {
      const [{ call }] = facesOf(bare.url, await bare.newKey()) as [Face];
      const { id: bookId } = await call('createBook', { input: { premise: 'A ferry that never lands.' } });
      expect((await refusal(call('generateOutline', { bookId }))).code).toBe('feature_disabled');
      await call('createChapter', { bookId, input: { title: 'One', summary: 'It begins.' } });
      expect((await refusal(call('gradeOutline', { bookId, input: { judge: true } }))).code).toBe('feature_disabled');
      expect(await call('gradeOutline', { bookId })).toMatchObject({ run: null, grade: { isComplete: false } });
    } finally {
      await bare.close();
    }
  });
});
