import { dataFor, type Html, html } from '../../markup.ts';
import { once } from '../../once.ts';
import type { Service } from '../../service.ts';
import { assetPath } from './assets.ts';
import type { Page } from './document.ts';
import { idsOf } from './ids.ts';
import { type OfferedKey, offeredKey, placeholder } from './key.ts';
import { layout, sendPage } from './layout.ts';
import { type ReadyGroup, readyGroups, tagsOf } from './ready.ts';

/** What is open when somebody comes for the first time. */
const firstTabs = [
  'ListBooks',
  'EditorScreen',
  'ListCharacters',
  'ConflictMatrix',
  'GetPlan',
  'WriteChapter',
  'ProseStream',
];

/** Its editor measures and styles as it goes, and its languages are workers. */
const widened = {
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'worker-src': "'self'",
};

/** GraphiQL, with a document for every capability and, for whoever sits at this machine, the key and ids of their own records. */
export function graphiqlPage(service: Service): Page {
  const tags = once(() => tagsOf(service.openapi()));
  return async (exchange) => {
    const offered = await offeredKey(exchange, service);
    const ids = offered ? await idsOf(service, offered.caller, exchange) : {};
    const groups = readyGroups(service.operations, tags(), ids);
    await sendPage(exchange, pageOf(groups, offered), { isPrivate: offered !== undefined, widened });
  };
}

function pageOf(groups: readonly ReadyGroup[], offered: OfferedKey | undefined): Html {
  const ready = groups.flatMap((group) => group.ready);
  const settings = {
    headers: JSON.stringify({ authorization: `Bearer ${offered?.key ?? placeholder}` }, null, 2),
    hasKey: offered !== undefined,
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
    scripts: ['graphiql.js', 'graphiql-start.js'],
    tools: menuOf(groups),
    body: html`<h1 class="unseen">GraphiQL</h1>
${offered ? '' : html`<p class="note">Put a key in place of <code>${placeholder}</code> under Headers. <code>npm start</code> prints one.</p>`}
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
  return html`<button type="button" class="quiet" popovertarget="ready">Ready operations</button>
<nav id="ready" class="menu" popover aria-label="Ready operations">${list}</nav>`;
}
