import { describe, expect, it } from 'vitest';
import { ChapterClient, runThrough } from '../support/chapter-client.ts';
import { faceNames, graphql, tool } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';

const { own, fakes } = serviceWith({ text: true });
const newClient = async (chapter: object = {}) =>
  ChapterClient.create(own.url(), await own.running().newKey(), chapter);
const words = (count: number, from = 0) => `${Array.from({ length: count }, (_, n) => `word${from + n}`).join(' ')}.`;
const lastPrompt = () => fakes.text.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
const old = 'The author wrote this herself.';
const more = 'The tide took the rest.';
const revisionsOf = (client: ChapterClient) => client.ask('GET', `${client.path}/revisions`);

describe('a write with `continue` on a complete chapter', () => {
  it.each(faceNames)('appends to the text of an author and keeps that text as a revision, through %s', async (face) => {
    const client = await newClient({ content: old });
    fakes.text.script(reply.text([more]));
    const run = await runThrough(face, client, 'write', { continue: true, instructions: 'On to the tide.' });
    expect(run).toMatchObject({ state: 'completed', kind: 'write', startOffset: old.length, resumeOf: null });
    expect(await client.chapter()).toMatchObject({ content: `${old} ${more}`, status: 'complete', wordCount: 10 });
    const [present, former] = await revisionsOf(client);
    expect([present.origin, former.origin, former.status]).toEqual(['write', 'human', 'complete']);
    expect(await client.ask('GET', `${client.path}/revisions/${former.id}`)).toMatchObject({ content: old });
    await client.ask('POST', `${client.path}/revisions/${former.id}/restore`);
    expect(await client.chapter()).toMatchObject({ content: old, status: 'complete' });
  });

  it('counts `words` from the end of the text, in the prompt and for a reply that is too short', async () => {
    const client = await newClient({ content: words(300) });
    fakes.text.script(reply.text([words(40, 300)]), reply.text([words(50, 340)]));
    await client.write({ continue: true, words: 100 }).ended;
    const [first, second] = fakes.text.requests.slice(-2).map(({ body }) => body.messages.at(-1)?.content);
    expect(first).toContain('About 300 words are written, about 100 remain.');
    expect(second).toContain('About 350 words are written, about 60 remain.');
    expect((await client.chapter()).wordCount).toBe(390);
  });

  it('continues toward the same length when the request is repeated after a fault', async () => {
    const client = await newClient({ content: words(300) });
    fakes.text.script(reply.cutSocket([`${words(80, 300)} `]));
    await client.write({ continue: true, words: 100 }).ended;
    expect(await client.chapter()).toMatchObject({ status: 'partial', wordCount: 380 });
    fakes.text.script(reply.text([words(20, 380)]));
    await client.write({ continue: true, words: 100 }).ended;
    expect(lastPrompt()).toContain('about 20 remain.');
    expect(await client.chapter()).toMatchObject({ status: 'complete', wordCount: 400 });
  });

  it('shows the text so far while it writes, and refuses to change it', async () => {
    const client = await newClient({ content: old });
    const held = hold();
    fakes.text.script(reply.text([`${more} `, held.released, 'Again.']));
    const { ended } = client.write({ continue: true });
    await client.waitForSaved(more);
    expect(await client.chapter()).toMatchObject({ status: 'generating', content: `${old} ${more} ` });
    const refused = { status: 400, code: 'invalid_state' };
    expect(await client.ask('PATCH', client.path, { status: 'partial' })).toMatchObject(refused);
    expect(await client.ask('PATCH', client.path, { content: 'No.' })).toMatchObject(refused);
    held.release();
    await ended;
  });

  it('is refused without a text, and together with `restart`', async () => {
    const client = await newClient();
    expect(await client.ask('POST', `${client.path}/write`, { continue: true })).toMatchObject({
      code: 'invalid_state',
      message: 'The chapter has no text to continue. Write it without `continue`.',
    });
    expect(await client.ask('POST', `${client.path}/write`, { continue: true, restart: true })).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('continue: cannot be combined with restart.'),
    });
  });
});

describe('the status of a chapter', () => {
  it.each(faceNames)('is set to `partial` and back through %s, and a write continues the text', async (face) => {
    const client = await newClient({ content: old });
    const set = async (status: string) => {
      const { url, key, bookId, chapterId, path } = client;
      if (face === 'REST') await client.ask('PATCH', path, { status });
      else if (face === 'MCP') await tool(url, key, 'update_chapter', { bookId, chapterId, status });
      else
        await graphql(
          url,
          key,
          'mutation ($b: ID!, $c: ID!, $p: ChapterPatch!) { updateChapter(bookId: $b, chapterId: $c, patch: $p) { id } }',
          { b: bookId, c: chapterId, p: { status } },
        );
      return (await client.chapter()).status;
    };
    expect([await set('partial'), await set('complete'), await set('partial')]).toEqual([
      'partial',
      'complete',
      'partial',
    ]);
    fakes.text.script(reply.text([more]));
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({ content: `${old} ${more}`, status: 'complete' });
    expect((await revisionsOf(client)).map(({ status }: { status: string }) => status)).toEqual([
      'complete',
      'partial',
    ]);
  });

  it('of a chapter without words stays `empty`, and values that were read are ignored', async () => {
    const client = await newClient();
    expect(await client.ask('PATCH', client.path, { status: 'complete' })).toMatchObject({ status: 'empty' });
    const { version } = await client.chapter();
    expect(await client.ask('PATCH', client.path, { status: 'generating' })).toMatchObject({ version });
    expect(await client.ask('PATCH', client.path, { content: '', status: 'partial' })).toMatchObject({
      status: 'empty',
    });
  });

  it('given together with a text is that of the text', async () => {
    const client = await newClient();
    const patch = { content: old, status: 'partial' };
    expect(await client.ask('PATCH', client.path, patch)).toMatchObject(patch);
  });
});

describe('the ordered length', () => {
  const ask = async (client: ChapterClient, body: object) => {
    fakes.text.script(reply.text([words(700)]));
    await client.write(body).ended;
    return /, about ([\d,]+) words/.exec(lastPrompt())?.[1];
  };

  it("is the call's, else the chapter's, else a share of the book if there are no instructions", async () => {
    const client = await newClient();
    await client.ask('PATCH', client.book, { targetWords: 1000 });
    expect(await ask(client, {})).toBe('1,000');
    expect(await ask(client, { restart: true, instructions: 'Short.' })).toBeUndefined();
    await client.ask('PATCH', client.path, { targetWords: 800 });
    expect(await ask(client, { restart: true, instructions: 'Short.' })).toBe('800');
    expect(await ask(client, { restart: true, words: 600 })).toBe('600');
  });

  it('is in the preview, with its tokens', async () => {
    const client = await newClient({ content: words(300), targetWords: 500 });
    const preview = (query: string) => client.ask('GET', `${client.path}/prompt${query}`);
    const [begun, continued] = [await preview(''), await preview('?continue=true&words=1000&instructions=Rain.')];
    expect(begun.messages[1].content).toContain(', about 500 words.');
    expect(begun.estimate.expectedOutputTokens).toBe(700);
    expect(continued.messages[1].content).toContain('About 300 words are written, about 1,000 remain.');
    expect(continued.messages[1].content).toContain('<request>Rain.</request>');
    expect(continued.estimate.expectedOutputTokens).toBe(1400);
  });

  it('is divided when a chapter is split, and added when two are merged', async () => {
    const client = await newClient({ content: `${words(300)}\n\n${words(100)}`, targetWords: 1000 });
    const at = words(300).length;
    const { chapter, next } = await client.ask('POST', `${client.path}/split`, { at });
    expect([chapter.targetWords, next.targetWords]).toEqual([750, 250]);
    expect(await client.ask('POST', `${client.path}/merge`)).toMatchObject({ targetWords: 1000 });
  });
});
