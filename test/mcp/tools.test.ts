import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/caller.ts';
import { costsOf, sumOf } from '../../src/faces/explorers/token-cost.ts';
import { toolSamples, toolsByFeature } from '../registers/all.ts';
import { type Json, proseIn } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Agent, type ListedTool, overHttp, refusedIn } from './agents.ts';

let service: TestService;
let key: string;
const open: Agent[] = [];

beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
});
afterAll(async () => {
  await Promise.all(open.map((agent) => agent.close()));
  await service.close();
});

async function agent(query = '', withKey = key): Promise<Agent> {
  const connected = await overHttp('new client, auto', `${service.url}/mcp${query}`, withKey);
  open.push(connected);
  return connected;
}
const toolsOf = async (one: Agent): Promise<ListedTool[]> => (await one.listTools()).tools;
const namesOf = async (one: Agent): Promise<string[]> => (await toolsOf(one)).map(({ name }) => name).sort();

const all = [...toolSamples.keys()].sort();
const dispatchers = ['call_read_tool', 'call_tool', 'find_tool'];
/** The tools that a model sees by default. */
const direct = [
  ...['list_characters', 'create_character', 'update_character', 'delete_character'],
  ...['list_character_conflicts', 'add_character_conflict', 'remove_character_conflict', 'get_plan', 'set_plan'],
  ...['list_books', 'create_book', 'get_book', 'list_chapters', 'read_chapter', 'create_chapter', 'update_chapter'],
  ...['get_chapter_brief', 'save_chapter', 'edit_chapter', 'propose_edits', 'write_chapter', 'get_generation'],
  'search_book',
];
const core = [...direct, ...dispatchers].sort();
const isRead = (name: string) => /^(list|get|read(?!_manuscript)|lint|search|preview)_/.test(name);
/** Tools that call a provider or cancel such calls. */
/** Those that call a provider. */
const providerTools = [
  'generate_covers',
  'generate_outline',
  'generate_outline_variants',
  'generate_profile',
  'generate_recap',
  'grade_outline',
  'narrate_book',
  'narrate_chapter',
  'read_manuscript',
  'rewrite_chapter',
  'write_chapter',
];

describe('the tool list', () => {
  it('contains the direct tools and the dispatchers', async () => {
    expect(await namesOf(await agent())).toEqual(core);
    expect(await namesOf(await agent('?tools=core'))).toEqual(core);
  });

  it('contains every tool with ?tools=all', async () => {
    expect(await namesOf(await agent('?tools=all'))).toEqual(all);
  });

  it('describes each tool and each argument', async () => {
    const tools = [...(await toolsOf(await agent('?tools=all'))), ...(await toolsOf(await agent()))];
    for (const { name, title, description, inputSchema } of tools) {
      expect(title, name).toMatch(/^[A-Z][a-z ]+$/);
      expect(description.length, name).toBeGreaterThan(40);
      expect(description, name).toMatch(/^[A-Z].+\.$/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [argument, schema] of Object.entries<Json>(inputSchema.properties))
        expect(schema.description, `${name}.${argument}`).toMatch(/\w{3,}.*\.$/);
    }
  });

  it('has all annotations for each tool', async () => {
    const hints = Object.fromEntries(
      (await toolsOf(await agent('?tools=all'))).map(({ name, annotations }) => [name, annotations]),
    );
    for (const [name, annotations] of Object.entries(hints))
      expect(annotations, name).toEqual({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: /^(delete|remove|revoke|thin)_/.test(name),
        idempotentHint:
          !/^(create|add|append|edit|propose|import|write|rewrite|narrate|generate|grade|adopt|split|merge|rotate)_|^read_manuscript$/.test(
            name,
          ),
        openWorldHint: expect.any(Boolean),
      });
    const named = (hint: string) =>
      Object.keys(hints)
        .filter((name) => hints[name]?.[hint])
        .sort();
    expect(named('readOnlyHint')).toEqual(all.filter(isRead));
    expect(named('openWorldHint')).toEqual(providerTools);
  });

  it('comes with instructions of at most 2,000 characters', async () => {
    const instructions = (await agent()).getInstructions() ?? '';
    expect(instructions.length).toBeGreaterThan(200);
    expect(instructions.length).toBeLessThanOrEqual(2000);
    for (const [name] of instructions.matchAll(/\b[a-z]+_[a-z_]+\b/g))
      expect([...all, ...dispatchers, 'rate_limited', 'retry_after']).toContain(name);
  });

  it('comes with the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect((await agent()).getServerVersion()).toMatchObject({ name: 'fabula', version });
  });

  it('stays within the token budget', async () => {
    const { prompt, whole } = sumOf(await costsOf((await toolsOf(await agent())) as never));
    expect(prompt).toBeLessThanOrEqual(6_000);
    expect(whole).toBeLessThanOrEqual(12_000);
  });
});

describe('a connection narrowed', () => {
  it.each(Object.keys(toolsByFeature))('to the feature %s lists exactly its tools', async (feature) => {
    const narrowed = await agent(`?features=${feature}`);
    expect(await namesOf(narrowed)).toEqual([...(toolsByFeature[feature] ?? [])].sort());
    // Narrowing limits the list, not the permission to call.
    const other = feature === 'account' ? 'list_books' : 'get_account';
    expect((await narrowed.callTool({ name: other, arguments: {} })).isError).not.toBe(true);
  });

  it('to several features lists the tools of each', async () => {
    expect(await namesOf(await agent('?features=plan,%20characters'))).toEqual(
      [...(toolsByFeature.plan ?? []), ...(toolsByFeature.characters ?? [])].sort(),
    );
  });

  it('to reading lists and runs only read tools', async () => {
    const reading = await agent('?read_only=true');
    for (const { annotations, name } of await toolsOf(reading)) expect(annotations.readOnlyHint, name).toBe(true);
    await expect(reading.callTool({ name: 'create_book', arguments: {} })).rejects.toThrow('no tool create_book here');
    expect(await namesOf(reading)).toEqual(core.filter((name) => isRead(name) || /^(find|call_read)_tool$/.test(name)));
    expect(await namesOf(await agent('?read_only=false'))).toEqual(core);
  });

  it('to a book fills in bookId and rejects other books', async () => {
    const one = (await (await agent()).callTool({ name: 'create_book', arguments: { premise: 'A storm at sea.' } }))
      .structuredContent?.data;
    const bound = await agent(`?book=${one.id}&tools=all`);
    const tools = await toolsOf(bound);
    expect(tools.map(({ name }) => name).sort()).toEqual(
      all.filter((name) => !/^(list_books|create_book|import_book|search_books)$/.test(name)),
    );
    for (const { inputSchema, name } of tools) {
      expect(inputSchema.properties, name).not.toHaveProperty('bookId');
      expect(inputSchema.required ?? [], name).not.toContain('bookId');
    }
    const named = { name: 'update_book', arguments: { title: 'Storm' } };
    expect((await bound.callTool(named)).structuredContent?.data).toMatchObject({ id: one.id, title: 'Storm' });
    expect((await bound.callTool({ name: 'get_book', arguments: { bookId: one.id } })).isError).not.toBe(true);
    const other = { name: 'delete_book', arguments: { bookId: 'bk_00000000000000000000000000' } };
    expect(refusedIn(await bound.callTool(other))).toMatchObject({ code: 'invalid_request' });
    expect((await bound.callTool({ name: 'get_book', arguments: {} })).structuredContent?.data.id).toBe(one.id);
  });

  it.each([
    ['?features=characters,poems', 'features: must be of books, chapters, characters'],
    ['?tools=some', 'tools: must be all or core.'],
    ['?read_only=yes', 'read_only: must be true or false.'],
  ])('by %s is rejected with a reason', async (query, why) => {
    await expect(agent(query)).rejects.toThrow(why);
  });

  it('in any way has a separate list per key', async () => {
    const reader = await service.newKey({ scopes: ['books:read'] });
    for (const query of ['?tools=all', '?features=books', '?tools=all&read_only=true', '?tools=all']) {
      const [mine, theirs] = [await namesOf(await agent(query)), await namesOf(await agent(query, reader))];
      expect(theirs).toEqual(mine.filter((name) => isRead(name) && !/_(usage|analytics|account|tokens)$/.test(name)));
    }
  });
});

describe('missing scopes', () => {
  it('hide a tool and cause insufficient_scope on a call', async () => {
    const granted = scopes.filter((scope) => scope !== 'generation:run');
    const writer = await agent('?tools=all', await service.newKey({ scopes: granted }));
    expect(await namesOf(writer)).toEqual(
      all.filter((name) => !providerTools.includes(name) && !/^cancel_/.test(name)),
    );
    const refusal = refusedIn(await writer.callTool({ name: 'write_chapter', arguments: {} }));
    expect(refusal).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'generation:run',
      granted_scopes: granted,
    });
  });

  it.each([
    ['account:read' as const, ['get_account', 'get_usage', 'list_tokens']],
    ['account:write' as const, ['create_token', 'revoke_token', 'rotate_token']],
    ['analytics:read' as const, ['get_analytics']],
  ])('hide all book tools from a key with only %s', async (scope, names) => {
    const accountant = await agent('?tools=all', await service.newKey({ scopes: [scope] }));
    expect(await namesOf(accountant)).toEqual(names);
    const refusal = refusedIn(await accountant.callTool({ name: 'list_books' }));
    expect(refusal).toMatchObject({ code: 'insufficient_scope', required_scope: 'books:read' });
  });
});

describe('compact results for small contexts', () => {
  const tokens = (value: unknown) => Math.round(JSON.stringify(value).length / 4);
  const data = async (one: Agent, name: string, args: Record<string, unknown>) => {
    const { content, structuredContent, isError } = await one.callTool({ name, arguments: args });
    expect(isError, content[0]?.text).not.toBe(true);
    return structuredContent?.data;
  };

  it('a list of twenty characters is a tenth as long without bio and voice', async () => {
    const one = await agent();
    const { id: bookId } = await data(one, 'create_book', { premise: 'A storm at sea.' });
    for (let index = 0; index < 20; index += 1)
      await data(one, 'create_character', {
        bookId,
        name: `Person ${index}`,
        role: 'keeper',
        bio: 'b'.repeat(2000),
        voiceProfile: 'v'.repeat(2000),
        want: 'to be somewhere else before winter',
      });
    const full = await data(one, 'list_characters', { bookId, detail: 'full' });
    const concise = await data(one, 'list_characters', { bookId });
    expect(concise).toHaveLength(20);
    expect(tokens(concise)).toBeLessThan(1_500);
    expect(tokens(full) / tokens(concise)).toBeGreaterThan(10);
    expect(await data(one, 'list_characters', { bookId, ids: [full[3].id], detail: 'full' })).toEqual([full[3]]);
  });

  it('prose is read in parts, and only by read_chapter', async () => {
    const one = await agent();
    const { id: bookId } = await data(one, 'create_book', { premise: 'A storm at sea.' });
    const { id: chapterId } = await data(one, 'create_chapter', { bookId, title: 'Rain' });
    const content = '🌧'.repeat(25_000);
    const saved = await data(one, 'save_chapter', { bookId, chapterId, content });
    const updated = await data(one, 'update_chapter', { bookId, chapterId, notes: 'Wet.' });
    const listed = (await data(one, 'list_chapters', { bookId }))[0];
    for (const answer of [saved, updated, listed]) expect(Object.keys(answer)).not.toContain('content');
    const { content: stale } = await one.callTool({
      name: 'save_chapter',
      arguments: { bookId, chapterId, content: 'Sun.', expectedVersion: 1 },
    });
    const { error } = JSON.parse(stale[0]?.text ?? '');
    expect(error).toMatchObject({ code: 'conflict', current: { id: chapterId, version: updated.version } });
    expect(Object.keys(error.current)).not.toContain('content');
    const pieces = await Promise.all(
      [0, 20_000, 40_000].map(async (offset) => {
        return proseIn(await one.callTool({ name: 'read_chapter', arguments: { bookId, chapterId, offset } }));
      }),
    );
    expect(pieces.map((piece) => [...piece].length)).toEqual([20_000, 5_000, 14]);
    expect(pieces[2]).toBe('(nothing more)');
  });
});
