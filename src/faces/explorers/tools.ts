import type { Exchange } from '../../http/exchange.ts';
import { type Html, html, prose } from '../../markup.ts';
import { features } from '../../operation.ts';
import { listingFor } from '../mcp/catalogue.ts';
import type { ToolEntry } from '../mcp/entry.ts';
import { type Narrowing, narrowingOf } from '../mcp/narrowing.ts';
import { layout, placeholder, sample, sendPage } from './layout.ts';
import type { PageSource } from './page-source.ts';
import { type Cost, costsOf, sumOf } from './token-cost.ts';

/** Query parameters of an MCP address. */
const settings = { tools: 'tools', features: 'features', readOnly: 'read_only', book: 'book' } as const;

/** Whether a browser requests /mcp. MCP clients send MCP headers or accept event streams. */
export function wantsToolsPage({ req: { headers }, method }: Exchange): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const speaksMcp = Object.keys(headers).some((name) => name.startsWith('mcp-')) || headers['last-event-id'];
  const accept = headers.accept ?? '';
  return !speaksMcp && accept.includes('text/html') && !accept.includes('text/event-stream');
}

/** The tools that an MCP address lists and does not list, with scopes, arguments and cost in tokens, and links that narrow the list. */
export async function toolsPage(exchange: Exchange, source: PageSource): Promise<void> {
  const { query } = exchange;
  const given = {
    tools: query.get('tools'),
    features: query.get('features'),
    readOnly: query.get('read_only'),
    book: query.get('book'),
  };
  const narrowing = narrowingOf(given, settings);
  const { listed, dispatchers, others } = source.catalogue.within(narrowing);
  const [direct, further] = [await costed(listed, narrowing), await costed(others, narrowing)];
  const list = [...direct, ...(await costsOf(dispatchers))];
  const url = `${source.services.publicUrl()}/mcp${addressOf(narrowing)}`;
  const page = layout({
    title: 'MCP tools · Fabula',
    place: 'mcp',
    scripts: ['newest-ids.js'],
    body: html`<h1>Tools for agents</h1>
<p class="lead">The tools that <code>/mcp</code> lists, the scope that each needs, and the tokens that each definition costs in a model’s context (o200k). Every tool can be called by name, listed or not.</p>
${figures(list, others.length, await wholeCost(source))}
${choices(narrowing)}
<section aria-labelledby="connect"><h2 id="connect">Connect</h2>${samples(url)}</section>
${features.flatMap((feature) => sectionOf(feature, direct))}
${furtherOf(further, dispatchers)}`,
  });
  await sendPage(exchange, page);
}

type Costed = Cost & { entry: ToolEntry };

async function costed(entries: readonly ToolEntry[], narrowing: Narrowing): Promise<Costed[]> {
  const costs = await costsOf(entries.map((entry) => listingFor(entry, narrowing)));
  return entries.flatMap((entry, at) => ({ entry, ...(costs[at] ?? { prompt: 0, whole: 0 }) }));
}

async function wholeCost({ catalogue }: PageSource): Promise<number> {
  return sumOf(await costsOf(catalogue.within({ tools: 'all' }).listed.map(({ listing }) => listing))).prompt;
}

const number = new Intl.NumberFormat('en');

function figures(list: readonly Cost[], unlisted: number, whole: number): Html {
  const sum = sumOf(list);
  const saved = Math.round(100 * (1 - sum.prompt / whole));
  return html`<dl class="figures">
<div><dt>Tools in the list</dt><dd>${list.length}</dd></div>
<div><dt>Tokens that a model sees</dt><dd id="cost">${number.format(sum.prompt)}</dd></div>
<div><dt>Tokens with output schemas and hints</dt><dd>${number.format(sum.whole)}</dd></div>
${unlisted > 0 ? html`<div><dt>Further tools</dt><dd>${unlisted}</dd></div>` : ''}
${saved > 0 ? html`<div><dt>Saved compared with <code>tools=all</code></dt><dd>${saved} %</dd></div>` : ''}
</dl>`;
}

/** The tools that only find_tool lists. */
function furtherOf(further: readonly Costed[], dispatchers: readonly ToolEntry['listing'][]): Html[] {
  if (further.length === 0) return [];
  return [
    html`<section aria-labelledby="further"><h2 id="further">Further tools
<small>${further.length} tools, not in the list</small></h2>
${dispatchers.map(({ name, description }) => html`<p><code>${name}</code>: ${description ?? ''}</p>`)}
${further.map(toolOf)}</section>`,
  ];
}

function addressOf({ tools, features: chosen = [], readOnly, bookId }: Narrowing): string {
  const parts = [
    tools && `tools=${tools}`,
    chosen.length > 0 && `features=${chosen.join(',')}`,
    readOnly && 'read_only=true',
    bookId !== undefined && `book=${encodeURIComponent(bookId)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function choices(now: Narrowing): Html {
  const chosen = now.features ?? [];
  const { bookId: _book, ...withoutBook } = now;
  const { tools: _tools, ...withoutTools } = now;
  const book = now.bookId ?? 'BOOK_ID';
  return html`<section aria-labelledby="narrow"><h2 id="narrow">Narrow the list</h2>
<p>Each setting is a parameter of the address. Settings can be combined.</p>
<ul class="chips">
${chip(now.tools === 'all' ? withoutTools : { ...now, tools: 'all' }, 'tools=all', now.tools === 'all')}
${features.map((feature) => {
  const isOn = chosen.includes(feature);
  const others = isOn ? chosen.filter((one) => one !== feature) : [...chosen, feature];
  return chip({ ...now, features: others }, `features=${feature}`, isOn);
})}
${chip({ ...now, readOnly: !now.readOnly }, 'read_only=true', now.readOnly === true)}
${chip(now.bookId === undefined ? { ...now, bookId: book } : withoutBook, `book=${book}`, now.bookId !== undefined)}
</ul>
${addressOf(now) ? html`<p><a href="mcp">Reset to the default list</a></p>` : ''}</section>`;
}

function chip(target: Narrowing, name: string, isOn: boolean): Html {
  return html`<li><a class="chip" data-ids href="mcp${addressOf(target)}"${isOn ? html` aria-current="true"` : ''}>${name}</a></li>`;
}

function samples(url: string): Html {
  const headers = { Authorization: `Bearer ${placeholder}` };
  const cursor = { mcpServers: { fabula: { url, headers } } };
  const code = { servers: { fabula: { type: 'http', url, headers } } };
  return html`<p>Make a key for an agent on the command line. It cannot manage keys or publish: <code>npm run -s token -- create --for mcp</code></p>
${sample(
  'claude',
  'Claude Code',
  `claude mcp add --transport http fabula "${url}" --header "Authorization: Bearer $(npm run -s token -- create --for mcp)"`,
)}
${sample('cursor', `Cursor: ~/.cursor/mcp.json, with a key in place of ${placeholder}`, JSON.stringify(cursor, null, 2))}
${sample('code', `VS Code: .vscode/mcp.json, with a key in place of ${placeholder}`, JSON.stringify(code, null, 2))}`;
}

function sectionOf(feature: string, costed: readonly Costed[]): Html[] {
  const own = costed.filter(({ entry }) => entry.tool.feature === feature);
  if (own.length === 0) return [];
  const title = feature.replace(/^./, (first) => first.toUpperCase());
  return [
    html`<section aria-labelledby="feature-${feature}"><h2 id="feature-${feature}">${title}
<small>${own.length} tools, ${number.format(sumOf(own).prompt)} tokens</small></h2>
${own.map(toolOf)}</section>`,
  ];
}

function toolOf({ entry: { listing, prepared }, prompt, whole }: Costed): Html {
  const { properties = {}, required = [] } = listing.inputSchema;
  return html`<article class="tool" id="${listing.name}">
<h3><a href="#${listing.name}"><code>${listing.name}</code></a></h3>
<p>${prose(listing.description ?? '')}</p>
<p class="facts"><span class="badge ${effectOf(listing)}">${effectOf(listing)}</span> ${prepared.scope ? html`<code>${prepared.scope}</code>` : 'any key'}
<span>${number.format(prompt)} tokens (${number.format(whole)} whole)</span></p>
${Object.keys(properties).length > 0 ? html`<p class="facts"><span>Arguments</span> ${Object.keys(properties).map((name) => html`<code>${name}${required.includes(name) ? '' : '?'}</code> `)}</p>` : ''}
</article>`;
}

function effectOf({ annotations = {} }: ToolEntry['listing']): string {
  if (annotations.readOnlyHint) return 'reads';
  return annotations.destructiveHint ? 'destroys' : 'writes';
}
