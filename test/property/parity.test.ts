import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { accountByName } from '../../src/domain/story/account/store.ts';
import { newBook } from '../../src/domain/story/book/rules.ts';
import { insertBook } from '../../src/domain/story/book/store.ts';
import { newCharacter } from '../../src/domain/story/character/rules.ts';
import { characterRoster } from '../../src/domain/story/character/store.ts';
import { newConflict } from '../../src/domain/story/conflict/rules.ts';
import { insertConflict } from '../../src/domain/story/conflict/store.ts';
import { newMoodReference } from '../../src/domain/story/mood/rules.ts';
import { moodRoster } from '../../src/domain/story/mood/store.ts';
import { lintChapter } from '../../src/domain/text/lint/lint.ts';
import { insertChapter } from '../../src/domain/text/texts/edit.ts';
import { inputSchema, type JsonSchema } from '../../src/faces/schemas.ts';
import { operations } from '../../src/operations.ts';
import { WorkPool } from '../../src/threads/pool.ts';
import { type Face, facesOf, hasTool, Refused } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Ids, nearly, settings, timeout, wire } from './values.ts';

/** The mutations under test and their path parameters. */
const testedMutations = [
  ['createBook', []],
  ['updateBook', ['bookId']],
  ['createCharacter', ['bookId']],
  ['updateCharacter', ['bookId', 'characterId']],
  ['createChapter', ['bookId']],
  ['updateChapter', ['bookId', 'chapterId']],
  ['addConflict', ['bookId']],
  ['updateConflict', ['bookId', 'conflictId']],
  ['addMoodReference', ['bookId']],
  ['updateMoodReference', ['bookId', 'moodId']],
  ['updatePlan', ['bookId']],
  ['updateStyle', ['bookId']],
  ['waiveFinding', ['bookId', 'chapterId']],
] as const;

let service: TestService;
let faces: Face[];
let accountId: string;
let foreignId: string;

beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_PLAN_PER_MINUTE: '0' });
  const account = 'parity of the faces';
  faces = facesOf(service.url, await service.newKey({ account }));
  accountId = (await accountByName(service.database.write, account))?.id ?? '';
  foreignId = (await records('updateCharacter')).characterId ?? '';
});
afterAll(() => service.close());

/** A book with the records that the operation needs; only its ids differ between calls. */
async function records(field: string): Promise<Ids> {
  const sql = service.database.write;
  const { id: bookId } = await insertBook(
    sql,
    accountId,
    newBook.parse({ premise: 'A lighthouse keeper and a storm.' }),
  );
  const key = { accountId, bookId };
  const made: Record<string, unknown> = { bookId };
  if (!/Book|Plan|Mood/.test(field)) {
    const cast = await inOrder(['Emma', 'The Keeper'], (name) =>
      characterRoster.insert(sql, key, newCharacter.parse({ name, want: 'home' })),
    );
    [made.characterId, made.otherId] = cast.map((one) => one?.id);
  }
  if (/Conflict/.test(field)) {
    const ends = { fromCharacterId: made.characterId, toCharacterId: made.otherId, description: 'Light.' };
    const edges = await inOrder(['goal', 'debt'], (kind) =>
      insertConflict(sql, key, newConflict.parse({ ...ends, kind })),
    );
    [made.conflictId] = edges.map((one) => typeof one === 'object' && one.id);
  }
  if (/^(updateChapter|waiveFinding)$/.test(field)) {
    const content = 'The old ferry came in late under the rain. '.repeat(2);
    const chapter = await insertChapter(sql, key, { title: 'Landfall', content });
    const chapterId = chapter && 'id' in chapter ? chapter.id : '';
    Object.assign(made, {
      chapterId,
      findingId: (await lintChapter(sql, new WorkPool({ threads: 1 }), { ...key, chapterId }))?.findings[0]?.id,
    });
  }
  if (/Mood/.test(field))
    made.moodId = (
      await moodRoster.insert(
        sql,
        key,
        newMoodReference.parse({ kind: 'music', title: 'Nocturne', url: 'https://example.org/' }),
      )
    )?.id;
  return { ...made, foreignId } as Ids;
}

async function inOrder<In, Out>(list: readonly In[], make: (one: In) => Promise<Out>): Promise<Out[]> {
  const made: Out[] = [];
  for (const one of list) made.push(await make(one));
  return made;
}

/** All rows of a book without timestamps, with ids numbered by first occurrence. */
async function normalizedRows(bookId: string): Promise<string[]> {
  const tables = ['book', ...rosters.map(({ table }) => table), 'chapter'];
  const own = tables.map(
    (table) =>
      `SELECT '${table}' AS name, id, to_jsonb(t) AS line FROM ${table} t WHERE account_id = $1 AND ${table === 'book' ? 'id' : 'book_id'} = $2`,
  );
  const texts = ['chapter_text', 'chapter_revision', 'lint_waiver'].map(
    (table) =>
      `SELECT '${table}', chapter_id, to_jsonb(t) FROM ${table} t WHERE account_id = $1 AND chapter_id IN (SELECT id FROM chapter WHERE book_id = $2)`,
  );
  const rows = await service.database.write.unsafe<{ line: string }[]>(
    `SELECT name || (line - '{created_at,updated_at,plan_updated_at,replaced_at}'::text[])::text AS line
     FROM (${[...own, ...texts].join(' UNION ALL ')}) x ORDER BY name, id`,
    [accountId, bookId],
  );
  const seen = new Map<string, string>();
  return rows.map(({ line }) =>
    line.replace(/\b([a-z]{2,4})_[0-9a-hjkmnp-tv-z]{26}\b/g, (id, kind: string) => {
      if (!seen.has(id)) seen.set(id, `${kind}_${seen.size}`);
      return seen.get(id) ?? id;
    }),
  );
}

/** Input that the protocol of a face treats differently, so its verdict may differ. */
function isProtocolSpecific(name: Face['name'], value: object, shape: JsonSchema): boolean {
  if (name === 'GraphQL') return isCoercedByGraphql(value, shape);
  // The MCP SDK removes this key from arguments.
  return name === 'MCP' && Object.hasOwn(value, '__proto__');
}

/** The GraphQL specification coerces single values to lists and integers to ids; other faces reject both. */
function isCoercedByGraphql(value: object, { properties = {} }: JsonSchema): boolean {
  return Object.entries(properties).some(([key, shape]) => {
    const { type, maxLength, items } = shape as JsonSchema;
    const given = (value as Record<string, unknown>)[key];
    if (given === undefined || given === null) return false;
    const isList = [type].flat().includes('array');
    if (isList && !Array.isArray(given)) return true;
    const isId = /Ids?$/.test(key) && (isList ? (items as JsonSchema).maxLength : maxLength) === undefined;
    return isId && [given].flat().some((id) => typeof id === 'number');
  });
}

/** Maximum depth of bodies; deeper ones are rejected before a face parses them. */
const deepest = 30;

describe('equal input through every face', () => {
  it.each(testedMutations)('to %s has the same verdict and the same rows', { timeout }, async (field, parameters) => {
    const operation = operations.find((one) => one.answer === field && one.rest && one.body);
    if (!operation?.body) throw new Error(`No operation ${field}.`);
    const [variable, shape] = operation.body;
    const shapeOfBody = inputSchema(shape);
    const mayExpect = field.startsWith('update') && field !== 'updatePlan';
    const version = mayExpect
      ? fc.constantFrom(undefined, undefined, undefined, 0, 1, 2, 2 ** 31)
      : fc.constant(undefined);
    const asked = faces.filter(({ name }) => name !== 'MCP' || hasTool(field));

    await fc.assert(
      fc.asyncProperty(nearly(shapeOfBody), version, async (value, expectedVersion) => {
        const plain = JSON.parse(wire(value, {}, deepest));
        const compared = asked.filter(({ name }) => !isProtocolSpecific(name, plain, shapeOfBody));
        const outcomes = await inOrder(compared, async ({ name, call }) => {
          const ids = await records(field);
          const body = JSON.parse(wire(value, ids, deepest));
          const path = Object.fromEntries(parameters.map((parameter) => [parameter, ids[parameter]]));
          const input = { ...path, [variable]: body, ...(expectedVersion === undefined ? {} : { expectedVersion }) };
          const answer = await call(field, input).catch((error: unknown) => error);
          const bookId = field === 'createBook' && !(answer instanceof Error) ? answer.id : ids.bookId;
          return { name, verdict: verdictOf(answer), rows: await normalizedRows(bookId) };
        });
        const [first, ...others] = outcomes;
        for (const other of others) {
          expect([other.name, other.verdict]).toEqual([other.name, first?.verdict]);
          expect([other.name, ...other.rows]).toEqual([other.name, ...(first?.rows ?? [])]);
        }
      }),
      settings,
    );
  });
});

function verdictOf(answer: unknown): string {
  if (answer instanceof Refused) return answer.code;
  if (answer instanceof Error) throw answer;
  return 'accepted';
}
