import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApolloServer, HeaderMap } from '@apollo/server';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { sheetOf } from '../floor/sheet.ts';
import { accountOf } from './caller.ts';
import { bodyOf, listen } from './http.ts';
import { DateTime } from './scalars.ts';
import { typeDefs } from './sdl.ts';
import { fieldsOf } from './selection.ts';
import { bookOf, chaptersOf, charactersById, charactersOf, conflictsOf, newestBooks, type Row } from './store.ts';
import { mutations } from './writes.ts';

/** Apollo Server with DataLoader on node:http, through `executeHTTPGraphQLRequest`, without Express, CORS or body-parser. */

type Batch = (account: string, ids: readonly string[], fields: readonly string[]) => Promise<readonly unknown[]>;

/** The loaders of one request: one for each relation and set of selected fields. */
class RequestContext {
  readonly account: string;
  private readonly loaders = new Map<string, DataLoader<string, unknown>>();

  constructor(account: string) {
    this.account = account;
  }

  load(batch: Batch, id: string, info: GraphQLResolveInfo): Promise<unknown> {
    const fields = fieldsOf(info);
    const key = `${batch.name} ${fields}`;
    const known = this.loaders.get(key);
    if (known) return known.load(id);
    const loader = new DataLoader<string, unknown>((ids) => batch(this.account, ids, fields));
    this.loaders.set(key, loader);
    return loader.load(id);
  }
}

const child = (batch: Batch) => (book: Row, _: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
  context.load(batch, String(book.id), info);
const end = (side: 'from' | 'to') => (conflict: Row, _: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
  context.load(charactersById, String(conflict[side]), info);

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
  Book: { chapters: child(chaptersOf), characters: child(charactersOf), conflicts: child(conflictsOf) },
  Conflict: { from: end('from'), to: end('to') },
  Plan: { beatSheet: ({ beatSheet }: Row) => sheetOf(beatSheet) },
};

const server = new ApolloServer<RequestContext>({ typeDefs, resolvers });
await server.start();

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value));
  const {
    status,
    headers: responseHeaders,
    body,
  } = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: req.method ?? 'POST', headers, search: '', body: await bodyOf(req) },
    context: async () => new RequestContext(await accountOf(req.headers.authorization)),
  });
  if (body.kind !== 'complete') throw new Error('Incremental delivery is not supported.');
  res.writeHead(status ?? 200, {
    ...Object.fromEntries(responseHeaders),
    'content-length': Buffer.byteLength(body.string),
  });
  res.end(body.string);
}

listen((req, res) => {
  serve(req, res).catch((error: unknown) => {
    console.error(error);
    res.writeHead(500).end();
  });
});
