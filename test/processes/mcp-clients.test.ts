import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idPrefixes as prefixes } from '../../src/ids/id-prefixes.gen.ts';
import { operations } from '../../src/operations.ts';
import {
  type Agent,
  type AgentName,
  agentNames,
  type ListedTool,
  overHttp,
  refusedIn,
  type ToolResult,
} from '../mcp/agents.ts';
import { toolSamples } from '../registers/all.ts';
import type { Args, Story } from '../registers/register.ts';
import { bodyOf, optionsOf } from '../registers/sample.ts';
import type { Json } from '../support/faces.ts';
import { type FakeImages, startImageProvider } from '../support/image-provider.ts';
import { proof } from '../support/proofs.ts';
import { type FakeProvider, startProvider } from '../support/provider.ts';
import { idPrefixes } from '../support/sample-records.ts';
import { startService, type TestService } from '../support/service.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';

let provider: FakeProvider;
let speech: FakeSpeech;
let images: FakeImages;
let service: TestService;
const agents: Agent[] = [];

beforeAll(async () => {
  provider = await startProvider();
  speech = await startSpeech();
  images = await startImageProvider();
  service = await startService({
    OPENAI_BASE_URL: provider.url,
    SPEECH_BASE_URL: speech.url,
    IMAGE_BASE_URL: images.url,
  });
  for (const name of agentNames)
    agents.push(await overHttp(name, `${service.url}/mcp?tools=all`, await service.newKey()));
});
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await service.close();
  await provider.close();
  await speech.close();
  await images.close();
});

const anyId = new RegExp(`\\b(${prefixes.join('|')})_[0-9a-hjkmnp-tv-z]{26}`, 'g');

/** Replaces ids, times and other values that differ per book. */
function timeless(value: unknown): Json {
  const text = JSON.stringify(value)
    .replace(anyId, '$1')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'time')
    .replace(/account [0-9a-f-]{36}/g, 'account')
    .replace(/fab_live_[\w-]+/g, 'secret')
    // The provider draws a different picture each time.
    .replace(/(sizeBytes\\*"):\d+/g, '$1:0')
    .replace(/(storage\\*"):\{[^}]*\}/g, '$1:0')
    // Exported files contain the account name.
    .replace(/\b[0-9a-f]{64}\b/g, 'hash');
  return JSON.parse(text);
}

const direct = new Set(operations.flatMap(({ tool }) => (tool?.isDirect ? tool.name : [])));
/** One client of each generation calls every tool; the other two call the direct tools. */
const groups: AgentName[][] = proof(
  [
    ['old client', 'new client, pinned'],
    ['new client, default', 'new client, auto'],
  ],
  [[...agentNames]],
);
const callsAll = (agent: Agent) => groups[0]?.some((name) => agents[agentNames.indexOf(name)] === agent) ?? false;

/** Calls each tool once with its sample, after the calls that the sample needs. */
async function everyTool(agent: Agent): Promise<Map<string, ToolResult>> {
  const results = new Map<string, ToolResult>();
  const dataOf = ({ structuredContent }: ToolResult) => structuredContent?.data;
  const story: Story = {
    call: async (name, args) => dataOf(await agent.callTool({ name, arguments: args })),
    answer: async (name) => dataOf(results.get(name) ?? (await callSample(name))),
  };
  async function callSample(name: string): Promise<ToolResult> {
    const result = await agent.callTool({ name, arguments: (await toolSamples.get(name)?.args(story)) ?? {} });
    expect(result.isError, `${name}: ${result.content[0]?.text}`).not.toBe(true);
    results.set(name, result);
    return result;
  }
  const names = [...toolSamples.keys()].filter((name) => callsAll(agent) || direct.has(name));
  for (const name of names) if (!results.has(name)) await callSample(name);
  return results;
}

/** Valid arguments with ids of no record. */
function argumentsWithUnknownIds({ name, inputSchema }: ListedTool): Args {
  const operation = operations.find(({ tool }) => tool?.name === name);
  if (!operation) throw new Error(`No operation has the tool ${name}.`);
  const nowhere = Object.fromEntries(Object.entries(idPrefixes).map(([id, prefix]) => [id, `${prefix}_none`]));
  const ids = Object.entries(nowhere).filter(([id]) => inputSchema.properties[id]);
  const body = operation.body ? bodyOf(operation, nowhere) : {};
  return { ...Object.fromEntries(ids), ...optionsOf(operation), ...body };
}

/** The results per client, which calls every tool once. */
const transcripts = new Map<Agent, Promise<Map<string, ToolResult>>>();
function resultsOf(agent: Agent): Promise<Map<string, ToolResult>> {
  const results = transcripts.get(agent) ?? everyTool(agent);
  transcripts.set(agent, results);
  return results;
}

/** Tools that state the source of what others wrote before their answer. */

describe('four clients of two generations', () => {
  it('get equal tools, instructions and server names', async () => {
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

  // Two clients call about 90 tools each.
  it.each(groups)('get equal tool results: %s, %s', async (...names) => {
    const shown = await Promise.all(
      names.map(async (name) => {
        const results = await resultsOf(agents[agentNames.indexOf(name)] as Agent);
        return [...results].map(([name, { content, structuredContent }]) => [
          name,
          timeless({
            content: content.map(({ text, data }) => text ?? data),
            structuredContent: structuredContent ?? null,
          }),
        ]);
      }),
    );
    for (const other of shown.slice(1)) expect(other).toEqual(shown[0]);
  });
});

describe.each(agentNames)('the %s', (name) => {
  const agent = () => agents[agentNames.indexOf(name)] as Agent;

  it('gets structured content that matches the output schema and the text', async () => {
    const { tools } = await agent().listTools();
    const results = await resultsOf(agent());
    const validator = new AjvJsonSchemaValidator();
    for (const { name: tool, outputSchema } of tools.filter((one) => results.has(one.name))) {
      const { content, structuredContent } = results.get(tool) as ToolResult;
      expect(content.map(({ type }) => type)).toEqual(tool === 'get_book_picture' ? ['text', 'image'] : ['text']);
      if (!outputSchema) {
        expect(structuredContent, tool).toBeUndefined();
        expect(content[0]?.text).toMatch(/^From book [^\n]+\n\n./);
        continue;
      }
      expect(validator.getValidator(outputSchema)(structuredContent), tool).toMatchObject({ valid: true });
      const text = content[0]?.text ?? '';
      expect(JSON.parse(text), tool).toEqual(structuredContent);
    }
    expect(tools.filter(({ outputSchema }) => !outputSchema).map((one) => one.name)).toEqual([
      'read_chapter',
      'read_revision',
      'get_revision_diff',
      'get_chapter_brief',
    ]);
  });

  it('gets the error envelope with a remedy when a call is refused', async () => {
    const { tools } = await agent().listTools();
    for (const one of tools.filter(({ inputSchema }) => inputSchema.required?.length > 0)) {
      const { name: tool, inputSchema } = one;
      const missing = refusedIn(await agent().callTool({ name: tool, arguments: {} }));
      expect(missing, tool).toMatchObject({ code: 'invalid_request', request_id: expect.stringMatching(/^req_/) });
      expect(missing.issues.map(({ path }: { path: string }) => path).sort()).toEqual([...inputSchema.required].sort());
      if (!inputSchema.properties.bookId || tool === 'list_beat_sheets') continue;
      const foreign = refusedIn(await agent().callTool({ name: tool, arguments: argumentsWithUnknownIds(one) }));
      expect(foreign, tool).toMatchObject({
        code: 'not_found',
        message: expect.stringMatching(/^No such [\w ]+\. .+\.$/),
      });
    }
  });

  it('gets the limit and the length of an overlong argument', async () => {
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
