import { introspectionFromSchema, printSchema } from 'graphql';
import { semanticSdl } from '../../graphql/semantic-sdl.ts';
import type { Exchange } from '../../http/exchange.ts';
import { acceptsHtml } from '../../http/page.ts';
import { assetPages, favicon, signInPages } from './assets.ts';
import { deskPages } from './desk.ts';
import { type Page, staticPage } from './document.ts';
import { graphiqlPage } from './graphiql.ts';
import type { PageSource } from './page-source.ts';
import { referencePage } from './reference.ts';
import { schemaPage } from './schema.ts';
import { startPage } from './start.ts';
import { toolsPage, wantsToolsPage } from './tools.ts';

/** Pages by path: start page, explorers, schemas as text, and their assets. They need no key. */
export function pagesOf(source: PageSource): ReadonlyMap<string, Page> {
  return new Map<string, Page>([
    ['/', (exchange) => startPage(exchange, source)],
    ['/docs', referencePage],
    ['/schema', schemaPage(source)],
    ['/schema.graphql', staticPage(() => `${printSchema(source.schema)}\n`, 'text/plain; charset=utf-8')],
    ['/schema.semantic-non-null.graphql', staticPage(() => semanticSdl(source.schema), 'text/plain; charset=utf-8')],
    ['/schema.json', staticPage(() => introspectionText(source), 'application/json; charset=utf-8')],
    ['/openapi.json', staticPage(() => JSON.stringify(source.openapi()), 'application/json; charset=utf-8')],
    ['/favicon.ico', favicon],
    ...signInPages,
    ...deskPages(),
    ...assetPages(),
  ]);
}

/** Introspection result for GraphiQL, which reads it without a key. */
function introspectionText({ schema }: PageSource): string {
  const options = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, oneOf: true };
  return JSON.stringify({ data: introspectionFromSchema(schema, { ...options, inputValueDeprecation: true }) });
}

/** Chooses the page for a browser on a path of a protocol; undefined for other clients. */
export function explorersOf(source: PageSource): (exchange: Exchange) => Page | undefined {
  const graphiql = graphiqlPage(source);
  const wantsGraphiql = (exchange: Exchange) =>
    acceptsHtml(exchange) &&
    !source.services.config.persistedOperations.only &&
    !['documentId', 'extensions'].some((name) => exchange.query.has(name));
  return (exchange) => {
    const { path, method } = exchange;
    if (path === '/graphql' && /^(GET|HEAD)$/.test(method) && wantsGraphiql(exchange)) return graphiql;
    if (path === '/mcp' && wantsToolsPage(exchange)) return () => toolsPage(exchange, source);
    return undefined;
  };
}
