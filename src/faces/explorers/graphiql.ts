import { dataFor, type Html, html } from '../../markup.ts';
import { once } from '../../once.ts';
import { assetPath } from './assets.ts';
import type { Page } from './document.ts';
import { layout, sendPage } from './layout.ts';
import type { PageSource } from './page-source.ts';
import { type ReadyGroup, readyGroups, tagsOf } from './ready.ts';

/** Tabs of a first visit. */
const firstTabs = [
  'ListBooks',
  'EditorScreen',
  'ListCharacters',
  'ConflictMatrix',
  'GetPlan',
  'WriteChapter',
  'ProseStream',
];

/** Monaco uses inline styles, and workers for its languages. */
const widerPolicy = {
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'worker-src': "'self'",
};

/** GraphiQL with a document for every operation. The browser fills in ids of the newest book of the signed-in account. */
export function graphiqlPage(source: PageSource): Page {
  const page = once(() => pageOf(readyGroups(source.operations, tagsOf(source.openapi()))));
  return (exchange) => sendPage(exchange, page(), widerPolicy);
}

function pageOf(groups: readonly ReadyGroup[]): Html {
  const ready = groups.flatMap((group) => group.ready);
  const settings = {
    tabs: firstTabs.flatMap((name) => ready.filter((one) => one.name === name)).map(({ name }) => name),
    ready: Object.fromEntries(ready.map(({ name, query, variables }) => [name, { query, variables }])),
    workers: {
      editorWorkerService: assetPath('editor.worker.js'),
      json: assetPath('json.worker.js'),
      graphql: assetPath('graphql.worker.js'),
    },
  };
  return layout({
    title: 'GraphiQL · Fabula',
    place: 'graphql',
    look: 'whole',
    styles: ['graphiql.css'],
    scripts: ['newest-ids.js', 'graphiql-menu.js', 'graphiql.js', 'graphiql-start.js'],
    tools: menuOf(groups),
    body: html`<h1 class="unseen">GraphiQL</h1>
<div id="graphiql"><noscript>GraphiQL needs JavaScript. <a href="schema.graphql">The schema as text</a> does not.</noscript></div>
${dataFor('settings', settings)}`,
  });
}

function menuOf(groups: readonly ReadyGroup[]): Html {
  const list = groups.map(
    ({ name, ready }) =>
      html`<section><h2>${name}</h2><ul>${ready.map(
        (one) =>
          html`<li><a href="graphql?ready=${one.name}" title="${one.about}">${one.name}</a>${one.kind === 'query' ? '' : html` <small>${one.kind}</small>`}</li>`,
      )}</ul></section>`,
  );
  return html`<button type="button" class="quiet" popovertarget="ready">Example operations</button>
<nav id="ready" class="menu" popover aria-label="Example operations">
<input type="search" placeholder="Find an operation" aria-label="Find an operation" hidden>
${list}<p class="none" hidden>No operation matches.</p></nav>`;
}
