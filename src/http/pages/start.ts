import { featuresOf } from '../../domain/instance/schema.ts';
import { type Html, html } from '../../markup.ts';
import type { Service } from '../../service.ts';
import { type Exchange, sendJson } from '../exchange.ts';
import { type Ids, idsOf } from './ids.ts';
import { inTime } from './in-time.ts';
import { offeredKey, placeholder } from './key.ts';
import { layout, sample, sendPage } from './layout.ts';

const links = [
  ['/', 'this page'],
  ['/graphql', 'GraphQL; GraphiQL in a browser'],
  ['/v1', 'REST: every route'],
  ['/docs', 'REST reference, to read and to try'],
  ['/openapi.json', 'OpenAPI 3.1 of /v1'],
  ['/mcp', 'MCP for agents; the list of tools in a browser'],
  ['/schema', 'map of the GraphQL schema'],
  ['/schema.graphql', 'GraphQL schema'],
  ['/healthz', 'alive'],
  ['/readyz', 'ready: the database answers'],
] as const;

export function acceptsHtml({ req }: Exchange): boolean {
  return (req.headers.accept ?? '').includes('text/html');
}

/** The start page for browsers, the same links as JSON for everybody else. */
export async function startPage(exchange: Exchange, service: Service): Promise<void> {
  exchange.res.setHeader('vary', 'accept');
  if (!acceptsHtml(exchange)) return sendJson(exchange, 200, { name: 'Fabula', links: Object.fromEntries(links) });
  const offered = await offeredKey(exchange, service);
  const ids = offered ? await idsOf(service, offered.caller, exchange) : {};
  const page = layout({
    title: 'Fabula, a book-writing service',
    place: './',
    body: html`<section class="hero">
<h1>Fabula</h1>
<p class="lead">A book-writing service. Books with their casts, conflicts and plans; chapters that are outlined, written, graded and revised, by a model or by your own agent. No text is ever lost.</p>
</section>
${doors}
<section aria-labelledby="try"><h2 id="try">Try it</h2>
<p>${
      offered
        ? 'The first key of this machine is filled in, and ids of your newest book.'
        : html`Put a key in place of <code>${placeholder}</code>; <code>npm start</code> prints one.`
    }</p>
${samples(service.services.publicUrl(), offered?.key ?? placeholder, ids)}</section>
${await state(service)}
<section aria-labelledby="addresses"><h2 id="addresses">Addresses</h2>
<dl class="addresses">${links.map(([path, about]) => html`<div><dt><a href=".${path}">${path}</a></dt><dd>${about}</dd></div>`)}</dl></section>`,
  });
  await sendPage(exchange, page, { isPrivate: offered !== undefined });
}

const doors = html`<ul class="doors">
<li><a href="graphql"><h2>GraphQL</h2><p>A whole editor screen in one request, and prose over a subscription as it is written.</p><span>Open GraphiQL</span></a></li>
<li><a href="docs"><h2>REST</h2><p>The same under <code>/v1</code>, with an OpenAPI 3.1 document to read and to try.</p><span>Open the reference</span></a></li>
<li><a href="mcp"><h2>MCP</h2><p>Tools for agents, with what each of them costs in a model’s context.</p><span>See the tools</span></a></li>
<li><a href="schema"><h2>Schema</h2><p>How books, chapters, casts and runs lead to one another.</p><span>Look at the map</span></a></li>
</ul>`;

function samples(url: string, key: string, { bookId = 'BOOK', chapterId = 'CHAPTER', runId = 'RUN' }: Ids): Html {
  const auth = `-H "Authorization: Bearer ${key}"`;
  const subscription = JSON.stringify({
    query: 'subscription ($runId: ID!) { proseStream(runId: $runId) { offset text run { state } } }',
    variables: { runId },
  });
  return html`${sample('books', 'Your books', `curl -s ${url}/v1/books ${auth}`)}
${sample('claude', 'Add it to Claude Code', `claude mcp add --transport http fabula ${url}/mcp --header "Authorization: Bearer ${key}"`)}
${sample('write', 'Have a chapter written and read it as it comes', `curl -sN -X POST ${url}/v1/books/${bookId}/chapters/${chapterId}/write ${auth}`)}
${sample('subscription', 'Subscribe to the text of a run', `curl -sN ${url}/graphql ${auth} -H "Content-Type: application/json" -H "Accept: text/event-stream" -d '${subscription}'`)}`;
}

async function state(service: Service): Promise<Html> {
  const isReady = await inTime(service.isReady().then(() => true));
  const features = featuresOf(service.services);
  return html`<section aria-labelledby="state"><h2 id="state">This instance</h2>
<ul class="state"><li class="${isReady ? 'on' : 'off'}"><strong>${isReady ? 'Ready' : 'Not ready'}</strong> ${isReady ? 'The database answers.' : 'The database does not answer just now.'}</li>
${features.map(({ name, enabled, reason }) => html`<li class="${enabled ? 'on' : 'off'}"><strong>${name.replace(/^./, (first) => first.toUpperCase())} is ${enabled ? 'on' : 'off'}</strong> ${reason ?? ''}</li>`)}</ul></section>`;
}
