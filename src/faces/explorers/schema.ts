import type { GraphQLNamedType } from 'graphql';
import { ServiceError } from '../../errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Html, html } from '../../markup.ts';
import { once } from '../../once.ts';
import { layout, sendPage } from './layout.ts';
import type { PageSource } from './page-source.ts';
import { commonArgumentsOf } from './schema-arguments.ts';
import { pictureOf } from './schema-picture.ts';
import { entriesOf, resultsOf } from './schema-search.ts';
import { typeLinksOf, typesOf } from './schema-shape.ts';
import { shared, type Topic, topicsOf } from './schema-topics.ts';
import { overview, type SchemaIndex, searchView, topicView, typeView, type View } from './schema-views.ts';

/** Schema pages: an overview, `?topic=` for a topic, `?type=` for a type, and `?q=` for a search. */
export function schemaPage(source: PageSource): (exchange: Exchange) => Promise<void> {
  const index = once(() => indexOf(source));
  const entries = once(() => entriesOf(source.schema, index().topics));
  const picture = once(() => pictureHtml(index()));
  return async (exchange) => {
    const { query } = exchange;
    const wanted = (query.get('q') ?? '').trim();
    const view = viewOf(query, index()) ?? (wanted ? searchView(wanted) : overview(index(), await picture()));
    await sendPage(exchange, pageOf(view, wanted, resultsOf(entries(), wanted)), { 'form-action': "'self'" });
  };
}

function viewOf(query: URLSearchParams, index: SchemaIndex): View | undefined {
  const type = query.get('type');
  if (type) return typeView(typeNamed(index, type), index);
  const topic = query.get('topic');
  return topic ? topicView(topicNamed(index, topic), index) : undefined;
}

function indexOf(source: PageSource): SchemaIndex {
  const { schema } = source;
  return {
    topics: topicsOf(source),
    links: typeLinksOf(schema),
    types: typesOf(schema),
    common: commonArgumentsOf(schema),
  };
}

/** Draws all topics but the shared one. Graphviz gets no text of callers. */
async function pictureHtml({ topics, links }: SchemaIndex): Promise<Html> {
  return new Html(
    await pictureOf(
      topics.filter(({ name }) => name !== shared),
      links,
    ),
  );
}

function typeNamed({ types }: SchemaIndex, wanted: string): GraphQLNamedType {
  const found = types.find(({ name }) => name === wanted);
  if (found) return found;
  throw new ServiceError('not_found', 'The schema has no such type. Search for it at /schema.');
}

function topicNamed({ topics }: SchemaIndex, wanted: string): Topic {
  const found = topics.find(({ name }) => name === wanted);
  if (found) return found;
  throw new ServiceError('not_found', `There is no such topic. Topics: ${topics.map(({ name }) => name).join(', ')}.`);
}

function pageOf({ title, body }: { title: string; body: Html }, wanted: string, results: Html): Html {
  return layout({
    title: `${title} · Fabula`,
    place: 'schema',
    scripts: ['schema.js'],
    body: html`<form class="finder" role="search" action="schema" method="get">
<label for="find">Find a type, a field or an operation</label>
<input id="find" name="q" type="search" value="${wanted}" maxlength="100" autocomplete="off" spellcheck="false">
<button class="quiet">Search</button></form>
<div id="results">${results}</div>
${body}`,
  });
}
