import { printSchema } from 'graphql';
import type { Service } from '../service.ts';
import type { Exchange } from './exchange.ts';
import { assetPages, favicon } from './pages/assets.ts';
import { kept, type Page } from './pages/document.ts';
import { graphiqlPage } from './pages/graphiql.ts';
import { referencePage } from './pages/reference.ts';
import { schemaPage } from './pages/schema.ts';
import { acceptsHtml, startPage } from './pages/start.ts';
import { toolsPage, wantsToolsPage } from './pages/tools.ts';

/** What needs no token: the start page, the explorers, the schemas as text, and what the pages are made of. */
export function pagesOf(service: Service): ReadonlyMap<string, Page> {
  return new Map<string, Page>([
    ['/', (exchange) => startPage(exchange, service)],
    ['/docs', (exchange) => referencePage(exchange, service)],
    ['/schema', schemaPage(service)],
    ['/schema.graphql', kept(() => `${printSchema(service.schema)}\n`, 'text/plain; charset=utf-8')],
    ['/openapi.json', kept(() => JSON.stringify(service.openapi()), 'application/json; charset=utf-8')],
    ['/favicon.ico', favicon],
    ...assetPages(),
  ]);
}

/** The pages that a browser gets where programs speak a protocol; for a program, undefined. */
export function explorersOf(service: Service): (exchange: Exchange) => Page | undefined {
  const graphiql = graphiqlPage(service);
  const wantsGraphiql = (exchange: Exchange) =>
    acceptsHtml(exchange) &&
    !service.services.config.persistedOperations.only &&
    !['documentId', 'extensions'].some((name) => exchange.query.has(name));
  return (exchange) => {
    const { path, method } = exchange;
    if (path === '/graphql' && /^(GET|HEAD)$/.test(method) && wantsGraphiql(exchange)) return graphiql;
    if (path === '/mcp' && wantsToolsPage(exchange)) return () => toolsPage(exchange, service);
    return undefined;
  };
}
