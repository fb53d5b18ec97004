import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/faces.ts';
import { type FakeProvider, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';
import { type Agent, agentNames, type ListedTool, overHttp, refusedIn, type ToolResult } from './agents.ts';
import { examples, type Story } from './examples.ts';

let provider: FakeProvider;
let speech: FakeSpeech;
let service: TestService;
const agents: Agent[] = [];

beforeAll(async () => {
  provider = await startProvider();
  speech = await startSpeech();
  service = await startService({ OPENAI_BASE_URL: provider.url, SPEECH_BASE_URL: speech.url });
  for (const name of agentNames) agents.push(await overHttp(name, `${service.url}/mcp`, await service.newKey()));
});
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await service.close();
  await provider.close();
  await speech.close();
});

/** What tools require beside ids. */
const bodies: Record<string, object> = {
  save_chapter: { content: 'Rain.' },
  publish_book: { publish: true },
  rewrite_chapter: { directive: 'Rain.' },
  create_character: { name: 'Emma' },
  add_character_conflict: { fromCharacterId: 'chr_a', toCharacterId: 'chr_b', kind: 'goal', description: 'x' },
  generate_outline_variants: { count: 1 },
  search_book: { q: 'Rain' },
  add_mood_reference: { kind: 'music', title: 'Rain' },
  get_book_picture: { picture: 'beats' },
};

/** Whatever differs from one book to the next: ids, times, and where they are part of something else. */
function timeless(value: unknown): Json {
  const text = JSON.stringify(value)
    .replace(/\b(bk|ch|chr|cfl|mood|run|rev|var)_[0-9a-hjkmnp-tv-z]{26}/g, '$1')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'time')
    .replace(/account [0-9a-f-]{36}/g, 'account')
    // A file has the name of its author in it.
    .replace(/\b[0-9a-f]{64}\b/g, 'hash');
  return JSON.parse(text);
}

/** Calls every tool once; fails when one has no example, or an example no tool. */
async function everyTool(agent: Agent, tools: readonly ListedTool[]): Promise<Map<string, ToolResult>> {
  expect(Object.keys(examples).sort()).toEqual(tools.map(({ name }) => name).sort());
  const results = new Map<string, ToolResult>();
  const call = async (name: string, args: Record<string, unknown>) => agent.callTool({ name, arguments: args });
  const story: Story = {
    seen: {},
    call: async (name, args) => (await call(name, args)).structuredContent?.data,
  };
  for (const [name, argumentsFor] of Object.entries(examples)) {
    const result = await call(name, await argumentsFor(story));
    expect(result.isError, `${name}: ${result.content[0]?.text}`).not.toBe(true);
    story.seen[name] = result.structuredContent?.data;
    results.set(name, result);
  }
  return results;
}

describe('four clients of two generations', () => {
  it('see the same tools, instructions and name', async () => {
    const seen = await Promise.all(
      agents.map(async (agent) => ({
        tools: (await agent.listTools()).tools,
        instructions: agent.getInstructions(),
        name: agent.getServerVersion()?.name,
      })),
    );
    expect(seen[0]?.name).toBe('fabula');
    for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
  });

  it('get the same results from every tool', async () => {
    const transcripts = await Promise.all(
      agents.map(async (agent) => {
        const results = await everyTool(agent, (await agent.listTools()).tools);
        return [...results].map(([name, { content, structuredContent }]) => [
          name,
          timeless({
            content: content.map(({ text, data }) => text ?? data),
            structuredContent: structuredContent ?? null,
          }),
        ]);
      }),
    );
    for (const other of transcripts.slice(1)) expect(other).toEqual(transcripts[0]);
  });
});

describe.each(agentNames)('what the %s gets', (name) => {
  const agent = () => agents[agentNames.indexOf(name)] as Agent;

  it('is structured as the tool says, and the text is the same; prose comes as text alone', async () => {
    const { tools } = await agent().listTools();
    const results = await everyTool(agent(), tools);
    const validator = new AjvJsonSchemaValidator();
    for (const { name: tool, outputSchema } of tools) {
      const { content, structuredContent } = results.get(tool) as ToolResult;
      expect(content.map(({ type }) => type)).toEqual(tool === 'get_book_picture' ? ['text', 'image'] : ['text']);
      if (!outputSchema) {
        expect(structuredContent, tool).toBeUndefined();
        expect(content[0]?.text.length).toBeGreaterThan(0);
        continue;
      }
      expect(validator.getValidator(outputSchema)(structuredContent), tool).toMatchObject({ valid: true });
      expect(JSON.parse(content[0]?.text ?? ''), tool).toEqual(structuredContent);
    }
    expect(tools.filter(({ outputSchema }) => !outputSchema).map((one) => one.name)).toEqual([
      'read_chapter',
      'read_revision',
      'get_revision_diff',
      'get_chapter_brief',
    ]);
  });

  it('is the envelope of every face where a call is refused, and says what to do', async () => {
    const nowhere = {
      bookId: 'bk_none',
      chapterId: 'ch_none',
      characterId: 'chr_none',
      conflictId: 'cfl_none',
      variantId: 'var_none',
      revisionId: 'rev_none',
      moodId: 'mood_none',
    };
    const { tools } = await agent().listTools();
    for (const { name: tool, inputSchema } of tools.filter((one) => one.inputSchema.required?.length > 0)) {
      const missing = refusedIn(await agent().callTool({ name: tool, arguments: {} }));
      expect(missing, tool).toMatchObject({ code: 'invalid_request', request_id: expect.stringMatching(/^req_/) });
      expect(missing.issues.map(({ path }: { path: string }) => path).sort()).toEqual([...inputSchema.required].sort());
      if (!inputSchema.properties.bookId || tool === 'list_beat_sheets') continue;
      const ids = Object.entries(nowhere).filter(([key]) => inputSchema.properties[key]);
      const body = bodies[tool] ?? {};
      const args = { ...Object.fromEntries(ids), ...body };
      const foreign = refusedIn(await agent().callTool({ name: tool, arguments: args }));
      expect(foreign, tool).toMatchObject({
        code: 'not_found',
        message: expect.stringMatching(/^No such [\w ]+\. .+\.$/),
      });
    }
  });

  it('names the limit and the length of what is too long', async () => {
    const { structuredContent } = await agent().callTool({
      name: 'create_book',
      arguments: { premise: 'A lighthouse keeper and a storm.' },
    });
    const { issues, message } = refusedIn(
      await agent().callTool({
        name: 'create_character',
        arguments: { bookId: structuredContent?.data.id, name: 'Emma', want: 'x'.repeat(312) },
      }),
    );
    expect(issues).toEqual([{ path: 'want', message: 'is 312 characters; the limit is 240. Shorten it.' }]);
    expect(message).toBe('want: is 312 characters; the limit is 240. Shorten it.');
  });
});
