import Fastify, { type FastifyRequest } from 'fastify';
import type { GraphQLResolveInfo } from 'graphql';
import mercurius from 'mercurius';
import { sheetOf } from '../floor/sheet.ts';
import { accountOf } from './caller.ts';
import { DateTime } from './scalars.ts';
import { typeDefs } from './sdl.ts';
import { fieldsOf } from './selection.ts';
import { bookOf, type Children, chaptersOf, charactersById, charactersOf, conflictsOf, newestBooks } from './store.ts';
import { mutations } from './writes.ts';

/** Mercurius with the fast settings of its documentation: documents are compiled at first use, loaders run in batches. */

interface RequestContext {
  account: string;
}

const resolvers = {
  DateTime,
  Query: {
    book: (_: unknown, { bookId }: { bookId: string }, { account }: RequestContext, info: GraphQLResolveInfo) =>
      bookOf(account, bookId, fieldsOf(info)),
    books: (_: unknown, { first }: { first: number }) => ({ first }),
  },
  Mutation: mutations,
  BookPage: {
    nodes: ({ first }: { first: number }, _: unknown, { account }: RequestContext, info: GraphQLResolveInfo) =>
      newestBooks(account, first, fieldsOf(info)),
  },
  Plan: { beatSheet: ({ beatSheet }: { beatSheet: string | null }) => sheetOf(beatSheet) },
};

interface Query {
  obj: Record<string, string>;
  info: GraphQLResolveInfo;
}

/** A loader gets the selected fields only without its cache. The cache would also serialize every key. */
const withFields = { cache: false };

const children = (load: Children) => ({
  opts: withFields,
  loader: (queries: Query[], { account }: RequestContext) =>
    load(
      account,
      queries.map(({ obj }) => obj.id ?? ''),
      queries[0] ? fieldsOf(queries[0].info) : [],
    ),
});

const end = (side: 'from' | 'to') => ({
  opts: withFields,
  loader: (queries: Query[], { account }: RequestContext) =>
    charactersById(
      account,
      queries.map(({ obj }) => obj[side] ?? ''),
      queries[0] ? fieldsOf(queries[0].info) : [],
    ),
});

const loaders = {
  Book: {
    chapters: children(chaptersOf),
    characters: children(charactersOf),
    conflicts: children(conflictsOf),
  },
  Conflict: { from: end('from'), to: end('to') },
};

const app = Fastify();
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: resolvers as never,
  loaders: loaders as never,
  jit: 1,
  context: async (request: FastifyRequest) => ({ account: await accountOf(request.headers.authorization) }),
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
