import { firstAccount } from '../../credentials/credentials.ts';
import { featuresOf } from '../../domain/leaving/instance/schema.ts';
import { type Exchange, sendJson } from '../../http/exchange.ts';
import { acceptsHtml } from '../../http/page.ts';
import { type Html, html } from '../../markup.ts';
import { layout, sample, sendPage } from './layout.ts';
import type { PageSource } from './page-source.ts';
import { withinPageTime } from './page-time.ts';

const links = [
  ['/', 'this page'],
  ['/desk', 'writing desk, the example editor'],
  ['/graphql', 'GraphQL; GraphiQL in a browser'],
  ['/v1', 'REST: every route'],
  ['/docs', 'REST reference'],
  ['/openapi.json', 'OpenAPI 3.1 of /v1'],
  ['/mcp', 'MCP for agents; the list of tools in a browser'],
  ['/schema', 'map of the GraphQL schema'],
  ['/schema.graphql', 'GraphQL schema'],
  ['/healthz', 'liveness check'],
  ['/readyz', 'readiness check: the database answers'],
] as const;

/** Start page: HTML for browsers, the links as JSON for other clients. */
export async function startPage(exchange: Exchange, source: PageSource): Promise<void> {
  exchange.res.setHeader('vary', 'accept');
  if (!acceptsHtml(exchange)) return sendJson(exchange, 200, { name: 'Fabula', links: Object.fromEntries(links) });
  const { config, publicUrl } = source.services;
  const page = layout({
    title: 'Fabula, a book-writing service',
    place: './',
    scripts: ['newest-ids.js'],
    body: html`<section class="hero">
<h1>Fabula</h1>
<p class="lead">A book-writing service. Books with their casts, conflicts and plans; chapters that are outlined, written, graded and revised, by a model or by your own agent. No text is ever lost.</p>
</section>
${doors}
<section aria-labelledby="try"><h2 id="try">Try it</h2>
<p class="when-out">Sign in to fill in the ids of your newest book.</p>
<p class="when-in">The ids are those of your newest book.</p>
${samples(publicUrl(), config.databaseUrl === undefined ? firstAccount : 'NAME')}</section>
${await state(source)}
<section aria-labelledby="addresses"><h2 id="addresses">Addresses</h2>
<dl class="addresses">${links.map(([path, about]) => html`<div><dt><a href=".${path}">${path}</a></dt><dd>${about}</dd></div>`)}</dl></section>`,
  });
  await sendPage(exchange, page);
}

const doors = html`<ul class="doors">
<li><a href="desk"><h2>Desk</h2><p>Write a book here, from the premise to the file for readers: outline, chapters, cast, checks, publication.</p><span>Open the desk</span></a></li>
<li><a href="graphql"><h2>GraphQL</h2><p>A whole editor screen in one request, and prose over a subscription as it is written.</p><span>Open GraphiQL</span></a></li>
<li><a href="docs"><h2>REST</h2><p>The same operations under <code>/v1</code>, with an OpenAPI 3.1 document.</p><span>Open the reference</span></a></li>
<li><a href="mcp"><h2>MCP</h2><p>Tools for agents, with the tokens that each costs in a model’s context.</p><span>See the tools</span></a></li>
<li><a href="schema"><h2>Schema</h2><p>Books, chapters, casts and runs, and the links between them.</p><span>Open the map</span></a></li>
</ul>`;

function samples(url: string, account: string): Html {
  const auth = '-H "Authorization: Bearer $FABULA_API_KEY"';
  const subscription = JSON.stringify({
    query: 'subscription ($runId: ID!) { proseStream(runId: $runId) { offset text run { state } } }',
    variables: { runId: 'RUN_ID' },
  });
  return html`${sample('key', 'Make a key for the commands below (run it in the folder of Fabula)', `export FABULA_API_KEY=$(npm run -s token -- create --account ${account})`)}
${sample('books', 'Your books', `curl -s ${url}/v1/books ${auth}`)}
${sample('claude', 'Add it to Claude Code', `claude mcp add --transport http fabula ${url}/mcp --header "Authorization: Bearer $(npm run -s token -- create --for mcp)"`)}
${sample('write', 'Write a chapter and stream its text', `curl -sN -X POST ${url}/v1/books/BOOK_ID/chapters/CHAPTER_ID/write ${auth}`)}
${sample('subscription', 'Subscribe to the text of a run', `curl -sN ${url}/graphql ${auth} -H "Content-Type: application/json" -H "Accept: text/event-stream" -d '${subscription}'`)}`;
}

async function state(source: PageSource): Promise<Html> {
  const isReady = await withinPageTime(source.isReady().then(() => true));
  const features = featuresOf(source.services);
  return html`<section aria-labelledby="state"><h2 id="state">This instance</h2>
<ul class="state"><li class="${isReady ? 'on' : 'off'}"><strong>${isReady ? 'Ready' : 'Not ready'}</strong> ${isReady ? 'The database answers.' : 'The database does not respond.'}</li>
${features.map(({ name, enabled, reason }) => html`<li class="${enabled ? 'on' : 'off'}"><strong>${name.replace(/^./, (first) => first.toUpperCase())}: ${enabled ? 'on' : 'off'}</strong> ${reason ?? ''}</li>`)}</ul></section>`;
}
