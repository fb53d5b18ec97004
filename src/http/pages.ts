import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { printSchema } from 'graphql';
import type { Service } from '../service.ts';
import { type Exchange, send, sendJson } from './exchange.ts';

export type Page = (exchange: Exchange) => void | Promise<void>;

export interface Pages {
  byPath: ReadonlyMap<string, Page>;
  graphiql: Page;
  wantsGraphiql(exchange: Exchange): boolean;
}

const links = [
  ['/v1', 'REST: every route'],
  ['/graphql', 'GraphQL; GraphiQL in a browser'],
  ['/mcp', 'MCP for agents'],
  ['/openapi.json', 'OpenAPI 3.1 of /v1'],
  ['/schema.graphql', 'GraphQL schema'],
  ['/healthz', 'alive'],
  ['/readyz', 'ready: the database answers'],
] as const;

/** What needs no token: the start page, the schemas and GraphiQL, made once and served compressed. */
export function pagesOf(service: Service): Pages {
  // The editor is 9 MB: loaded when somebody looks at it.
  const graphiql = once(async () => {
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    return document(
      renderGraphiQL({
        title: 'Fabula',
        headers: '{"authorization": "Bearer YOUR_KEY"}',
        defaultQuery:
          '# Your books. Put your key into the headers below, then press the button that fetches the schema.\nquery Books {\n  books(first: 10) {\n    nodes {\n      id\n      title\n      status\n    }\n  }\n}\n',
      }),
      'text/html; charset=utf-8',
    );
  });
  const sdl = once(() => document(`${printSchema(service.schema)}\n`, 'text/plain; charset=utf-8'));
  const openapi = once(() => document(JSON.stringify(service.openapi()), 'application/json; charset=utf-8'));
  return {
    byPath: new Map<string, Page>([
      [
        '/',
        (exchange) =>
          acceptsHtml(exchange)
            ? send(exchange, 200, startPage(), 'text/html; charset=utf-8')
            : sendJson(exchange, 200, { name: 'Fabula', links: Object.fromEntries(links) }),
      ],
      ['/schema.graphql', (exchange) => sdl()(exchange)],
      ['/openapi.json', (exchange) => openapi()(exchange)],
    ]),
    graphiql: async (exchange) => (await graphiql())(exchange),
    wantsGraphiql: (exchange) =>
      exchange.method === 'GET' &&
      acceptsHtml(exchange) &&
      !service.services.config.persistedOperations.only &&
      !['query', 'documentId', 'extensions'].some((name) => exchange.query.has(name)),
  };
}

function acceptsHtml({ req }: Exchange): boolean {
  return (req.headers.accept ?? '').includes('text/html');
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A text that does not change while the process lives. */
function document(text: string, type: string): Page {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const zipped = once(() => gzipSync(text));
  return (exchange) => {
    const headers = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
    if (exchange.req.headers['if-none-match'] === etag) {
      exchange.res.writeHead(304, headers).end();
      return;
    }
    if ((exchange.req.headers['accept-encoding'] ?? '').includes('gzip'))
      send(exchange, 200, zipped(), type, { ...headers, 'content-encoding': 'gzip' });
    else send(exchange, 200, text, type, headers);
  };
}

function startPage(): string {
  const rows = links.map(([path, about]) => `<li><a href="${path}">${path}</a> ${about}</li>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Fabula</title><style>:root{color-scheme:light dark}body{font:1.1rem/1.6 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}</style><h1>Fabula</h1><p>A book-writing service: books, casts, plans and chapters over GraphQL, REST and MCP.</p><ul>${rows}</ul></html>`;
}
