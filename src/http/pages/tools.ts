import { type Narrowing, narrowingOf } from '../../adapters/mcp-catalogue.ts';
import { type Html, html, prose } from '../../markup.ts';
import type { Service } from '../../service.ts';
import type { Exchange } from '../exchange.ts';
import { type Ids, idsOf } from './ids.ts';
import { offeredKey, placeholder } from './key.ts';
import { layout, sample, sendPage } from './layout.ts';
import { type Costed, costOf, featuresShown, sumOf } from './token-cost.ts';

/** The settings of an MCP address, as its query names them. */
const settings = { features: 'features', readOnly: 'read_only', book: 'book' } as const;

/** Whether a browser opens /mcp: no client of the protocol asks for HTML. */
export function wantsToolsPage({ req: { headers }, method }: Exchange): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const speaksMcp = Object.keys(headers).some((name) => name.startsWith('mcp-')) || headers['last-event-id'];
  const accept = headers.accept ?? '';
  return !speaksMcp && accept.includes('text/html') && !accept.includes('text/event-stream');
}

/** Every tool with its scope, its arguments and its cost in tokens, and how an address narrows the list. */
export async function toolsPage(exchange: Exchange, service: Service): Promise<void> {
  const { query } = exchange;
  const given = { features: query.get('features'), readOnly: query.get('read_only'), book: query.get('book') };
  const narrowing = narrowingOf(given, settings);
  const offered = await offeredKey(exchange, service);
  const ids = offered ? await idsOf(service, offered.caller, exchange) : {};
  const costed = await costOf(service.catalogue.within(narrowing), narrowing);
  const all = sumOf(await costOf(service.catalogue.within({}), {}));
  const url = `${service.services.publicUrl()}/mcp${addressOf(narrowing)}`;
  const page = layout({
    title: 'MCP tools · Fabula',
    place: 'mcp',
    body: html`<h1>Tools for agents</h1>
<p class="lead">Every tool that <code>/mcp</code> has, what a key must be allowed, and what its definition costs in a model’s context, counted with o200k.</p>
${costs(costed, all)}
${choices(narrowing, ids)}
<section aria-labelledby="connect"><h2 id="connect">Connect</h2>${samples(url, offered?.key ?? placeholder)}</section>
${featuresShown.flatMap((feature) => sectionOf(feature, costed))}`,
  });
  await sendPage(exchange, page, { isPrivate: offered !== undefined });
}

const number = new Intl.NumberFormat('en');

function costs(costed: readonly Costed[], all: { shown: number }): Html {
  const sum = sumOf(costed);
  const saved = Math.round(100 * (1 - sum.shown / all.shown));
  return html`<dl class="figures">
<div><dt>Tools</dt><dd>${costed.length}</dd></div>
<div><dt>Tokens that a model sees</dt><dd id="cost">${number.format(sum.shown)}</dd></div>
<div><dt>Tokens with answers and hints</dt><dd>${number.format(sum.whole)}</dd></div>
${saved > 0 ? html`<div><dt>Saved by narrowing</dt><dd>${saved} %</dd></div>` : ''}
</dl>`;
}

function addressOf({ features = [], readOnly, bookId }: Narrowing): string {
  const parts = [
    features.length > 0 && `features=${features.join(',')}`,
    readOnly && 'read_only=true',
    bookId !== undefined && `book=${encodeURIComponent(bookId)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function choices(now: Narrowing, ids: Ids): Html {
  const chosen = now.features ?? [];
  const { bookId: _any, ...ofAnyBook } = now;
  const book = now.bookId ?? ids.bookId ?? 'BOOK';
  return html`<section aria-labelledby="narrow"><h2 id="narrow">Narrow the list</h2>
<p>Each setting is part of the address that you connect to; they can be combined.</p>
<ul class="chips">
${featuresShown.map((feature) => {
  const isOn = chosen.includes(feature);
  const features = isOn ? chosen.filter((one) => one !== feature) : [...chosen, feature];
  return chip({ ...now, features }, `features=${feature}`, isOn);
})}
${chip({ ...now, readOnly: !now.readOnly }, 'read_only=true', now.readOnly === true)}
${chip(now.bookId === undefined ? { ...now, bookId: book } : ofAnyBook, `book=${book}`, now.bookId !== undefined)}
</ul>
${addressOf(now) ? html`<p><a href="mcp">All tools again</a></p>` : ''}</section>`;
}

function chip(leadsTo: Narrowing, name: string, isOn: boolean): Html {
  return html`<li><a class="chip" href="mcp${addressOf(leadsTo)}"${isOn ? html` aria-current="true"` : ''}>${name}</a></li>`;
}

function samples(url: string, key: string): Html {
  const headers = { Authorization: `Bearer ${key}` };
  const cursor = { mcpServers: { fabula: { url, headers } } };
  const code = { servers: { fabula: { type: 'http', url, headers } } };
  return html`${sample(
    'claude',
    'Claude Code',
    `claude mcp add --transport http fabula "${url}" --header "Authorization: Bearer ${key}"`,
  )}
${sample('cursor', 'Cursor: ~/.cursor/mcp.json', JSON.stringify(cursor, null, 2))}
${sample('code', 'VS Code: .vscode/mcp.json', JSON.stringify(code, null, 2))}`;
}

function sectionOf(feature: string, costed: readonly Costed[]): Html[] {
  const own = costed.filter(({ entry }) => entry.feature === feature);
  if (own.length === 0) return [];
  const title = feature.replace(/^./, (first) => first.toUpperCase());
  return [
    html`<section aria-labelledby="feature-${feature}"><h2 id="feature-${feature}">${title}
<small>${own.length} tools, ${number.format(sumOf(own).shown)} tokens</small></h2>
${own.map(toolOf)}</section>`,
  ];
}

function toolOf({ entry: { listing, prepared }, shown, whole }: Costed): Html {
  const { properties = {}, required = [] } = listing.inputSchema;
  return html`<article class="tool" id="${listing.name}">
<h3><a href="#${listing.name}"><code>${listing.name}</code></a></h3>
<p>${prose(listing.description ?? '')}</p>
<p class="facts"><span class="badge ${effectOf(listing)}">${effectOf(listing)}</span> ${prepared.scope ? html`<code>${prepared.scope}</code>` : 'any key'}
<span>${number.format(shown)} tokens (${number.format(whole)} whole)</span></p>
${Object.keys(properties).length > 0 ? html`<p class="facts"><span>Takes</span> ${Object.keys(properties).map((name) => html`<code>${name}${required.includes(name) ? '' : '?'}</code> `)}</p>` : ''}
</article>`;
}

function effectOf({ annotations = {} }: Costed['entry']['listing']): string {
  if (annotations.readOnlyHint) return 'reads';
  return annotations.destructiveHint ? 'destroys' : 'writes';
}
