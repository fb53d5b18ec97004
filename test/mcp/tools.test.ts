import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/graphql/context.ts';
import { operations } from '../../src/operations.ts';
import type { Json } from '../support/faces.ts';
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

/** The nine of the specification, whose names are given (service.md, MCP tools), and ours. */
const ofFeature: Record<string, string[]> = {
  characters: ['list_characters', 'create_character', 'update_character', 'delete_character'],
  conflicts: ['list_character_conflicts', 'add_character_conflict', 'remove_character_conflict'],
  plan: [
    'get_plan',
    'set_plan',
    'list_beat_sheets',
    'list_mood_references',
    'add_mood_reference',
    'update_mood_reference',
    'remove_mood_reference',
  ],
  books: [
    'list_books',
    'get_book',
    'create_book',
    'update_book',
    'delete_book',
    'publish_book',
    'get_book_statistics',
    'get_analytics',
    'get_book_picture',
    'export_book',
    'import_book',
    'search_book',
  ],
  outline: [
    'generate_outline',
    'generate_outline_variants',
    'list_outline_variants',
    'grade_outline',
    'adopt_outline_variant',
  ],
  generation: [
    'get_chapter_brief',
    'write_chapter',
    'rewrite_chapter',
    'narrate_chapter',
    'get_generation',
    'cancel_generation',
    'list_runs',
    'get_usage',
  ],
  chapters: [
    'list_chapters',
    'read_chapter',
    'create_chapter',
    'update_chapter',
    'save_chapter',
    'lint_chapter',
    'list_revisions',
    'read_revision',
    'get_revision_diff',
    'restore_revision',
    'get_staleness',
  ],
};
const all = Object.values(ofFeature).flat().sort();
/** What asks a provider, and what stops it. */
const needProvider = [
  'cancel_generation',
  'generate_outline',
  'generate_outline_variants',
  'grade_outline',
  'narrate_chapter',
  'rewrite_chapter',
  'write_chapter',
];

describe('the list of tools', () => {
  it('has the names of the specification, and ours', async () => {
    expect(await namesOf(await agent())).toEqual(all);
  });

  it('says of each what it is for, and of each argument what it takes', async () => {
    for (const { name, title, description, inputSchema } of await toolsOf(await agent())) {
      expect(title, name).toMatch(/^[A-Z][a-z ]+$/);
      expect(description.length, name).toBeGreaterThan(60);
      expect(description, name).toMatch(/^[A-Z].+\.$/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [argument, schema] of Object.entries<Json>(inputSchema.properties))
        expect(schema.description, `${name}.${argument}`).toMatch(/\w{3,}.*\.$/);
    }
  });

  it('gives every hint', async () => {
    const hints = Object.fromEntries(
      (await toolsOf(await agent())).map(({ name, annotations }) => [name, annotations]),
    );
    for (const [name, annotations] of Object.entries(hints))
      expect(annotations, name).toEqual({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: /^(delete|remove)_/.test(name),
        idempotentHint: !/^(create|add|import|write|rewrite|narrate|generate|grade|adopt)_/.test(name),
        openWorldHint: expect.any(Boolean),
      });
    const named = (hint: string) =>
      Object.keys(hints)
        .filter((name) => hints[name]?.[hint])
        .sort();
    expect(named('readOnlyHint')).toEqual(all.filter((name) => /^(list|get|read|lint|search|export)_/.test(name)));
    expect(named('openWorldHint')).toEqual(needProvider);
  });

  it('comes with instructions of at most 2,000 characters', async () => {
    const instructions = (await agent()).getInstructions() ?? '';
    expect(instructions.length).toBeGreaterThan(200);
    expect(instructions.length).toBeLessThanOrEqual(2000);
    for (const [name] of instructions.matchAll(/\b[a-z]+_[a-z_]+\b/g))
      expect([...all, 'rate_limited', 'retry_after']).toContain(name);
  });

  it('stays within what a model can hold beside its work', async () => {
    const tools = await toolsOf(await agent());
    const tokens = (value: unknown) => JSON.stringify(value).length / 4;
    expect(tokens(tools)).toBeLessThan(25_000);
    // What hosts show to a model; titles are for people.
    const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(tokens(shown)).toBeLessThan(11_000);
    // The specification names them, and whoever needs a few narrows the list by `?features=`.
    expect(tools.length).toBeLessThanOrEqual(50);
  });

  it('has a tool for every operation that is meant for agents', () => {
    expect(operations.flatMap(({ tool }) => tool?.name ?? []).sort()).toEqual(all);
  });
});

describe('a narrowed connection', () => {
  it.each(Object.keys(ofFeature))('to the feature %s has its tools and no others', async (feature) => {
    const narrowed = await agent(`?features=${feature}`);
    expect(await namesOf(narrowed)).toEqual([...(ofFeature[feature] ?? [])].sort());
    const other = feature === 'books' ? 'get_plan' : 'list_books';
    await expect(narrowed.callTool({ name: other, arguments: {} })).rejects.toThrow(`There is no tool ${other} here`);
  });

  it('to several features has the tools of each', async () => {
    expect(await namesOf(await agent('?features=plan,%20characters'))).toEqual(
      [...(ofFeature.plan ?? []), ...(ofFeature.characters ?? [])].sort(),
    );
  });

  it('to reading has only what changes nothing', async () => {
    const reading = await agent('?read_only=true');
    for (const { annotations, name } of await toolsOf(reading)) expect(annotations.readOnlyHint, name).toBe(true);
    await expect(reading.callTool({ name: 'create_book', arguments: {} })).rejects.toThrow('no tool create_book here');
    expect(await namesOf(await agent('?read_only=false'))).toEqual(all);
  });

  it('to a book never asks which, and is about no other', async () => {
    const one = (await (await agent()).callTool({ name: 'create_book', arguments: { premise: 'A storm at sea.' } }))
      .structuredContent?.data;
    const bound = await agent(`?book=${one.id}`);
    const tools = await toolsOf(bound);
    expect(tools.map(({ name }) => name).sort()).toEqual(
      all.filter((name) => !/^(list_books|create_book|import_book)$/.test(name)),
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
    ['?features=characters,poems', 'features: must be of conflicts, characters'],
    ['?read_only=yes', 'read_only: must be true or false.'],
  ])('by %s is refused, and says why', async (query, why) => {
    await expect(agent(query)).rejects.toThrow(why);
  });

  it('does not keep one caller’s list for another', async () => {
    const reader = await service.newKey({ scopes: ['books:read'] });
    for (const query of ['', '?features=books', '?read_only=true', '']) {
      const [mine, theirs] = [await namesOf(await agent(query)), await namesOf(await agent(query, reader))];
      expect(theirs).toEqual(
        mine.filter((name) => /^(list|get|read|lint|search|export)_(?!usage|analytics)/.test(name)),
      );
    }
  });
});

describe('scopes', () => {
  it('that a token lacks hide the tool and refuse its call by name', async () => {
    const granted = scopes.filter((scope) => scope !== 'generation:run');
    const writer = await agent('', await service.newKey({ scopes: granted }));
    expect(await namesOf(writer)).toEqual(all.filter((name) => !needProvider.includes(name)));
    const refusal = refusedIn(await writer.callTool({ name: 'write_chapter', arguments: {} }));
    expect(refusal).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'generation:run',
      granted_scopes: granted,
    });
  });

  it.each([
    ['account:read' as const, ['get_usage']],
    ['account:write' as const, []],
    ['analytics:read' as const, ['get_analytics']],
  ])('of other things list nothing of a book: %s', async (scope, names) => {
    const accountant = await agent('', await service.newKey({ scopes: [scope] }));
    expect(await namesOf(accountant)).toEqual(names);
    const refusal = refusedIn(await accountant.callTool({ name: 'list_books' }));
    expect(refusal).toMatchObject({ code: 'insufficient_scope', required_scope: 'books:read' });
  });
});

describe('answers for a model with little room', () => {
  const tokens = (value: unknown) => Math.round(JSON.stringify(value).length / 4);
  const data = async (one: Agent, name: string, args: Record<string, unknown>) => {
    const { content, structuredContent, isError } = await one.callTool({ name, arguments: args });
    expect(isError, content[0]?.text).not.toBe(true);
    return structuredContent?.data;
  };

  it('a cast of twenty is a tenth as long without bio and voice', async () => {
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
    const full = await data(one, 'list_characters', { bookId });
    const concise = await data(one, 'list_characters', { bookId, detail: 'concise' });
    expect(concise).toHaveLength(20);
    expect(tokens(concise)).toBeLessThan(1_500);
    expect(tokens(full) / tokens(concise)).toBeGreaterThan(10);
    expect(await data(one, 'list_characters', { bookId, ids: [full[3].id] })).toEqual([full[3]]);
  });

  it('prose comes in pieces, and from read_chapter alone', async () => {
    const one = await agent();
    const { id: bookId } = await data(one, 'create_book', { premise: 'A storm at sea.' });
    const { id: chapterId } = await data(one, 'create_chapter', { bookId, title: 'Rain' });
    const content = '🌧'.repeat(25_000);
    const saved = await data(one, 'save_chapter', { bookId, chapterId, content });
    const updated = await data(one, 'update_chapter', { bookId, chapterId, notes: 'Wet.' });
    const listed = (await data(one, 'list_chapters', { bookId }))[0];
    const [shown] = (await data(one, 'get_book', { bookId })).chapters;
    for (const answer of [saved, updated, listed, shown]) expect(Object.keys(answer)).not.toContain('content');
    const { content: stale } = await one.callTool({
      name: 'save_chapter',
      arguments: { bookId, chapterId, content: 'Sun.', expectedVersion: 1 },
    });
    const { error } = JSON.parse(stale[0]?.text ?? '');
    expect(error).toMatchObject({ code: 'conflict', current: { id: chapterId, version: updated.version } });
    expect(Object.keys(error.current)).not.toContain('content');
    const pieces = await Promise.all(
      [0, 20_000, 40_000].map(async (offset) => {
        const { content } = await one.callTool({ name: 'read_chapter', arguments: { bookId, chapterId, offset } });
        return content[0]?.text ?? '';
      }),
    );
    expect(pieces.map((piece) => [...piece].length)).toEqual([20_000, 5_000, 14]);
    expect(pieces[2]).toBe('(nothing more)');
  });
});
