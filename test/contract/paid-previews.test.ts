import { beforeEach, describe, expect, it } from 'vitest';
import { paidOperations } from '../../src/domain/preview/rules.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { faultsOf, graphql, http, type Json, tool } from '../support/faces.ts';
import { chapter as prose, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { captureStatementTexts } from '../support/statement-capture.ts';

const { own, fakes } = serviceWith(
  { text: true, images: true },
  { MODEL_PRICES: 'gpt-5-mini=0.25/0.025/2,gpt-5=1.25/0.125/10', CHAPTER_SUMMARIES: 'off' },
);

/** A paid operation: its route below the book, its tool, and a body. */
interface Paid {
  route: (client: ChapterClient) => string;
  tool: string;
  body: object;
  isOnChapter?: true;
}
const onChapter = (name: string) => (client: ChapterClient) => `${client.path}/${name}`;
const onBook = (name: string) => (client: ChapterClient) => `${client.book}/${name}`;
const paid: Record<(typeof paidOperations)[number], Paid> = {
  write: {
    route: onChapter('write'),
    tool: 'write_chapter',
    body: { instructions: 'Rain.', restart: true, words: 900 },
    isOnChapter: true,
  },
  rewrite: {
    route: onChapter('rewrite'),
    tool: 'rewrite_chapter',
    body: { directive: 'Let it rain.' },
    isOnChapter: true,
  },
  outline: {
    route: onBook('outline'),
    tool: 'generate_outline',
    body: { chapterCount: 3, instructions: 'Begin on the ferry.', replaceWritten: true },
  },
  variants: {
    route: onBook('outline/variants'),
    tool: 'generate_outline_variants',
    body: { count: 2, chapterCount: 3 },
  },
  grade: { route: onBook('outline/grade'), tool: 'grade_outline', body: { judge: true } },
  recap: { route: onChapter('recap'), tool: 'generate_recap', body: {}, isOnChapter: true },
  read: { route: onBook('read'), tool: 'read_manuscript', body: {} },
  cover: { route: onBook('cover'), tool: 'generate_covers', body: { prompt: 'A ferry in fog.', count: 2 } },
};
const calls = () => fakes.text.requests.length + fakes.images.requests.length;

let client: ChapterClient;
beforeEach(async () => {
  fakes.text.script(reply.text([prose]));
  client = await ChapterClient.create(own.url(), own.key(), { summary: 'Emma rows out.', content: prose });
  await client.ask('POST', `${client.book}/characters`, { name: 'Emma', want: 'the last ferry', isPov: true });
});

async function previewOverRest(name: keyof typeof paid): Promise<Json> {
  const { route, body } = paid[name];
  return client.ask('POST', `${route(client)}?preview=true`, name === 'recap' ? undefined : body);
}

/** The preview of an operation on each face. */
async function previewsOf(name: keyof typeof paid): Promise<Record<'REST' | 'GraphQL' | 'MCP', Json>> {
  const { tool: toolName, body, isOnChapter } = paid[name];
  const { url, key, bookId, chapterId } = client;
  const json = await previewOverRest(name);
  const ids = { bookId, ...(isOnChapter ? { chapterId } : {}) };
  const document = `query ($bookId: ID!, $chapterId: ID, $operation: PaidOperation!, $input: PromptPreviewInput) {
    promptPreview(bookId: $bookId, chapterId: $chapterId, operation: $operation, input: $input) {
      messages { role content } manifest { block tokens status } tokens budgetTokens times model
      estimate { inputTokens expectedOutputTokens costMicros }
    }
  }`;
  const { promptPreview } = await graphql(url, key, document, { ...ids, operation: name, input: body });
  return {
    REST: json,
    GraphQL: promptPreview,
    MCP: (await tool(url, key, toolName, { ...ids, ...body, preview: true, detail: 'full' })).structuredContent.data,
  };
}

/** What the provider received for the first call of the operation. */
async function received(name: keyof typeof paid): Promise<Json> {
  const { route, body } = paid[name];
  const provider = name === 'cover' ? fakes.images : fakes.text;
  const before = provider.requests.length;
  const { url, key } = client;
  await http(url, key, 'POST', route(client), name === 'recap' ? undefined : body);
  await provider.received(before + 1);
  return provider.requests[before]?.body;
}

describe.each(paidOperations)('a preview of %s', (name) => {
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
    if (name === 'cover') expect(sent.prompt).toBe(REST.messages[0].content);
    else expect(sent.messages).toEqual(REST.messages);
  });
});

describe('previews of paid operations', () => {
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

  it('use a number of statements that does not depend on the book', async () => {
    for (const name of paidOperations) {
      const texts = await captureStatementTexts(() => previewOverRest(name));
      expect(texts.length, name).toBeLessThanOrEqual(14);
    }
  });

  it('name a member that the operation does not have, and a missing chapter', async () => {
    const document = (args: string) => `query ($bookId: ID!) { promptPreview(bookId: $bookId, ${args}) { tokens } }`;
    const faults = (args: string) => faultsOf(graphql(own.url(), own.key(), document(args), { bookId: client.bookId }));
    expect(await faults('operation: outline, input: { directive: "Rain." }')).toEqual(['directive']);
    expect(await faults('operation: recap')).toEqual(['chapterId']);
    expect(await faults(`operation: rewrite, chapterId: "${client.chapterId}"`)).toEqual(['directive']);
  });

  it('answer 404 for the chapter of another account', async () => {
    const stranger = await own.running().newKey();
    const path = `${client.path}/write?preview=true`;
    expect((await http(own.url(), stranger, 'POST', path, {})).json.error.code).toBe('not_found');
  });
});
