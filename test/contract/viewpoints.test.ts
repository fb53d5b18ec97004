import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { facesOf, graphql, type Json, refusal, tool } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');

/** A book with several viewpoints, without a character that is one. */
async function newClient(chapter: object = {}) {
  const client = await ChapterClient.create(own.url(), await own.running().newKey(), chapter);
  await client.ask('PATCH', `${client.book}/plan`, { povLock: ' Multi' });
  const emma = await client.ask('POST', `${client.book}/characters`, { name: 'Emma' });
  return { client, emma };
}
const bodies = { write: {}, rewrite: { directive: 'Shorter.' } };

/** The error of a call that is refused. */
async function errorOf(name: string, client: ChapterClient, verb: 'write' | 'rewrite'): Promise<Json> {
  const { url, key, bookId, chapterId, path } = client;
  if (name === 'REST') return client.ask('POST', `${path}/${verb}`, bodies[verb]);
  if (name === 'MCP')
    return (await refusal(tool(url, key, `${verb}_chapter`, { bookId, chapterId, ...bodies[verb] }))).body;
  const [type, field] = verb === 'write' ? ['WriteRequest', 'writeChapter'] : ['RewriteRequest!', 'rewriteChapter'];
  const query = `mutation($b: ID!, $c: ID!, $i: ${type}) { ${field}(bookId: $b, chapterId: $c, input: $i) { id } }`;
  return (await refusal(graphql(url, key, query, { b: bookId, c: chapterId, i: bodies[verb] }))).body;
}

const outline = JSON.stringify({
  title: 'The Late Ferry',
  genre: 'Mystery',
  audience: 'Adults',
  chapters: [{ title: 'The Bell', summary: 'Emma rings it.', pov: null, beats: [], participants: [] }],
});

describe.each(['REST', 'GraphQL', 'MCP'])('a book with several viewpoints and none in the cast, through %s', (name) => {
  const faceFor = (key: string) => {
    const face = facesOf(own.url(), key).find((one) => one.name === name);
    if (!face) throw new Error(name);
    return face.call;
  };

  it.each(['write', 'rewrite'] as const)('refuses to %s with the remedy, without a run', async (verb) => {
    const { client, emma } = await newClient(verb === 'rewrite' ? { content: 'The fog came.' } : {});
    const refused = await errorOf(name, client, verb);
    expect(refused.code).toBe('invalid_state');
    expect(refused.message).toMatch(/isPov.*povLock/);
    expect(await client.runs()).toEqual([]);
    await client.ask('PATCH', `${client.book}/characters/${emma.id}`, { isPov: true });
    fakes.text.script(reply.text(['The bell rang twice over the grey water.']));
    await client.run(verb, bodies[verb]).ended;
    expect(await client.runs()).toHaveLength(1);
  });

  it('outlines it with a warning', async () => {
    const { client, emma } = await newClient();
    const call = faceFor(client.key);
    fakes.text.script(reply.text([outline]), reply.text([outline]));
    const input = { chapterCount: 1 };
    const made: Json = await call('generateOutline', { bookId: client.bookId, input });
    expect(made.chapters).toHaveLength(1);
    expect(made.warnings).toEqual([expect.stringContaining('isPov')]);
    await client.ask('PATCH', `${client.book}/characters/${emma.id}`, { isPov: true });
    expect((await call('generateOutline', { bookId: client.bookId, input })).warnings).toEqual([]);
  });
});

describe('person and tense of a chapter', () => {
  it('survive export and import, and go to both parts of a split', async () => {
    const fields = { person: 'first', tense: 'present', content: 'One two.\n\nThree four.' };
    const bookId = await own.newBook();
    const chapterId = await own.newChapter(bookId, fields);
    const { text } = await own.http('GET', `/v1/books/${bookId}/export?format=json`);
    const copy = await rest('importBook', { input: { format: 'json', content: text } });
    expect(await rest('chapters', { bookId: copy.id })).toMatchObject([{ person: 'first', tense: 'present' }]);
    await rest('splitChapter', { bookId, chapterId, input: { at: 9 } });
    const both = [expect.objectContaining({ person: 'first', tense: 'present' })];
    expect(await rest('chapters', { bookId })).toEqual([...both, ...both]);
  });

  it('decide over the plan and the style in lint', async () => {
    const bookId = await own.newBook();
    const told = Array.from({ length: 12 }, () => 'I took my lamp, and I held my breath as I counted my steps.').join(
      ' ',
    );
    const chapterId = await own.newChapter(bookId, { content: told });
    const codes = async () =>
      (await rest('lintChapter', { bookId, chapterId })).findings
        .map(({ code }: Json) => code)
        .filter((code: string) => /drift/.test(code));
    expect(await codes()).toEqual([]);
    await rest('updatePlan', { bookId, patch: { povLock: 'multi', tenseLock: 'past' } });
    await rest('updateStyle', { bookId, patch: { personLock: 'third' } });
    expect(await codes()).toEqual(['pov_drift']);
    await rest('updateChapter', { bookId, chapterId, patch: { person: 'first' } });
    expect(await codes()).toEqual([]);
  });
});
