import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountOf } from './caller.ts';
import { bodyOf, listen } from './http.ts';
import { castOf, proseMax, proseOf } from './tools.ts';

/**
 * Hand-written MCP: node:http, JSON.parse and a switch. No SDK, no schema, and only types are validated. The MCP face is
 * compared with it.
 */

interface Message {
  id?: string | number;
  method: string;
  params?: { name?: string; arguments?: Record<string, unknown> };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const count = (value: unknown, fallback: number) => (Number.isInteger(value) ? Number(value) : fallback);
const prose = (value: string) => ({ content: [{ type: 'text', text: value }] });
const failure = (message: string) => ({ isError: true, ...prose(message) });

async function call({ name, arguments: args = {} }: NonNullable<Message['params']>, account: string): Promise<object> {
  const bookId = text(args.bookId);
  if (name === 'list_characters') {
    const data = await castOf(account, bookId);
    if (!data) return failure('No such book.');
    const structuredContent = { data };
    return { ...prose(JSON.stringify(structuredContent)), structuredContent };
  }
  if (name === 'read_chapter') {
    const limit = Math.min(count(args.limit, proseMax), proseMax);
    const found = await proseOf(account, {
      bookId,
      chapterId: text(args.chapterId),
      offset: count(args.offset, 0),
      limit,
    });
    return found === undefined ? failure('No such chapter.') : prose(found || '(nothing more)');
  }
  return failure('No such tool.');
}

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const account = await accountOf(req.headers.authorization);
  const { id, method, params = {} } = (await bodyOf(req)) as Message;
  const outcome =
    method === 'tools/call'
      ? { result: await call(params, account) }
      : { error: { code: -32601, message: 'Only tools/call is supported.' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
}

listen((req, res) => {
  serve(req, res).catch((error: unknown) => {
    console.error(error);
    res.writeHead(500).end();
  });
});
