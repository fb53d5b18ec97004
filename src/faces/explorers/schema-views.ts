import type { GraphQLNamedType } from 'graphql';
import { type Html, html, prose } from '../../markup.ts';
import type { CommonArguments } from './schema-arguments.ts';
import { firstSentence, kindOf, linkTo, membersOf, rootOf, typedMemberOf } from './schema-members.ts';
import { isPageName, isRoot, isRootName, type TypeLink } from './schema-shape.ts';
import type { Root, Topic } from './schema-topics.ts';

/** Data of the schema for the views. */
export interface SchemaIndex {
  topics: readonly Topic[];
  types: readonly GraphQLNamedType[];
  links: readonly TypeLink[];
  common: CommonArguments;
}

export interface View {
  title: string;
  body: Html;
}

/** The start of the schema pages: topics as a picture and as cards, and the common arguments. */
export function overview({ topics, types, common }: SchemaIndex, picture: Html): View {
  return {
    title: 'Schema',
    body: html`<h1>The schema</h1>
<p class="lead">${types.length} types in ${topics.length} topics. <a href="schema.graphql">As text</a></p>
<section aria-labelledby="topics"><h2 id="topics">Topics</h2>
<div class="picture" tabindex="0" role="region" aria-label="Map of the topics">${picture}</div>
<div class="cards">${topics.map(cardOf)}</div></section>
<section aria-labelledby="common"><h2 id="common">Common arguments</h2>
<p>Many fields take these arguments. They mean the same everywhere.</p>
<dl class="fields">${common.all.map(({ argument }) => typedMemberOf(argument, `argument-${argument.name}`))}</dl></section>`,
  };
}

function cardOf({ name, roots, types }: Topic): Html {
  return html`<article class="card"><h3>${topicLink(name)}</h3>
<p>${roots.length} operations</p>
<p class="names">${recordsOf(types).map(({ name: type }) => html`${linkTo(type)} `)}</p></article>`;
}

/** Types with fields, without pages of lists. */
function recordsOf(types: readonly GraphQLNamedType[]): GraphQLNamedType[] {
  return types.filter((type) => kindOf(type) === 'type' && !isPageName(type.name));
}

function topicLink(name: string): Html {
  return html`<a href="schema?topic=${encodeURIComponent(name)}">${name}</a>`;
}

const kinds = [
  ['Query', 'Queries'],
  ['Subscription', 'Subscriptions'],
  ['Mutation', 'Mutations'],
] as const;

/** A topic: full descriptions of its operations, and a list of its types. */
export function topicView({ name, roots, types }: Topic, { common }: SchemaIndex): View {
  const named = types.filter((type) => !isRoot(type));
  return {
    title: `${name} · Schema`,
    body: html`${breadcrumbs(html`<a href="schema">Schema</a>`)}<h1>${name}</h1>
${kinds.map(([kind, title]) =>
  operations(
    title,
    roots.filter((root) => root.kind === kind),
    common,
  ),
)}
<section aria-labelledby="types"><h2 id="types">Types</h2><dl class="fields">${named.map((type) => html`<div><dt>${linkTo(type.name)} <small>${kindOf(type)}</small></dt><dd>${prose(firstSentence(type.description))}</dd></div>`)}</dl></section>`,
  };
}

function operations(title: string, roots: readonly Root[], common: CommonArguments): Html {
  if (roots.length === 0) return html``;
  const id = title.toLowerCase();
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${roots.map((root) => rootOf(root, common))}</section>`;
}

function breadcrumbs(...links: Html[]): Html {
  return html`<nav class="trail" aria-label="Path">${links.map((link) => html`${link} › `)}</nav>`;
}

/** A page with only the search box and its results. */
export function searchView(query: string): View {
  return {
    title: `${query} · Schema`,
    body: html`<h1 class="unseen">Search</h1><p><a href="schema">All topics</a></p>`,
  };
}

/** A type: the types that link to it, the types that it links to, and its members. */
export function typeView(type: GraphQLNamedType, index: SchemaIndex): View {
  const topic = index.topics.find(({ types }) => types.includes(type));
  const links = [html`<a href="schema">Schema</a>`, ...(topic ? [topicLink(topic.name)] : [])];
  return {
    title: `${type.name} · Schema`,
    body: html`${breadcrumbs(...links)}<h1>${type.name} <small>${kindOf(type)}</small></h1>
<p class="lead">${prose(type.description ?? '')}</p>
${
  isRoot(type)
    ? rootsOf(type, index)
    : html`${neighbours(type, index)}
<section aria-labelledby="members"><h2 id="members">Members</h2>${membersOf(type, index.common)}</section>`
}`,
  };
}

/** A root type has too many fields for one page, so it lists links to its topics. */
function rootsOf({ name: kind }: GraphQLNamedType, { topics }: SchemaIndex): Html {
  const cards = topics.map(({ name, roots }) => {
    const own = roots.filter((root) => root.kind === kind);
    if (own.length === 0) return html``;
    return html`<article class="card"><h2>${topicLink(name)}</h2>
<p class="names">${own.map(({ field }) => html`${rootLink(name, field.name)} `)}</p></article>`;
  });
  return html`<div class="cards">${cards}</div>`;
}

function neighbours(type: GraphQLNamedType, { links, topics }: SchemaIndex): Html {
  const topicOf = new Map(topics.flatMap(({ name, roots }) => roots.map(({ field }) => [field.name, name] as const)));
  const into = links.filter(({ from, to }) => to === type.name && (isPageName(type.name) || !isPageName(from)));
  const out = links.filter(({ from, to }) => from === type.name && !to.endsWith('Connection'));
  return html`<div class="neighbours">
<section aria-labelledby="into"><h2 id="into">Used by</h2>${linksOf(
    Map.groupBy(into, ({ from }) => from),
    (root) => topicOf.get(root),
  )}</section>
<p class="here" aria-hidden="true">${type.name}</p>
<section aria-labelledby="out"><h2 id="out">Uses</h2>${linksOf(Map.groupBy(out, ({ to }) => to))}</section></div>`;
}

/** List of types with the fields that link them. A root field links to its description on the page of its topic. */
function linksOf(
  groups: ReadonlyMap<string, readonly TypeLink[]>,
  topicOf = (_root: string): string | undefined => undefined,
): Html {
  if (groups.size === 0) return html`<p>None.</p>`;
  const fieldLink = (field: string) => {
    const topic = topicOf(field);
    return topic === undefined ? html`${field} ` : html`${rootLink(topic, field)} `;
  };
  return html`<ul>${[...groups].map(([type, links]) => {
    const isOfRoot = isRootName(type);
    return html`<li>${linkTo(type)} <span>${links.map(({ field }) => (isOfRoot ? fieldLink(field) : html`${field} `))}</span></li>`;
  })}</ul>`;
}

function rootLink(topic: string, field: string): Html {
  return html`<a href="schema?topic=${encodeURIComponent(topic)}#field-${field}">${field}</a>`;
}
