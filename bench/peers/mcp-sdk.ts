import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { accountOf } from './caller.ts';
import { listen } from './http.ts';
import { castOf, proseMax, proseOf } from './tools.ts';

/** The SDK's server as in its documentation: a server per request with registered tools, on node:http. */

const character = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  role: z.string(),
  bio: z.string(),
  voiceProfile: z.string(),
  want: z.string().nullable(),
  fear: z.string().nullable(),
  lie: z.string().nullable(),
  isPov: z.boolean(),
  status: z.array(z.object({ is: z.string(), fromChapterId: z.string().nullable() })),
  datedAliases: z.array(z.object({ text: z.string(), fromChapterId: z.string().nullable() })),
  version: z.int(),
});
const listCharacters = {
  description: 'The cast of a book.',
  inputSchema: z.object({ bookId: z.string() }),
  outputSchema: z.object({ data: z.array(character) }),
};
const readChapter = {
  description: 'The prose of a chapter as plain text, in pieces.',
  inputSchema: z.object({
    bookId: z.string(),
    chapterId: z.string(),
    offset: z.int().min(0).default(0),
    limit: z.int().min(1).max(proseMax).default(proseMax),
  }),
};

const prose = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const failure = (message: string) => ({ isError: true, ...prose(message) });

function serverOf(account: string): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('list_characters', listCharacters, async ({ bookId }) => {
    const data = await castOf(account, bookId);
    if (!data) return failure('No such book.');
    const structuredContent = { data };
    return { ...prose(JSON.stringify(structuredContent)), structuredContent };
  });
  server.registerTool('read_chapter', readChapter, async (args) => {
    const found = await proseOf(account, args);
    return found === undefined ? failure('No such chapter.') : prose(found || '(nothing more)');
  });
  return server;
}

const handler = createMcpHandler(async ({ requestInfo }) =>
  serverOf(await accountOf(requestInfo?.headers.get('authorization') ?? undefined)),
);
const answer = toNodeHandler(handler);
listen((req, res) => {
  // The SDK's type requires `method`, which node:http sets for every request.
  void answer(req as NodeIncomingMessageLike, res);
});
