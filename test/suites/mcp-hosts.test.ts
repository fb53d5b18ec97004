import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMCPClient } from '@ai-sdk/mcp';
import { loadMcpTools } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { getAllMcpTools, MCPServerStreamableHttp, RunContext } from '@openai/agents-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Json, rest } from './support/rest.ts';
import { report } from './support/say.ts';

/** A host of models: answers the texts that it shows a model for a call. */
interface Host {
  shown(tool: string, args: object): Promise<string[]>;
  close(): Promise<unknown>;
}

const address = () => ({ url: `${inject('url')}/mcp`, headers: { Authorization: `Bearer ${inject('key')}` } });
const textsOf = (blocks: Json[]): string[] => blocks.map(({ text }) => text);

const hosts: Record<string, () => Promise<Host>> = {
  async 'AI SDK'() {
    const client = await createMCPClient({ transport: { type: 'http', ...address() } });
    const tools: Record<string, Json> = await client.tools();
    return {
      async shown(name, args) {
        const output = await tools[name].execute(args, { toolCallId: '1', messages: [] });
        const { value } = tools[name].toModelOutput({ toolCallId: '1', input: args, output });
        return textsOf(value);
      },
      close: () => client.close(),
    };
  },
  async LangChain() {
    const client = new Client({ name: 'langchain', version: '1.0.0' });
    const { url, headers } = address();
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const tools = await loadMcpTools('fabula', client as never);
    return {
      async shown(name, args) {
        const content = await tools.find((one) => one.name === name)?.invoke(args);
        return Array.isArray(content) ? textsOf(content) : [content];
      },
      close: () => client.close(),
    };
  },
  async 'OpenAI Agents'() {
    const { url, headers } = address();
    const server = new MCPServerStreamableHttp({ url, requestInit: { headers } });
    await server.connect();
    const tools: Json[] = await getAllMcpTools([server]);
    return {
      async shown(name, args) {
        const output = await tools.find((one) => one.name === name).invoke(new RunContext(), JSON.stringify(args));
        return textsOf([output].flat());
      },
      close: () => server.close(),
    };
  },
  async 'mcp-remote'() {
    const client = new Client({ name: 'bridged', version: '1.0.0' });
    const { url, headers } = address();
    const folder = await mkdtemp(join(tmpdir(), 'fabula-mcp-remote-'));
    const command = new URL('node_modules/.bin/mcp-remote', import.meta.url).pathname;
    const args = [
      url,
      '--allow-http',
      '--transport',
      'http-only',
      '--header',
      `Authorization:${headers.Authorization}`,
    ];
    const env = { PATH: process.env.PATH ?? '', MCP_REMOTE_CONFIG_DIR: folder };
    await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
    return {
      async shown(name, args) {
        const { content } = await client.callTool({ name, arguments: { ...args } });
        return textsOf(content as Json[]);
      },
      close: async () => {
        await client.close();
        await rm(folder, { recursive: true });
      },
    };
  },
};

const prose = 'The lamp went out at four.\n\n“Odile,” he said.';
let where: { bookId: string; chapterId: string };
beforeAll(async () => {
  const { id: bookId } = await rest('POST', '/books', { premise: 'A lamp that nobody lights twice.' });
  const { id: chapterId } = await rest('POST', `/books/${bookId}/chapters`, { title: 'Four', content: prose });
  where = { bookId, chapterId };
});

describe.each(Object.entries(hosts))('%s shows a model in the first block', (name, connect) => {
  let host: Host;
  beforeAll(async () => {
    host = await connect();
  });
  afterAll(() => host?.close());

  it('the source of a chapter, how to read on, and its prose', async () => {
    const texts = await host.shown('read_chapter', where);
    const line = `From book ${where.bookId}, chapter ${where.chapterId}, revision rev_`;
    expect(texts).toEqual([expect.stringMatching(new RegExp(`^${line}[^\n]+ It goes to the end\\.\n\n`))]);
    expect(texts[0]?.endsWith(`\n\n${prose}`)).toBe(true);
  });

  it('the source of a brief, the brief, and the next step', async () => {
    const texts = await host.shown('get_chapter_brief', where);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^From book [^\n]+\n\n[\s\S]+<this_chapter>[\s\S]+\n\nNext: write the chapter, [^\n]+$/);
    report('mcp hosts', `${name}: one block each for a chapter and a brief`);
  });
});
