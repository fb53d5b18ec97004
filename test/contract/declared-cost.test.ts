import { type DocumentNode, isObjectType, parse, print } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { variantsMax } from '../../src/domain/making/outline/rules.ts';
import { textCost } from '../../src/domain/text/texts/text-schema.ts';
import { readyOperation } from '../../src/graphql/documents.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import { limits } from '../../src/limits/limits.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { eventsOfBook } from '../support/events.ts';
import { http, type Json } from '../support/faces.ts';
import { figure, proof } from '../support/proofs.ts';
import {
  newSampleAccount,
  prepareDocument,
  type SampleAccount,
  serviceWithHeldProviders,
} from '../support/sample-requests.ts';
import { eventsOf, openStream, until } from '../support/stream.ts';

const own = serviceWithHeldProviders();
const isRead = (operation: Operation) => prepareOperation(schema, operation).kind === 'query';
const reads = operations.filter(isRead);
const changes = operations.filter((operation) => !isRead(operation));

/** Copies of each record. A book may have 500 characters, and more of most other records. */
const copies = 490;
const sentence = 'The tide had turned before "nobody" on the quay had thought to look at it. ';
let few: SampleAccount;
let many: SampleAccount;

beforeAll(async () => {
  [few, many] = [await newSampleAccount(own, 0), await newLargeAccount()];
});

/** An account with the largest book in which there is room for some more of each. */
async function newLargeAccount(): Promise<SampleAccount> {
  const account = await newSampleAccount(own, copies);
  const { bookId = '' } = account.ids;
  const { write } = own.running().database;
  const keep = (table: string, most: number) => write`
    DELETE FROM ${write(table)} WHERE book_id = ${bookId} AND id NOT IN
      (SELECT id FROM ${write(table)} WHERE book_id = ${bookId} LIMIT ${most})`;
  for (const { table, export: exported } of rosters) await keep(table, exported.max - 1);
  await keep('outline_variant', variantsMax - 10);
  return account;
}

/** Gives each chapter 7,500 characters. */
async function lengthenChapters({ ids: { bookId = '' } }: SampleAccount): Promise<void> {
  const sql = own.running().database.write;
  for (let part = 0; part < 20; part += 1)
    await sql`
      UPDATE chapter_text SET head = repeat(${sentence}, 100) || chapter_id WHERE chapter_id IN
        (SELECT id FROM chapter WHERE book_id = ${bookId} AND rank::int % 20 = ${part})`;
}

/** Gives the chapter the longest text, other chapters 7,500 characters, and proposals the longest words. */
async function lengthenTexts(account: SampleAccount): Promise<void> {
  await lengthenChapters(account);
  const { bookId = '', chapterId = '' } = account.ids;
  const sql = own.running().database.write;
  await sql`UPDATE chapter_text SET head = left(repeat(${`*${sentence}*\n\n`}, 6000), 390000) WHERE chapter_id = ${chapterId}`;
  for (const first of [1, 51]) await proposeFor(account, first, 49);
  const words = (seed: number) =>
    Array.from({ length: 5_000 }, (_, n) => ((n * n + seed) % 9_973).toString(36)).join(' ');
  await sql`UPDATE anchor SET exact = ${words(1)} WHERE id IN (SELECT id FROM proposal WHERE book_id = ${bookId})`;
  await sql`UPDATE proposal SET replacement = ${words(7)} WHERE book_id = ${bookId}`;
}

/** Makes a proposal for some paragraphs of the chapter. Answers the first. */
async function proposeFor({ key, ids: { bookId, chapterId } }: SampleAccount, first: number, times: number) {
  const edits = Array.from({ length: times }, (_, n) => ({
    chapterId,
    paragraph: first + n,
    replacement: 'The tide waited.',
  }));
  const { proposals } = await own.face('REST', key)('proposeEdits', { bookId, input: { edits } });
  return proposals[0].id;
}

/** A document with its variables. */
interface Request {
  document: DocumentNode;
  variables: Record<string, unknown>;
}

async function answerTo({ document, variables }: Request, { key }: SampleAccount): Promise<Json> {
  const { json } = await http(own.url(), key, 'POST', '/graphql', { query: print(document), variables });
  expect(json.errors, document.definitions.join()).toBeUndefined();
  return json;
}

/** Reads of root fields that no operation has. */
const otherReads: Record<string, (account: SampleAccount) => Promise<Request>> = {
  node: async ({ ids }) => ({
    document: parse('query ($id: ID!) { node(id: $id) { id ... on Book { chapters { id title content } } } }'),
    variables: { id: ids.bookId },
  }),
  nodes: async (account) => ({
    document: parse('query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Chapter { title content participantIds } } }'),
    variables: { ids: await someChapterIds(account) },
  }),
  importPreview: async (account) => ({
    document: parse(
      'query ($input: BookImport!) { importPreview(input: $input) { title chapters { title firstLine } warnings { code } } }',
    ),
    variables: { input: { format: 'markdown', content: manuscript(account === few ? 1 : copies) } },
  }),
};

async function someChapterIds({ key, ids }: SampleAccount): Promise<string[]> {
  const { json } = await http(own.url(), key, 'GET', `/v1/books/${ids.bookId}/chapters`);
  return json.data.slice(0, limits.nodes).map(({ id }: Json) => id);
}

/** A document in Markdown. With `copies` chapters it is about the largest one that `/graphql` takes. */
const manuscript = (chapters: number) =>
  Array.from({ length: chapters }, (_, at) => `## Part ${at}\n\n${sentence.repeat(100)}`).join('\n\n');

type Read = readonly [name: string, requestFor: (account: SampleAccount) => Promise<Request>];
const allReads: readonly Read[] = [
  ...reads.map((operation): Read => [operation.answer, (account) => prepareDocument(own, operation, account)]),
  ...Object.entries(otherReads),
];

/** Changes that a watcher of a book reads. */
const changesWatched = 48;

/** A subscription whose first `events` events are read. */
interface Watch {
  name: string;
  query: string;
  events: number;
  variables(account: SampleAccount): Promise<Record<string, unknown>>;
}

const watches: readonly Watch[] = [
  {
    name: 'bookImport',
    query:
      'subscription ($input: BookImport!) { bookImport(input: $input) { progress { percent } book { chapters { id title } } } }',
    events: Number.POSITIVE_INFINITY,
    variables: async (account) => ({
      input: { format: 'markdown', content: manuscript(account === few ? 1 : copies) },
    }),
  },
  {
    name: 'proseStream',
    query: 'subscription ($runId: ID!) { proseStream(runId: $runId) { offset text run { state } } }',
    events: Number.POSITIVE_INFINITY,
    variables: async (account) => ({ runId: await writtenRun(account, account === few ? 100 : 390_000) }),
  },
  {
    name: 'bookChanged',
    query: `subscription ($bookId: ID!, $after: ID) { bookChanged(bookId: $bookId, after: $after) {
      type book { title } chapter { title } character { name } conflict { kind } run { state } } }`,
    events: changesWatched,
    variables: async (account) => ({ bookId: account.ids.bookId, after: await changeManyTimes(account) }),
  },
];

/** Makes the run of the account one that wrote its chapter, of this many characters. */
async function writtenRun({ ids }: SampleAccount, length: number): Promise<string> {
  const { runId = '', chapterId = '' } = ids;
  await own.running().database.write`
    WITH written AS (
      UPDATE chapter_text SET head = left(repeat(${sentence}, 6000), ${length}) WHERE chapter_id = ${chapterId}
        RETURNING revision_id)
    UPDATE run SET kind = 'write', state = 'completed', chapter_id = ${chapterId}, revision_id = written.revision_id,
      start_offset = 0, chars_written = ${length} FROM written WHERE id = ${runId}`;
  return runId;
}

/** Changes the chapter, the character and the conflict in turn. Returns the event before that. */
async function changeManyTimes({ key, ids }: SampleAccount): Promise<string> {
  const rest = own.face('REST', key);
  const { bookId = '', chapterId, characterId, conflictId } = ids;
  await rest('updateBook', { bookId, patch: { title: 'Before' } });
  const before = (await eventsOfBook(own.url(), key, bookId)).at(-1);
  for (let n = 0; n < changesWatched; n += 3) {
    await rest('updateChapter', { bookId, chapterId, patch: { title: `Part ${n}` } });
    await rest('updateCharacter', { bookId, characterId, patch: { want: `Peace ${n}` } });
    await rest('updateConflict', { bookId, conflictId, patch: { description: `Silence ${n}` } });
  }
  return before?.id ?? '';
}

/** Values of an answer, without objects and lists. A text counts 1 for each 1,000 characters more. */
function valuesIn(value: Json): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / 1_000);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values<Json>(value).reduce((sum, one) => sum + valuesIn(one), 0);
}

/** A change of a new book, with the longest text that its input takes. */
async function changeOf(operation: Operation, account: SampleAccount, isLarge: boolean): Promise<Request> {
  const { document, variables } = await prepareDocument(own, operation, account);
  const input = variables.input as object | undefined;
  if (!isLarge || !input || !('content' in input)) return { document, variables };
  const content = operation.answer === 'importBook' ? manuscript(copies) : sentence.repeat(5_000);
  return { document, variables: { ...variables, input: { ...input, content } } };
}

/** Work of a document: its cost, and the processor time of a large book over that of a small one. */
interface Work {
  name: string;
  cost: number;
  microseconds: number;
}

/** Below this cost, the request itself is most of the work. */
const costMin = 500;
const rateOf = ({ cost, microseconds }: Work) => Math.max(microseconds, 1) / Math.max(cost, costMin);

const lesserOf = (one: Work, other: Work) => (rateOf(one) < rateOf(other) ? one : other);

async function workOfRead([name, requestFor]: Read): Promise<Work> {
  const [small, large] = [await requestFor(few), await requestFor(many)];
  // Compiles the code and starts the threads.
  for (let n = 0; n < 5; n += 1) await answerTo(small, few);
  return workOf(
    name,
    () => answerTo(small, few),
    () => answerTo(large, many),
  );
}

/** Whether a document is within the limits of cost, answer and time. */
async function isServed([, requestFor]: Read): Promise<boolean> {
  const { document, variables } = await requestFor(many);
  const { json } = await http(own.url(), many.key, 'POST', '/graphql', { query: print(document), variables });
  return !json.errors;
}

async function workOfChange(operation: Operation): Promise<Work> {
  const prepared = async (isLarge: boolean) => {
    const account = isLarge ? await newLargeAccount() : await newSampleAccount(own, 0);
    // This one names a finding of the sample text.
    if (isLarge && operation.answer !== 'waiveFinding') await lengthenChapters(account);
    const request = await changeOf(operation, account, isLarge);
    return () => answerTo(request, account);
  };
  for (let n = 0; n < 3; n += 1) await (await prepared(false))();
  return workOf(operation.answer, await prepared(false), await prepared(true));
}

/** Reads the first events of a subscription. Returns what the account is charged for them. */
async function watch(
  { query, events }: Watch,
  account: SampleAccount,
  variables: Record<string, unknown>,
): Promise<number> {
  const headers = { accept: 'text/event-stream' };
  const stream = openStream(own.url(), account.key, 'POST', '/graphql', { headers, body: { query, variables } });
  const received = () => eventsOf(stream.text).filter(({ event }) => event === 'next');
  await (events === Number.POSITIVE_INFINITY ? stream.ended : until(() => received().length >= events));
  expect(stream.text).not.toContain('"errors"');
  stream.disconnect();
  const document = parse(query);
  const { requested, perEvent = 0 } = readyOperation(schema, document)?.costOf(variables) ?? expect.fail();
  return requested + perEvent * received().length;
}

async function workOfWatch(one: Watch): Promise<Work> {
  const [small, large] = [await one.variables(few), await one.variables(many)];
  for (let n = 0; n < 5; n += 1) await watch(one, few, small);
  const least = await processorTime(() => watch(one, few, small));
  let cost = 0;
  const spent = await processorTime(async () => {
    cost = await watch(one, many, large);
  });
  return { name: one.name, cost, microseconds: spent - least };
}

async function workOf(name: string, small: () => Promise<Json>, large: () => Promise<Json>): Promise<Work> {
  const least = await processorTime(small);
  let cost = 0;
  const spent = await processorTime(async () => {
    cost = (await large()).extensions.cost.requested;
  });
  return { name, cost, microseconds: spent - least };
}

/** Work of one unit in the list of chapters, an ordinary read: most of it is reading rows and completing fields. */
async function ordinaryRate(): Promise<number> {
  const chapters = allReads.find(([name]) => name === 'chapters');
  if (!chapters) throw new Error('No operation reads the chapters.');
  const rates: number[] = [];
  while (rates.length < 9) rates.push(rateOf(await workOfRead(chapters)));
  return rates.toSorted((one, other) => one - other)[4] ?? 0;
}

/** Where records of a type are: one of them by aliases of its root field, and a page. */
const placesOf: Record<string, { one: string; page: string }> = {
  Book: { one: 'book(bookId: $bookId)', page: 'books(first: 5) { nodes' },
  BookStatistics: { one: 'book(bookId: $bookId) { statistics', page: 'books(first: 5) { nodes { statistics' },
  Chapter: {
    one: 'chapter(bookId: $bookId, chapterId: $chapterId)',
    page: 'book(bookId: $bookId) { chapterConnection(first: 99) { nodes',
  },
  ChapterStatistics: {
    one: 'book(bookId: $bookId) { statistics { chapters',
    page: 'books(first: 5) { nodes { statistics { chapters',
  },
  Proposal: {
    one: 'proposal(bookId: $bookId, proposalId: $proposalId)',
    page: 'proposals(bookId: $bookId, first: 99) { nodes',
  },
};

/** Fields of records that cost more than reading a text: they render, measure or compare it. */
const dearFields = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && ![schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type)
    ? Object.values(type.getFields())
        .filter(({ extensions: { complexity } }) => typeof complexity === 'number' && complexity > textCost)
        .map((field) => ({ type: type.name, field }))
    : [],
);

/** Arguments of a field, and what is selected of its object. */
const restOf: Record<string, string> = {
  contentWith: '(proposalIds: [$proposalId])',
  diff: ' { kind }',
  publishWarnings: ' { more }',
  readability: ' { sentences }',
};

/** Closes the braces that a selection opens. */
const closed = (selection: string) =>
  selection + ' }'.repeat(selection.split('{').length - selection.split('}').length);

/** A document with a field as often as one may have it: by aliases of one record, or on a page of records. */
function documentOf({ type, field }: (typeof dearFields)[number], how: 'one' | 'page'): DocumentNode {
  const place = placesOf[type]?.[how] ?? expect.fail(`Where is a ${type}?`);
  const selected = `${field.name}${restOf[field.name] ?? ''}`;
  const times = how === 'one' ? limits.document.aliasesMax : 1;
  const parts = Array.from({ length: times }, (_, n) => (times > 1 ? `a${n}: ${selected}` : selected));
  const body = closed(`{ ${place} { ${parts.join(' ')}`);
  const variables = [...new Set([...body.matchAll(/\$(\w+)/g)].map(([, name = '']) => name))];
  const declared = variables.map((name) => `$${name}: ID!`).join(' ');
  return parse(`query ${declared && `(${declared})`} ${body}`);
}

/** Documents of each such field; those over the limit of a document are not there. */
const fieldReads: readonly Read[] = dearFields.flatMap((one) =>
  (['one', 'page'] as const).map(
    (how): Read => [
      `${one.type}.${one.field.name} of ${how}`,
      async ({ ids: { bookId, chapterId, proposalId } }) => ({
        document: documentOf(one, how),
        variables: { bookId, chapterId, proposalId },
      }),
    ],
  ),
);

describe('the declared cost of a document', () => {
  it.each(allReads)(
    'is at least a tenth of the values in the answer of a large book: %s',
    async (_name, requestFor) => {
      const { data, extensions } = await answerTo(await requestFor(many), many);
      expect(extensions.cost.requested * 10).toBeGreaterThanOrEqual(valuesIn(data));
    },
  );

  it('has a place to be asked at for each field that renders, measures or compares a text', () => {
    expect(dearFields.map(({ type }) => type).filter((type) => !placesOf[type])).toEqual([]);
  });

  it.runIf(proof(false, true))(
    'buys no more in a field that renders, measures or compares a text, by aliases and by a page',
    async () => {
      await lengthenTexts(many);
      for (const account of [few, many]) account.ids.proposalId = await proposeFor(account, 1, 1);
      const ordinary = await ordinaryRate();
      const all: Work[] = [];
      for (const read of fieldReads) if (await isServed(read)) all.push(await workOfRead(read));
      for (const work of all) figure(`one unit of cost: ${work.name} over chapters`, rateOf(work) / ordinary, 'times');
      expect(all.filter((work) => rateOf(work) > 10 * ordinary)).toEqual([]);
    },
  );

  it.runIf(proof(false, true))(
    'buys at most ten times the processor time that it buys in a list of chapters',
    async () => {
      await lengthenChapters(many);
      const ordinary = await ordinaryRate();
      figure('processor time of one unit of cost: chapters', ordinary, 'µs');
      const all: Work[] = [];
      for (const read of allReads) all.push(await workOfRead(read));
      for (const one of watches) all.push(await workOfWatch(one));
      // The lesser of two: runs that other changes began work beside them.
      for (const change of changes) all.push(lesserOf(await workOfChange(change), await workOfChange(change)));
      for (const work of all) figure(`one unit of cost: ${work.name} over chapters`, rateOf(work) / ordinary, 'times');
      expect(all.filter((work) => rateOf(work) > 10 * ordinary)).toEqual([]);
    },
  );
});

/** Microseconds of all threads. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
