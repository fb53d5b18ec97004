import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange, type UpdatesConfig } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { suites } from './support/paths.ts';
import { relayDocuments } from './support/relay-documents.ts';
import { authorized, type Json, rest } from './support/rest.ts';
import { run } from './support/run.ts';
import { report } from './support/say.ts';

const folder = join(suites, '.generated/graph');
const schemas = ['schema.graphql', 'schema.semantic-non-null.graphql'];
const schemaFile = join(folder, 'schema.graphql');
const endpoint = () => `${inject('url')}/graphql`;

/** Documents of an editor for the caches below. */
const planOf = 'query Plan($bookId: ID!) { book(bookId: $bookId) { id plan { id povLock } } }';
const changePlan = `mutation Change($bookId: ID!, $povLock: String) {
  updatePlan(bookId: $bookId, patch: { povLock: $povLock }) { id povLock }
}`;
const castOf = `query Cast($bookId: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  book(bookId: $bookId) {
    id
    characterConnection(first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { id name } }
      pageInfo { hasPreviousPage hasNextPage startCursor endCursor }
    }
  }
}`;
const rename = `mutation Rename($bookId: ID!, $characterId: ID!, $name: String!) {
  updateCharacter(bookId: $bookId, characterId: $characterId, patch: { name: $name }) { id name }
}`;
const again = 'query Again($id: ID!) { node(id: $id) { id ... on Character { name } } }';

const names = ['Ann', 'Ben', 'Cid', 'Dot', 'Eve'];
let bookId = '';

/** A client with a cache; `from: 'cache'` reads only the cache. */
interface CachedClient {
  ask(document: string, variables: Json, from?: 'cache' | 'service'): Promise<Json>;
  change(document: string, variables: Json): Promise<Json>;
}

function apollo(): CachedClient {
  const client = new ApolloClient({
    cache: new InMemoryCache({
      typePolicies: { Book: { fields: { characterConnection: relayStylePagination() } } },
    }),
    link: new HttpLink({ uri: endpoint(), headers: authorized() }),
  });
  return {
    ask: async (document, variables, from = 'service') => {
      const query = gql(document);
      if (from === 'cache') return client.readQuery({ query, variables });
      await client.query({ query, variables, fetchPolicy: 'network-only' });
      return client.readQuery({ query, variables });
    },
    change: async (document, variables) => (await client.mutate({ mutation: gql(document), variables })).data,
  };
}

function graphcache(updates: UpdatesConfig = {}): CachedClient {
  const client = new Client({
    url: endpoint(),
    fetchOptions: { headers: authorized() },
    preferGetMethod: false,
    exchanges: [
      cacheExchange({ resolvers: { Book: { characterConnection: relayPagination() } }, updates }),
      fetchExchange,
    ],
  });
  const settled = ({ data, error }: { data?: Json; error?: Error | undefined }) => {
    if (error) throw error;
    return data;
  };
  return {
    ask: async (document, variables, from = 'service') =>
      settled(
        await client
          .query(document, variables, { requestPolicy: from === 'cache' ? 'cache-only' : 'network-only' })
          .toPromise(),
      ),
    change: async (document, variables) => settled(await client.mutation(document, variables).toPromise()),
  };
}

const namesIn = ({ book }: Json): string[] => book.characterConnection.edges.map(({ node }: Json) => node.name);

beforeAll(async () => {
  ({ id: bookId } = await rest('POST', '/books', { premise: 'A ferry that comes an hour late.' }));
  for (const name of names) await rest('POST', `/books/${bookId}/characters`, { name });
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'src'), { recursive: true });
  for (const name of schemas)
    await writeFile(join(folder, name), await (await fetch(`${inject('url')}/${name}`)).text());
});

describe.each([
  ['Apollo Client', () => apollo()],
  ['urql graphcache', () => graphcache()],
])('the cache of %s', (_name, make) => {
  it('shows the new plan after updatePlan', async () => {
    const client = make();
    await client.ask(planOf, { bookId });
    const povLock = `first person ${_name}`;
    await client.change(changePlan, { bookId, povLock });
    expect((await client.ask(planOf, { bookId }, 'cache')).book.plan.povLock).toBe(povLock);
  });

  it('merges pages read forward', async () => {
    const client = make();
    const first = await client.ask(castOf, { bookId, first: 2 });
    const { endCursor, hasNextPage, hasPreviousPage } = first.book.characterConnection.pageInfo;
    expect([hasPreviousPage, hasNextPage]).toEqual([false, true]);
    expect(namesIn(await client.ask(castOf, { bookId, first: 3, after: endCursor }))).toEqual(names);
  });

  it('merges pages read backward', async () => {
    const client = make();
    const last = await client.ask(castOf, { bookId, last: 2 });
    const { startCursor, hasNextPage, hasPreviousPage } = last.book.characterConnection.pageInfo;
    expect([hasPreviousPage, hasNextPage]).toEqual([true, false]);
    expect(namesIn(await client.ask(castOf, { bookId, last: 3, before: startCursor }))).toEqual(names);
  });

  it('updates a record in every list, after a mutation and after a read by id', async () => {
    const client = make();
    const list = await client.ask(castOf, { bookId, first: 5 });
    const { id } = list.book.characterConnection.edges[0].node;
    await client.change(rename, { bookId, characterId: id, name: 'Anna' });
    expect(namesIn(await client.ask(castOf, { bookId, first: 5 }, 'cache'))[0]).toBe('Anna');
    await rest('PATCH', `/books/${bookId}/characters/${id}`, { name: 'Ann' });
    expect((await client.ask(again, { id })).node.name).toBe('Ann');
    expect(namesIn(await client.ask(castOf, { bookId, first: 5 }, 'cache'))[0]).toBe('Ann');
  });
});

it('the Apollo Client cache accepts an appended edge', async () => {
  const cache = new InMemoryCache({
    typePolicies: { Book: { fields: { characterConnection: relayStylePagination() } } },
  });
  const client = new ApolloClient({ cache, link: new HttpLink({ uri: endpoint(), headers: authorized() }) });
  const query = gql(castOf);
  const own = await rest('POST', '/books', { premise: 'A ferry that comes at last.' });
  await rest('POST', `/books/${own.id}/characters`, { name: 'Ann' });
  await client.query({ query, variables: { bookId: own.id, first: 5 } });
  await client.mutate({
    mutation: gql`mutation Add($bookId: ID!) { createCharacter(bookId: $bookId, input: { name: "Ben" }) { id name } }`,
    variables: { bookId: own.id },
    update: (inner, { data }: Json) => {
      const node = inner.writeFragment({
        data: data.createCharacter,
        fragment: gql`fragment New on Character { id name }`,
      });
      inner.modify({
        id: `Book:${own.id}`,
        fields: {
          characterConnection: (known: Json) => ({
            ...known,
            edges: [...known.edges, { __typename: 'CharacterEdge', cursor: '', node }],
          }),
        },
      });
    },
  });
  expect(namesIn(client.readQuery({ query, variables: { bookId: own.id, first: 5 } }))).toEqual(['Ann', 'Ben']);
});

it('the urql cache accepts an appended edge', async () => {
  const own = await rest('POST', '/books', { premise: 'A ferry that comes at last.' });
  await rest('POST', `/books/${own.id}/characters`, { name: 'Ann' });
  const variables = { bookId: own.id, first: 5 };
  const appended = ({ book, ...rest }: Json, node: Json): Json => {
    const { characterConnection: known } = book;
    const edges = [...known.edges, { __typename: 'CharacterEdge', cursor: '', node }];
    return { ...rest, book: { ...book, characterConnection: { ...known, edges } } };
  };
  const client = graphcache({
    Mutation: {
      createCharacter: ({ createCharacter }: Json, _args, cache) =>
        cache.updateQuery({ query: castOf, variables }, (data: Json) => data && appended(data, createCharacter)),
    },
  });
  await client.ask(castOf, variables);
  const add = 'mutation Add($bookId: ID!) { createCharacter(bookId: $bookId, input: { name: "Ben" }) { id name } }';
  await client.change(add, { bookId: own.id });
  expect(namesIn(await client.ask(castOf, variables, 'cache'))).toEqual(['Ann', 'Ben']);
});

async function compileWithRelay(schema: string) {
  const source = relayDocuments.map((document) => `graphql\`${document}\`;`).join('\n');
  await writeFile(join(folder, 'src/desk.ts'), `import { graphql } from 'react-relay';\n${source}\n`);
  // The compiler persists only documents without artifacts.
  await rm(join(folder, 'artifacts'), { recursive: true, force: true });
  await mkdir(join(folder, 'artifacts'));
  const config = {
    src: './src',
    language: 'typescript',
    schema,
    artifactDirectory: './artifacts',
  };
  await writeFile(join(folder, 'persisted.json'), '{}');
  const file = join(folder, 'relay.config.json');
  await writeFile(
    file,
    JSON.stringify({ ...config, persistConfig: { file: './persisted.json', algorithm: 'SHA256' } }),
  );
  return run('relay-compiler', [file], {}, folder);
}

it.each(schemas)('relay-compiler compiles twenty documents against /%s', async (schema) => {
  expect(relayDocuments).toHaveLength(20);
  const { code, all } = await compileWithRelay(`./${schema}`);
  expect(all).not.toMatch(/error|warn/i);
  expect(code).toBe(0);
  const persisted: Record<string, string> = JSON.parse(await readFile(join(folder, 'persisted.json'), 'utf8'));
  expect(Object.keys(persisted).length).toBeGreaterThan(15);
  report('relay-compiler', `${Object.keys(persisted).length} operations of 20 documents`);
});

/** A program that uses the generated types; the compiler must reject the marked line. */
const typedProgram = `import { type ChangeMutationVariables, PlanDocument, type PlanQuery } from './gql/graphql';
export const povLock = ({ book }: PlanQuery): string | null | undefined => book?.plan.povLock;
export const variables: ChangeMutationVariables = { bookId: 'bk_1', povLock: null };
export const document = PlanDocument;
// @ts-expect-error
export const unknown = ({ book }: PlanQuery) => book?.colour;
`;

it('the client preset of graphql-codegen generates typed documents that compile', async () => {
  await writeFile(join(folder, 'editor.graphql'), [planOf, changePlan, castOf, rename, again].join('\n'));
  const config = {
    schema: schemaFile,
    documents: join(folder, 'editor.graphql'),
    generates: {
      [`${folder}/gql/`]: { preset: 'client', presetConfig: { persistedDocuments: { hashAlgorithm: 'sha256' } } },
    },
  };
  const file = join(folder, 'codegen.json');
  await writeFile(file, JSON.stringify(config));
  const { code, all } = await run('graphql-codegen', ['--config', file, '--silent']);
  expect({ code, all: all.trim() }).toEqual({ code: 0, all: '' });
  const documents: Record<string, string> = JSON.parse(
    await readFile(join(folder, 'gql/persisted-documents.json'), 'utf8'),
  );
  expect(Object.keys(documents)).toHaveLength(5);
  await writeFile(join(folder, 'typed.ts'), typedProgram);
  const flags =
    '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --types node';
  expect(await run('tsc', [...flags.split(' '), join(folder, 'typed.ts')])).toMatchObject({ code: 0, all: '' });
});
