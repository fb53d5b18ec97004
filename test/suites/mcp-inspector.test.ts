import { expect, inject, it } from 'vitest';
import { type Json, rest } from './support/rest.ts';
import { run } from './support/run.ts';
import { report } from './support/say.ts';

/** Runs one request with the CLI of the MCP Inspector. */
async function inspector(method: string, ...args: string[]): Promise<Json> {
  const target = ['--cli', `${inject('url')}/mcp`, '--transport', 'http'];
  const key = ['--header', `Authorization: Bearer ${inject('key')}`];
  const { code, out, all } = await run('mcp-inspector', [...target, ...key, '--method', method, ...args]);
  expect(code, all).toBe(0);
  return JSON.parse(out);
}

async function call(name: string, args: Record<string, string | boolean> = {}): Promise<Json> {
  const pairs = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
  return inspector('tools/call', '--tool-name', name, ...pairs);
}

it('the inspector lists tools with portable schemas and calls them', async () => {
  const { tools } = await inspector('tools/list', '--strict');
  expect(tools.map(({ name }: Json) => name)).toEqual(expect.arrayContaining(['list_books', 'set_plan']));

  const books = await call('list_books');
  expect(books.structuredContent.data[0].id).toMatch(/^bk_/);
  const bookId = inject('sampleBookId');

  const cast = await call('list_characters', { bookId });
  expect(cast.structuredContent.data.length).toBe((await rest('GET', `/books/${bookId}/characters`)).length);

  const own = await rest('POST', '/books', { premise: 'An inspector calls, and calls again.' });
  const made = await call('create_character', { bookId: own.id, name: 'Goole', isPov: true });
  expect(made.structuredContent.data).toMatchObject({ name: 'Goole', isPov: true });
  const plan = await call('set_plan', { bookId: own.id, themeStatement: 'We are members of one body.' });
  expect(plan.structuredContent.data.themeStatement).toBe('We are members of one body.');

  report('mcp inspector', `${tools.length} tools listed, no schema fault; 4 called`);
});

it('the inspector shows the error of a refused call', async () => {
  const refused = await call('get_book', { bookId: 'bk_nobody' }).catch((error: Error) => error);
  expect(String(refused instanceof Error ? refused.message : refused.content[0].text)).toContain('not_found');
});
