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

/** Apollo Server with DataLoader, on node:http by its own `executeHTTPGraphQLRequest`: without Express, CORS or body-parser. */

type Batch = (account: string, ids: readonly string[], fields: readonly string[]) => Promise<readonly unknown[]>;

/** Loaders live as long as a request; there is one for each set of fields that it asks of a relation. */
class Asker {
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

const child = (batch: Batch) => (book: Row, _: unknown, asker: Asker, info: GraphQLResolveInfo) =>
  asker.load(batch, String(book.id), info);
const end = (side: 'from' | 'to') => (conflict: Row, _: unknown, asker: Asker, info: GraphQLResolveInfo) =>
  asker.load(charactersById, String(conflict[side]), info);

const resolvers = {
  DateTime,
  Query: {
    book: (_: unknown, { bookId }: { bookId: string }, { account }: Asker, info: GraphQLResolveInfo) =>
      bookOf(account, bookId, fieldsOf(info)),
    books: (_: unknown, { first }: { first: number }) => ({ first }),
  },
  BookPage: {
    nodes: ({ first }: { first: number }, _: unknown, { account }: Asker, info: GraphQLResolveInfo) =>
      newestBooks(account, first, fieldsOf(info)),
  },
  Book: { chapters: child(chaptersOf), characters: child(charactersOf), conflicts: child(conflictsOf) },
  Conflict: { from: end('from'), to: end('to') },
  Plan: { beatSheet: ({ beatSheet }: Row) => sheetOf(beatSheet) },
};

const server = new ApolloServer<Asker>({ typeDefs, resolvers });
await server.start();

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value));
  const {
    status,
    headers: answered,
    body,
  } = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: req.method ?? 'POST', headers, search: '', body: await bodyOf(req) },
    context: async () => new Asker(await accountOf(req.headers.authorization)),
  });
  if (body.kind !== 'complete') throw new Error('Nothing here is deferred.');
  res.writeHead(status ?? 200, { ...Object.fromEntries(answered), 'content-length': Buffer.byteLength(body.string) });
  res.end(body.string);
}

listen((req, res) => {
  serve(req, res).catch((error: unknown) => {
    console.error(error);
    res.writeHead(500).end();
  });
});
