import { beforeEach, describe, expect, it } from 'vitest';
import { coversMax } from '../../src/domain/making/cover/rules.ts';
import { variantsMax } from '../../src/domain/making/outline/rules.ts';
import type { PaidCall } from '../../src/domain/making/preview/operations.gen.ts';
import { newId } from '../../src/ids/id.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { faultsOf, graphql, http, type Json, tool } from '../support/faces.ts';
import { chapter as prose, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { captureStatementTexts } from '../support/statement-capture.ts';

const { own, fakes } = serviceWith(
  { text: true, images: true },
  { MODEL_PRICES: 'gpt-5-mini=0.25/0.025/2,gpt-5=1.25/0.125/10', CHAPTER_RECAPS: 'off' },
);

type PaidMutation = NonNullable<{ [Name in keyof PaidCall]-?: Name }[keyof PaidCall]>;

/** A paid operation: its route below the book, its tool, and a body. */
interface Paid {
  route: (client: ChapterClient) => string;
  tool: string;
  body: object;
  isOnChapter?: true;
}
const onChapter = (name: string) => (client: ChapterClient) => `${client.path}/${name}`;
const onBook = (name: string) => (client: ChapterClient) => `${client.book}/${name}`;
const paid: Record<PaidMutation, Paid> = {
  writeChapter: {
    route: onChapter('write'),
    tool: 'write_chapter',
    body: { instructions: 'Rain.', restart: true, words: 900 },
    isOnChapter: true,
  },
  rewriteChapter: {
    route: onChapter('rewrite'),
    tool: 'rewrite_chapter',
    body: { directive: 'Let it rain.' },
    isOnChapter: true,
  },
  generateOutline: {
    route: onBook('outline'),
    tool: 'generate_outline',
    body: { chapterCount: 3, instructions: 'Begin on the ferry.', replaceWritten: true },
  },
  generateOutlineVariants: {
    route: onBook('outline/variants'),
    tool: 'generate_outline_variants',
    body: { count: 2, chapterCount: 3 },
  },
  gradeOutline: { route: onBook('outline/grade'), tool: 'grade_outline', body: { judge: true } },
  generateRecap: { route: onChapter('recap'), tool: 'generate_recap', body: {}, isOnChapter: true },
  readManuscript: { route: onBook('read'), tool: 'read_manuscript', body: {} },
  generateProfile: { route: onBook('profile'), tool: 'generate_profile', body: {} },
  generateCovers: { route: onBook('cover'), tool: 'generate_covers', body: { prompt: 'A ferry in fog.', count: 2 } },
};
const hasBody = (name: PaidMutation) => name !== 'generateRecap' && name !== 'generateProfile';
const paidCalls = Object.keys(paid) as PaidMutation[];
const calls = () => fakes.text.requests.length + fakes.images.requests.length;

let client: ChapterClient;
beforeEach(async () => {
  fakes.text.script(reply.text([prose]));
  client = await ChapterClient.create(own.url(), own.key(), { summary: 'Emma rows out.', content: prose });
  await client.ask('POST', `${client.book}/characters`, { name: 'Emma', want: 'the last ferry', isPov: true });
});

async function previewOverRest(name: keyof typeof paid): Promise<Json> {
  const { route, body } = paid[name];
  return client.ask('POST', `${route(client)}?preview=true`, hasBody(name) ? body : undefined);
}

/** The preview of an operation on each face. */
async function previewsOf(name: keyof typeof paid): Promise<Record<'REST' | 'GraphQL' | 'MCP', Json>> {
  const { tool: toolName, body, isOnChapter } = paid[name];
  const { url, key, bookId, chapterId } = client;
  if (name === 'generateProfile') await client.ask('PUT', `${client.path}/recap`, { events: 'She rowed.' });
  const json = await previewOverRest(name);
  const ids = { bookId, ...(isOnChapter ? { chapterId } : {}) };
  const document = `query ($bookId: ID!, $call: PaidCall!) {
    callPreview(bookId: $bookId, call: $call) {
      messages { role content } manifest { block tokens status } tokens budgetTokens times model
      estimate { inputTokens expectedOutputTokens costMicros }
    }
  }`;
  const args = { ...(isOnChapter ? { chapterId } : {}), ...(hasBody(name) ? { input: body } : {}) };
  const { callPreview } = await graphql(url, key, document, { bookId, call: { [name]: args } });
  const call = { tool: toolName, arguments: { ...ids, ...body } };
  return {
    REST: json,
    GraphQL: callPreview,
    MCP: (await tool(url, key, 'preview_call', call)).structuredContent.data,
  };
}

/** What the provider received for the first call of the operation. */
async function received(name: keyof typeof paid): Promise<Json> {
  const { route, body } = paid[name];
  const provider = name === 'generateCovers' ? fakes.images : fakes.text;
  const before = provider.requests.length;
  const { url, key } = client;
  await http(url, key, 'POST', route(client), hasBody(name) ? body : undefined);
  await provider.received(before + 1);
  return provider.requests[before]?.body;
}

/** The stored prompt of a run on each face. */
async function promptsOf(runId: string): Promise<Json[]> {
  const { url, key } = client;
  const parts = 'block kind source { type id version } tokens fullTokens status reason';
  const document = `query ($runId: ID!) {
    run(runId: $runId) { prompt { messages { role content } manifest { ${parts} } tokens keptUntil } }
  }`;
  const { run } = await graphql(url, key, document, { runId });
  const json = await client.ask('GET', `/v1/runs/${runId}/prompt`);
  expect(json).toEqual(run.prompt);
  const { structuredContent } = await tool(url, key, 'get_run_prompt', { runId });
  return [json, structuredContent.data];
}

describe.each(paidCalls)('a preview of %s', (name) => {
  it('shows the messages that the provider then receives, and calls nobody', async () => {
    const before = calls();
    const { REST, GraphQL, MCP } = await previewsOf(name);
    expect(calls()).toBe(before);
    expect(await client.runs()).toEqual([]);
    expect(REST).toMatchObject(GraphQL);
    expect(MCP.messages).toEqual(REST.messages);
    expect(REST.manifest.reduce((sum: number, { tokens }: Json) => sum + tokens, 0)).toBe(REST.tokens);
    expect(REST.estimate.inputTokens).toBe(REST.tokens * REST.times);
    const sent = await received(name);
    expect(REST.model).toBe(sent.model);
    if (name === 'generateCovers') expect(sent.prompt).toBe(REST.messages[0].content);
    else expect(sent.messages).toEqual(REST.messages);
    const [run] = await client.runs();
    for (const prompt of await promptsOf(run?.id)) {
      expect(prompt.messages).toEqual(REST.messages);
      expect(prompt.manifest).toEqual(REST.manifest);
      expect(prompt.tokens).toBe(REST.tokens);
    }
  });
});

/** Adds as many outlines and covers as a book keeps. */
async function fillBook(): Promise<void> {
  const { write: sql } = own.running().database;
  const ids = (prefix: 'var' | 'cov', count: number) => Array.from({ length: count }, () => newId(prefix));
  await sql`
    INSERT INTO outline_variant (account_id, book_id, id, run_id, chapters, model, plan_version)
    SELECT account_id, id, unnest(${ids('var', variantsMax)}::text[]), '', '[]', '', 1 FROM book WHERE id = ${client.bookId}`;
  await sql`
    INSERT INTO cover (account_id, book_id, id, origin, media_type, bytes, width, height, sha256)
    SELECT account_id, id, unnest(${ids('cov', coversMax)}::text[]), 'uploaded', 'image/png', '', 1, 1, '' FROM book
    WHERE id = ${client.bookId}`;
}

describe('previews of paid operations', () => {
  it('show what a write sends that continues a complete chapter', async () => {
    const input = { continue: true, words: 600, instructions: 'Fog.' };
    const { messages } = await client.ask('POST', `${client.path}/write?preview=true`, input);
    const before = fakes.text.requests.length;
    await client.write(input).ended;
    expect(fakes.text.requests[before]?.body.messages).toEqual(messages);
    const [run] = await client.runs();
    for (const prompt of await promptsOf(run?.id)) expect(prompt.messages).toEqual(messages);
  });

  it('need the scope books:read, not generation:run', async () => {
    const account = (await client.ask('GET', '/v1/account')).name;
    const reader = await own.running().newKey({ account, scopes: ['books:read'] });
    const asReader = (path: string) => http(own.url(), reader, 'POST', path, { directive: 'Let it rain.' });
    expect((await asReader(`${client.path}/rewrite?preview=true`)).status).toBe(200);
    expect((await asReader(`${client.path}/rewrite?preview=false`)).json.error.code).toBe('insufficient_scope');
    const author = await own.running().newKey({ account, scopes: ['generation:run'] });
    const { json } = await http(own.url(), author, 'POST', `${client.path}/write?preview=true`, {});
    expect(json.error.code).toBe('insufficient_scope');
  });

  it('are refused as the operation would be, with what to send', async () => {
    const ask = async (path: string, body: object) =>
      (await http(client.url, client.key, 'POST', path, body)).json.error;
    const refused = async (path: string, body: object, code = 'invalid_state') => {
      const [preview, call] = [await ask(`${path}?preview=true`, body), await ask(path, body)];
      expect(preview).toMatchObject({ code, message: call.message });
    };
    const refusals = (path: string, body: object) => refused(`${client.path}/${path}`, body);
    await refusals('write', {});
    await refused(`${client.path}/write`, { restart: true, continue: true }, 'invalid_request');
    await refused(`${client.book}/outline`, {});
    await fillBook();
    await refused(`${client.book}/outline/variants`, { count: 1 });
    await refused(`${client.book}/cover`, { count: 1 });
    await client.ask('PATCH', `${client.book}/plan`, { povLock: 'multi' });
    const [emma] = await client.ask('GET', `${client.book}/characters`);
    await client.ask('PATCH', `${client.book}/characters/${emma.id}`, { isPov: false });
    await refusals('write', { restart: true });
    await refusals('rewrite', { directive: 'Let it rain.' });
    expect((await client.ask('GET', `${client.path}/prompt`)).tokens).toBeGreaterThan(0);
  });

  it('use a number of statements that does not depend on the book', async () => {
    for (const name of paidCalls) {
      const texts = await captureStatementTexts(() => previewOverRest(name));
      expect(texts.length, name).toBeLessThanOrEqual(14);
    }
  });

  it('name what is wrong with a call', async () => {
    const { url, key, bookId, chapterId } = client;
    const document = 'query ($bookId: ID!, $call: PaidCall!) { callPreview(bookId: $bookId, call: $call) { tokens } }';
    const faults = (call: object) => faultsOf(graphql(url, key, document, { bookId, call }));
    expect(await faults({ generateOutline: { input: { directive: 'Rain.' } } })).toEqual([
      'call.generateOutline.input.directive',
    ]);
    expect(await faults({ rewriteChapter: { chapterId, input: { directive: '' } } })).toEqual([
      'call.rewriteChapter.input.directive',
    ]);
    expect(await faults({ generateRecap: {} })).toEqual(['call.generateRecap.chapterId']);
    expect(await faults({})).toEqual(['call']);
    expect(await faults({ generateRecap: { chapterId }, readManuscript: {} })).toEqual(['call']);
  });

  it('are of paid tools only, have no argument there, and are open to a key that may only read', async () => {
    const { url, key, bookId, chapterId } = client;
    const call = (name: string, args: object, by = key) =>
      tool(url, by, 'preview_call', { tool: name, arguments: args });
    expect(await faultsOf(call('list_books', {}))).toEqual(['tool']);
    expect(await faultsOf(call('rewrite_chapter', { bookId, chapterId }))).toEqual(['directive']);
    expect(await faultsOf(tool(url, key, 'write_chapter', { bookId, chapterId, preview: true }))).toEqual(['preview']);
    const account = (await client.ask('GET', '/v1/account')).name;
    const reader = await own.running().newKey({ account, readOnly: true });
    const { structuredContent } = await call('write_chapter', { bookId, chapterId: 1, restart: true }, reader);
    expect(structuredContent.data.messages).toHaveLength(2);
    expect(await client.runs()).toEqual([]);
  });

  it('answer 404 for the chapter of another account', async () => {
    const stranger = await own.running().newKey();
    const path = `${client.path}/write?preview=true`;
    expect((await http(own.url(), stranger, 'POST', path, {})).json.error.code).toBe('not_found');
  });

  it('have no premise of an import, which says nothing', async () => {
    const content = `# One\n\n${prose}\n\n# Two\n\n${prose}`;
    const book = await client.ask('POST', '/v1/books/import', { format: 'markdown', content });
    const [chapter] = await client.ask('GET', `/v1/books/${book.id}/chapters`);
    client.bookId = book.id;
    client.chapterId = chapter.id;
    await client.ask('PUT', `${client.path}/recap`, { events: 'She rowed.', state: 'She is out.' });
    for (const name of paidCalls) {
      const body = { ...paid[name].body, ...(name === 'generateCovers' ? { prompt: undefined } : {}) };
      const preview = await client.ask('POST', `${paid[name].route(client)}?preview=true`, body);
      expect(preview.tokens, name).toBeGreaterThan(0);
      expect(JSON.stringify(preview.messages), name).not.toMatch(/finished manuscript that|<premise>/);
    }
  });
});
