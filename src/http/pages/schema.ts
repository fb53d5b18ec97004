import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { definitionOf } from '../../adapters/schemas.ts';
import { authorizationOf } from '../../graphql/execute.ts';
import { Html, html, prose } from '../../markup.ts';
import { once } from '../../once.ts';
import type { Service } from '../../service.ts';
import type { Exchange } from '../exchange.ts';
import { layout, sendPage } from './layout.ts';
import { pictureOf } from './schema-picture.ts';
import { hasFields, type Spot, spotsOf, typesOf } from './schema-shape.ts';

type Typed = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

/** The map of the schema: a picture of the types, and all of them as a list, which says the same in words. */
export function schemaPage(service: Service): (exchange: Exchange) => Promise<void> {
  const page = once(() => pageOf(service));
  return async (exchange) => sendPage(exchange, await page(), { isPrivate: false });
}

async function pageOf({ schema, operations }: Service): Promise<Html> {
  const spots = spotsOf(schema);
  // Made by Graphviz of names that are GraphQL’s.
  const picture = new Html(await pictureOf(spots));
  const documents = Map.groupBy(operations, ({ field }) => field);
  const types = typesOf(schema);
  return layout({
    title: 'Schema map · Fabula',
    place: 'schema',
    scripts: ['schema.js'],
    body: html`<h1>The schema</h1>
<p class="lead">How the types lead to one another. Those with a coloured frame can be asked for at once; the others are reached through them. <a href="schema.graphql">As text</a></p>
<div class="finder"><label for="find">Find a type or a field</label> <input id="find" type="search" autocomplete="off" spellcheck="false"> <span id="found" role="status"></span></div>
<div class="picture" tabindex="0" role="region" aria-label="Picture of the types; the list below says the same">${picture}</div>
<section aria-labelledby="types"><h2 id="types">Types</h2>
${types.map((type) => typeSection(type, spots, (field) => documentNames(documents, field)))}</section>`,
  });
}

function documentNames(documents: ReadonlyMap<string, Service['operations']>, field: string): string[] {
  const own = documents.get(field) ?? [];
  return own
    .filter(({ operation }) => operation.rest)
    .map(({ operation }) => definitionOf(operation.document).name?.value ?? '');
}

function typeSection(type: GraphQLNamedType, spots: readonly Spot[], readyFor: (field: string) => string[]): Html {
  const spot = spots.find(({ name }) => name === type.name);
  return html`<article class="type" id="type-${type.name}">
<h3><a href="#type-${type.name}">${type.name}</a> <small>${kindOf(type)}</small></h3>
${type.description ? html`<p>${prose(type.description)}</p>` : ''}
${spot && spot.asked.length > 0 ? html`<p class="facts"><span>Asked for by</span> ${spot.asked.map((name) => html`<code>${name}</code> `)}</p>` : ''}
${membersOf(type, readyFor)}
</article>`;
}

function membersOf(type: GraphQLNamedType, readyFor: (field: string) => string[]): Html | string {
  if (isEnumType(type))
    return html`<dl class="fields">${type.getValues().map(({ name, description }) => html`<div><dt><code>${name}</code></dt><dd>${prose(description ?? '')}</dd></div>`)}</dl>`;
  if (isInputObjectType(type))
    return html`<dl class="fields">${Object.values(type.getFields()).map((field) => memberOf(field))}</dl>`;
  if (!hasFields(type)) return '';
  const isRoot = /^(Query|Mutation|Subscription)$/.test(type.name);
  return html`<dl class="fields">${Object.values(type.getFields()).map((field) => fieldOf(field, isRoot ? readyFor(field.name) : []))}</dl>`;
}

function fieldOf(field: GraphQLField<unknown, unknown>, ready: readonly string[]): Html {
  const { scope } = authorizationOf(field.extensions);
  return html`<div><dt><code>${field.name}</code> ${typeLink(field)}</dt><dd>${prose(field.description ?? '')}
${scope ? html` <span class="facts"><span>Scope</span> <code>${scope}</code></span>` : ''}
${ready.map((name) => html` <a class="try" href="graphql?ready=${name}">Try ${name}</a>`)}
${field.args.length > 0 ? html`<dl class="arguments">${field.args.map((argument) => memberOf(argument))}</dl>` : ''}</dd></div>`;
}

function memberOf(member: GraphQLInputField | GraphQLArgument): Html {
  return html`<div><dt><code>${member.name}</code> ${typeLink(member)}</dt><dd>${prose(member.description ?? '')}</dd></div>`;
}

/** The type as GraphQL writes it, its name a link. */
function typeLink({ type }: Typed): Html {
  const named = getNamedType(type);
  const [before = '', after = ''] = String(type).split(named.name);
  const name = isSpecifiedScalarType(named)
    ? html`${named.name}`
    : html`<a href="#type-${named.name}">${named.name}</a>`;
  return html`<code class="of">${before}${name}${after}</code>`;
}

function kindOf(type: GraphQLNamedType): string {
  if (isEnumType(type)) return 'one of';
  if (isInputObjectType(type)) return 'input';
  return hasFields(type) ? 'type' : 'scalar';
}
