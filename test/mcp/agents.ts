import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'vitest';
import type { Json } from '../support/faces.ts';

/** An MCP client of either SDK generation. */
export interface Agent {
  listTools(): Promise<{ tools: ListedTool[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<ToolResult>;
  getInstructions(): string | undefined;
  getServerVersion(): { name: string; version: string } | undefined;
  close(): Promise<void>;
}

export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: Json;
  outputSchema?: Json;
  annotations: Record<string, boolean>;
}

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string; data?: string }[];
  structuredContent?: { data: Json; next_cursor?: string | null };
}

const identity = { name: 'test', version: '1' };
const modes = {
  'new client, default': undefined,
  'new client, auto': 'auto',
  'new client, pinned': { pin: '2026-07-28' },
} as const;

export const agentNames = ['old client', 'new client, default', 'new client, auto', 'new client, pinned'] as const;
export type AgentName = (typeof agentNames)[number];

function newClient(name: Exclude<AgentName, 'old client'>): NewClient {
  const mode = modes[name];
  return new NewClient(identity, mode ? { versionNegotiation: { mode } } : {});
}

/** Connects to a URL with a key. */
export async function overHttp(name: AgentName, address: string, key: string): Promise<Agent> {
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  if (name === 'old client') {
    const client = new OldClient(identity);
    // The SDK's transport does not match its own interface under exactOptionalPropertyTypes.
    await client.connect(new OldHttp(new URL(address), options) as unknown as OldTransport);
    return client as unknown as Agent;
  }
  const client = newClient(name);
  await client.connect(new NewHttp(new URL(address), options));
  return client as unknown as Agent;
}

export interface Command {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
}

/** Starts a command and connects over stdio; `log` returns its stderr. */
export async function overStdio(name: AgentName, command: Command): Promise<Agent & { log(): string; pid(): number }> {
  const transport =
    name === 'old client' ? new OldStdio({ ...command, stderr: 'pipe' }) : new NewStdio({ ...command, stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (piece: Buffer) => {
    log += piece.toString();
  });
  const client = name === 'old client' ? new OldClient(identity) : newClient(name);
  await client.connect(transport as never);
  return Object.assign(client as unknown as Agent, { log: () => log, pid: () => transport.pid ?? 0 });
}

/** Messages as lines, over the input and output of a command in this process. */
class LineTransport {
  onmessage?: (message: Json) => void;
  onclose?: () => void;
  readonly #input: Writable;
  readonly #output: Readable;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    createInterface({ input: this.#output })
      .on('line', (line) => this.onmessage?.(JSON.parse(line)))
      .on('close', () => this.onclose?.());
  }

  async send(message: unknown): Promise<void> {
    this.#input.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#input.end();
  }
}

/** Connects to a command in this process. */
export async function overLines(
  name: AgentName,
  { input, output }: { input: Writable; output: Readable },
): Promise<Agent> {
  const client = name === 'old client' ? new OldClient(identity) : newClient(name);
  await client.connect(new LineTransport(input, output) as never);
  return client as unknown as Agent;
}

/** The error of a refused call; throws unless there is exactly one. */
export function refusedIn(result: ToolResult): Json {
  if (!result.isError) throw new Error(`Not refused: ${result.content[0]?.text}`);
  if (result.structuredContent !== undefined) throw new Error('A refusal has no structured content.');
  const [text, ...more] = result.content;
  if (more.length > 0) throw new Error('A refusal is one text.');
  return JSON.parse(text?.text ?? '').error;
}

/** Waits until a process has ended. */
async function waitForExit(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Closes an agent and waits for its process to end. */
export async function closing(agent: Agent & { pid(): number }): Promise<void> {
  const pid = agent.pid();
  await agent.close();
  await waitForExit(pid);
}

/** Checks that the main tools are listed and that one works. */
export async function listsAndReads(agent: Agent): Promise<void> {
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['list_books', 'get_plan', 'find_tool', 'call_tool']),
  );
  const { structuredContent } = await agent.callTool({ name: 'list_books' });
  expect(structuredContent?.data.length).toBeGreaterThan(0);
}
