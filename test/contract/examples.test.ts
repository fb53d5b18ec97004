import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { readyGroups, tagsOf } from '../../src/faces/explorers/ready.ts';
import { parseRoute } from '../../src/faces/faces.ts';
import { operations } from '../../src/operations.ts';
import { registers } from '../registers/all.ts';
import type { Making } from '../registers/register.ts';
import { placeholderOf } from '../registers/sample.ts';
import { http, type Ids, type Json, ownService } from '../support/faces.ts';
import { insertSnapshot, type Snapshot, takeSnapshot } from '../support/snapshot.ts';

const own = ownService();
const sample = readFileSync(new URL('../../src/commands/sample-book.json', import.meta.url), 'utf8');

/** These need a provider, and this service has none. */
const featureDisabled = [503, 'feature_disabled'];
/** These would replace texts of the sample book; the error names the confirming argument. */
const invalidState = [400, 'invalid_state'];
/** Expected errors of route examples on the sample book. */
const expectedErrors: Record<string, (string | number)[]> = {
  'POST /v1/books/{bookId}/outline': invalidState,
  'POST /v1/books/{bookId}/outline/variants': featureDisabled,
  'POST /v1/books/{bookId}/chapters/{chapterId}/write': invalidState,
  'POST /v1/books/{bookId}/chapters/{chapterId}/rewrite': featureDisabled,
  'POST /v1/books/{bookId}/chapters/{chapterId}/edits': [400, 'invalid_request'],
  'POST /v1/books/{bookId}/chapters/{chapterId}/narrate': featureDisabled,
  'POST /v1/books/{bookId}/narrate': featureDisabled,
  'POST /v1/books/{bookId}/read': featureDisabled,
  'POST /v1/books/{bookId}/cover': featureDisabled,
  'POST /v1/books/{bookId}/proposals': [400, 'invalid_request'],
  'POST /v1/books/{bookId}/outline/variants/{variantId}/grade': [404, 'not_found'],
  'POST /v1/books/{bookId}/outline/variants/{variantId}/adopt': [404, 'not_found'],
};

/** Ids for the placeholders of rosters. A roster that the sample book does not fill gets the record of its register. */
async function idsOfRosters(key: string, bookId: string): Promise<Record<string, string>> {
  const document = (await http(own.url(), key, 'GET', `/v1/books/${bookId}/export?format=json`)).json;
  const call: Making['call'] = (field, input) => own.face('REST', key)(field, input);
  const ids: Ids = { bookId };
  for (const { prefix, export: roster } of rosters) {
    const samples = Object.values(registers).flatMap(({ ids = {} }) => Object.entries(ids));
    const known: Json[] = document[roster.member];
    for (const [index, [name, { make }]] of samples.filter(([, one]) => one.prefix === prefix).entries())
      ids[name] =
        known[index]?.id ??
        (await make({
          ids,
          database: own.running().database,
          call,
          make: async (field, input) => (await call(field, { bookId, input })).id,
        }));
  }
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [placeholderOf(name), id]));
}

/** The sample book, with a record for each placeholder. Made once: each test gets a copy in an account of its own. */
let template: Promise<Snapshot>;
async function newTemplate(): Promise<Snapshot> {
  const key = await own.running().newKey();
  const get = async (path: string) => (await http(own.url(), key, 'GET', path)).json.data;
  const imported = await http(own.url(), key, 'POST', '/v1/books/import', { format: 'json', content: sample });
  const book = `/v1/books/${imported.json.data.id}`;
  const chapters: Json[] = await get(`${book}/chapters`);
  // A text with findings, long enough to be split.
  const content = 'The rain will not stop for anybody in the world. '.repeat(8);
  await http(own.url(), key, 'PATCH', `${book}/chapters/${chapters[0].id}`, { content });
  const edits = [{ chapterId: chapters[0].id, paragraph: 1, replacement: 'It rains.' }];
  const proposed = await http(own.url(), key, 'POST', `${book}/proposals`, { edits });
  const noted = await http(own.url(), key, 'POST', `${book}/notes`, { body: 'More rain?' });
  const { findings } = await get(`${book}/chapters/${chapters[0].id}/lint`);
  const ids: Record<string, string> = {
    BOOK_ID: imported.json.data.id,
    CHAPTER_ID: chapters[0].id,
    EVERY_CHAPTER_ID: chapters.map(({ id }) => id).join('","'),
    ...(await idsOfRosters(key, imported.json.data.id)),
    FINDING_ID: findings[0]?.id,
    REVISION_ID: (await get(`${book}/chapters/${chapters[0].id}/revisions`))[0].id,
    PROPOSAL_ID: proposed.json.data.proposals[0].id,
    NOTE_ID: noted.json.data.id,
  };
  return takeSnapshot(own.running().database.write, (await get('/v1/account')).id, ids);
}

/** The sample book of a new account, and a function that fills its ids into text. */
async function newSample() {
  template ??= newTemplate();
  const { database, newKey } = own.running();
  const key = await newKey();
  const get = async (path: string) => (await http(own.url(), key, 'GET', path)).json.data;
  const ids = await insertSnapshot(database.write, await template, (await get('/v1/account')).id);
  // Keys are not copied.
  ids.TOKEN_ID = (await get('/v1/account/tokens'))[0].id;
  const filled = (text: string) => text.replaceAll(/\b[A-Z]+(?:_[A-Z]+)*_ID\b/g, (name) => ids[name] ?? name);
  return { key, filled };
}

const withBody = operations.filter(({ body, rest }) => body && rest);

describe('examples of request bodies', () => {
  let paths: Json;
  beforeAll(async () => {
    paths = (await http(own.url(), undefined, 'GET', '/openapi.json')).json.paths;
  });

  it.each(withBody)('are accepted unchanged by a running service: $rest', async ({ rest = '', reads }) => {
    const { method, path, status } = parseRoute(rest);
    const content = paths[path][method.toLowerCase()].requestBody.content['application/json'];
    // A file upload has no example.
    if (reads?.files) return expect(content).toBeUndefined();
    expect(content.example).toBeDefined();
    if (method === 'PATCH') expect(Object.keys(content.example)).toHaveLength(1);
    const { key, filled } = await newSample();
    const address = filled(path.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholderOf(name)));
    const answer = await http(own.url(), key, method, address, JSON.parse(filled(JSON.stringify(content.example))));
    const code = answer.json?.error?.code;
    expect(code ? [answer.status, code] : answer.status, answer.text).toEqual(
      expectedErrors[`${method} ${path}`] ?? status,
    );
  });
});

/** Prepared operations that cannot succeed on the sample book, by their error code. */
const refused = {
  // They need a provider.
  feature_disabled: [
    'RewriteChapter',
    'NarrateChapter',
    'NarrateBook',
    'ReadManuscript',
    'GenerateOutlineVariants',
    'GenerateCovers',
    'GenerateProfile',
    'GenerateRecap',
  ],
  // They would delete or replace what is in use; the error says what comes first.
  invalid_state: ['DeleteRevision', 'GenerateOutline', 'WriteChapter', 'DeleteProposal'],
  // They name a passage that the text does not have.
  invalid_request: ['EditChapter', 'ProposeEdits'],
  // They need records that a new book does not have.
  not_found: [
    ...['AdoptOutlineVariant', 'DeleteOutlineVariant', 'GradeOutlineVariant', 'ChooseCover', 'DeleteCover'],
    ...['GetCoverPicture', 'CancelRun', 'GetRecap', 'GetRun', 'GetRunPrompt', 'GetChapterAudio', 'RemoveWaiver'],
  ],
};

describe('the prepared operations of GraphiQL', () => {
  it('succeed on the sample book with the ids filled in', async () => {
    const { operations: prepared, openapi } = own.running().service;
    const ready = readyGroups(prepared, tagsOf(openapi())).flatMap((group) => group.ready);
    const outcomes: Record<string, string> = {};
    const still = await newSample();
    for (const { name, kind, query, variables } of ready.filter(({ kind }) => kind !== 'subscription')) {
      const { key, filled } = kind === 'query' ? still : await newSample();
      const body = { query, variables: JSON.parse(filled(variables || '{}')) };
      const { json } = await http(own.url(), key, 'POST', '/graphql', body);
      if (json.errors) outcomes[name] = json.errors[0].extensions?.code ?? json.errors[0].message;
    }
    const expected = Object.entries(refused).flatMap(([code, names]) => names.map((name) => [name, code] as const));
    expect(outcomes).toEqual(Object.fromEntries(expected));
  });
});
