import { beforeAll, describe, expect, it } from 'vitest';
import { refusedIn } from '../mcp/agents.ts';
import { answersOf, callsOf } from '../mcp/messages.ts';
import { http, ownService, premise } from '../support/faces.ts';
import { proof } from '../support/proofs.ts';

const own = ownService();
let ids: { bookId: string; chapterId: string };

beforeAll(async () => {
  const bookId = await own.newBook();
  ids = { bookId, chapterId: await own.newChapter(bookId) };
});

/** The maximum size of a refusal: a hundred issues, each a name and a sentence, twice in an envelope. */
const answerMax = 100_000;

/** Sends one change of a chapter over a face, and returns the refusal. */
const faces = {
  async REST(patch: object) {
    const { text, json } = await own.http('PATCH', `/v1/books/${ids.bookId}/chapters/${ids.chapterId}`, patch);
    return { size: text.length, error: json.error };
  },
  async GraphQL(patch: object) {
    const query = 'mutation($b:ID!,$c:ID!,$p:ChapterPatch!){updateChapter(bookId:$b,chapterId:$c,patch:$p){id}}';
    const variables = { b: ids.bookId, c: ids.chapterId, p: patch };
    const { text, json } = await own.http('POST', '/graphql', { query, variables });
    expect(json.errors).toHaveLength(1);
    return {
      size: text.length,
      error: json.error ?? { ...json.errors[0].extensions, message: json.errors[0].message },
    };
  },
  async MCP(patch: object) {
    const params = { name: 'update_chapter', arguments: { ...ids, ...patch } };
    const { text } = await own.http(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { accept: 'application/json, text/event-stream' },
    );
    const json = JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 6));
    return { size: text.length, error: json.error ?? refusedIn(json.result) };
  },
};

const numbers = (count: number) => Array.from({ length: count }, () => 1);
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
const lists = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);

/** The input, the path of the issue (with the variable in GraphQL) and its message. */
const excesses: [what: string, patch: object, path: RegExp, message: RegExp][] = [
  ['a million entries', { beatKeys: numbers(1_000_000) }, /^$/, /more than 200000 values/],
  ['a million empty objects', { beatKeys: Array(1_000_000).fill({}) }, /^$/, /more than 200000 values/],
  ['lists in a list', { beatKeys: Array(100_001).fill([1]) }, /^$/, /more than 200000 values/],
  ['199,000 wrong entries', { beatKeys: numbers(199_000) }, /beatKeys$/, /is 199000 entries; the limit is 40/],
  ['199,000 empty lists', { beatKeys: Array(199_000).fill([]) }, /beatKeys$/, /is 199000 entries; the limit is 40/],
  ['199,000 ids', { participantIds: Array(199_000).fill('c') }, /participantIds$/, /entries; the limit is 500/],
  ['commas and escapes in a text', { title: '","[{\\'.repeat(400_000) }, /title$/, /characters; the limit is 200/],
  ['a list sixty deep', { beatKeys: lists(58) }, /beatKeys\[0\]$/, /string/],
  ['a list of a hundred levels', { beatKeys: lists(100) }, /^$/, /more than 64 levels/],
  [
    '190,000 unknown fields',
    fields(190_000),
    /^(variables\.p|params\.arguments)?$/,
    /has 19000\d fields; the limit is 1000/,
  ],
  ['an object for a list', { beatKeys: fields(190_000) }, /beatKeys$/, /has 190000 fields; the limit is 1000/],
  ['an object in a list', { beatKeys: [fields(190_000)] }, /beatKeys\[0\]$/, /has 190000 fields; the limit is 1000/],
  ['nine hundred unknown fields', fields(900), /k0$/, /is not a field that can be set here/],
  ['4 MB of text', { title: 'x'.repeat(4_000_000) }, /title$/, /is 4000000 characters; the limit is 200/],
  ['4 MB of a name', { ['k'.repeat(4_000_000)]: 1 }, /^(p\.)?k{100,}…$/, /is not a field that can be set here/],
];

/** Outside of proofs GraphQL and MCP share the cases, because they share the code. */
const excessesFor = (name: string) =>
  excesses.filter((_excess, index) => proof(name === 'REST' || (name === 'MCP') === (index % 2 === 0), true));

describe.each(Object.entries(faces))('a request body of 4 MB over %s', (name, send) => {
  it.each(excessesFor(name))('is refused with a short answer: %s', async (_what, patch, path, message) => {
    const { size, error } = await send(patch);
    expect(error.code).toBe('invalid_request');
    expect(error.message).toMatch(message);
    expect(error.issues[0].path).toMatch(path);
    expect(error.issues[0].message).toMatch(message);
    expect(error.issues.length).toBeLessThanOrEqual(100);
    expect(size).toBeLessThan(answerMax);
    // The service stays usable.
    expect((await own.http('POST', '/v1/books', { premise })).status).toBe(201);
  });
});

describe('more than a hundred input issues', () => {
  it.each(Object.entries(faces))('are counted over %s but not listed', async (_name, send) => {
    const { error } = await send(fields(300));
    expect(error.issues).toHaveLength(100);
    expect(error.message).toMatch(/ \(and at least 100 more\)$/);
  });

  it.each(Object.entries(faces))('are all listed over %s if there are exactly a hundred', async (_name, send) => {
    const { error } = await send(fields(100));
    expect(error.issues).toHaveLength(100);
    expect(error.message).toMatch(/ \(and 99 more\)$/);
  });

  it('report an optional list of objects by its length', async () => {
    const query = 'mutation($b:ID!,$p:PlanPatch!){updatePlan(bookId:$b,patch:$p){povDepth}}';
    const variables = { b: ids.bookId, p: { researchCitations: Array(190_000).fill({}) } };
    const { json } = await own.http('POST', '/graphql', { query, variables });
    expect(json.errors[0].extensions.issues).toEqual([
      { path: 'p.researchCitations', message: 'is 190000 entries; the limit is 50. Shorten it.' },
    ]);
  });
});

describe('a batch of a hundred invalid calls', () => {
  it.each<[string, object, RegExp]>([
    ['wrong entries', { beatKeys: numbers(1_900) }, /beatKeys: is 1900 entries; the limit is 40/],
    ['unknown fields', fields(900), /k0: is not a field/],
    ['long texts', { title: 'x'.repeat(39_000) }, /title: is 39000 characters; the limit is 200/],
  ])('is answered call by call: %s', async (_what, patch, message) => {
    const answers = await answersOf(own.url(), own.key(), callsOf(100, 'update_chapter', { ...ids, ...patch }));
    expect(answers).toHaveLength(100);
    for (const { result } of answers) {
      expect(refusedIn(result)).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
      expect(JSON.stringify(result).length).toBeLessThan(answerMax);
    }
    expect((await own.http('GET', '/v1/books')).status).toBe(200);
  });
});

describe('a GraphQL document with many errors', () => {
  const patch = (literal: string) => `mutation{updateChapter(bookId:"b",chapterId:"c",patch:${literal}){id}}`;

  it.each([
    [
      'unknown fields',
      patch(`{${Array.from({ length: 300 }, (_, index) => `${'k'.repeat(90)}${index}:1`).join(' ')}}`),
    ],
    ['wrong entries', patch(`{beatKeys:[${numbers(900).join(' ')}]}`)],
    ['unknown selections', `{${Array.from({ length: 900 }, (_, index) => `${'k'.repeat(20)}${index}`).join(' ')}}`],
  ])('is refused with a short answer: %s', async (_what, query) => {
    const { text, json } = await http(own.url(), own.key(), 'POST', '/graphql', { query });
    expect(json.errors[0].extensions.code).toBe('invalid_request');
    expect(text.length).toBeLessThan(500_000);
  });
});
