import { type Html, html } from '../../markup.ts';
import type { Exchange } from '../exchange.ts';
import { assetPath } from './assets.ts';
import { sendFresh } from './document.ts';

/** Where the header leads. Links are relative: a proxy may have put the service under a path. */
const places = [
  ['graphql', 'GraphQL'],
  ['docs', 'REST'],
  ['mcp', 'MCP'],
  ['schema', 'Schema'],
] as const;
export type Place = (typeof places)[number][0] | './';

export interface Layout {
  title: string;
  place: Place;
  body: Html;
  /** Names of styles and scripts of this page alone. */
  styles?: readonly string[];
  scripts?: readonly string[];
  /** What stands in the header beside the places. */
  tools?: Html;
  /** What others made has type and sizes of its own: `bare` is without ours, `whole` fills the window besides. */
  look?: 'own' | 'bare' | 'whole';
}

export type Policy = Readonly<Record<string, string>>;

/** What a page may load: itself and its own service. Nothing inline, nothing from elsewhere, in nobody’s frame. */
const strict: Policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Sends a page; `widened` is what an explorer of others cannot do without. */
export async function sendPage(
  exchange: Exchange,
  page: Html,
  { isPrivate, widened = {} }: { isPrivate: boolean; widened?: Policy },
): Promise<void> {
  const policy = Object.entries({ ...strict, ...widened }).map(([name, value]) => `${name} ${value}`);
  await sendFresh(exchange, page.text, {
    type: 'text/html; charset=utf-8',
    isPrivate,
    headers: {
      'content-security-policy': policy.join('; '),
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      vary: 'accept, host, origin, sec-fetch-site',
    },
  });
}

/** The shell of every page: header, content, and the place where a screen reader hears what a button did. */
export function layout({ title, place, body, styles = [], scripts = [], tools, look = 'own' }: Layout): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${assetPath('favicon.svg')}">
${[...styles, 'fabula.css', ...(look === 'own' ? ['pages.css'] : [])].map((name) => html`<link rel="stylesheet" href="${assetPath(name)}">\n`)}<script src="${assetPath('fabula.js')}"></script>
${scripts.map((name) => html`<script src="${assetPath(name)}" defer></script>\n`)}</head>
<body class="${look === 'whole' ? 'bare whole' : look}">
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="./"${current(place, './')}>${mark}<span>Fabula</span></a>
<nav class="places" aria-label="Explorers">${places.map(([path, name]) => html`<a href="${path}"${current(place, path)}>${name}</a>`)}</nav>
${tools}${look === 'whole' ? '' : html`<button type="button" class="quiet" id="theme" hidden>Dark</button>`}
</header>
<main id="content" tabindex="-1">
${body}
</main>
<p id="said" class="unseen" role="status" aria-live="polite"></p>
</body>
</html>
`;
}

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M16 9C12 5 7 5 3 6v19c4-1 9-1 13 3 4-4 9-4 13-3V6c-4-1-9-1-13 3z"/><path d="M16 9v19"/></svg>`;

function current(place: Place, path: Place): Html | undefined {
  return place === path ? html` aria-current="page"` : undefined;
}

/** A line to copy. Without scripts it can be marked and copied by hand. */
export function sample(id: string, about: string, line: string): Html {
  return html`<figure class="sample">
<figcaption id="${id}-about">${about}</figcaption>
<div><pre><code id="${id}">${line}</code></pre>
<button type="button" data-copy="${id}" aria-describedby="${id}-about" hidden>Copy</button></div>
</figure>`;
}
