import type { Exchange } from '../../http/exchange.ts';
import { type Html, html } from '../../markup.ts';
import { assetPath } from './assets.ts';
import { sendFresh } from './document.ts';

/** Links of the header. They are relative, because a proxy may serve the service under a path. */
const navigation = [
  ['graphql', 'GraphQL'],
  ['docs', 'REST'],
  ['mcp', 'MCP'],
  ['schema', 'Schema'],
] as const;
type NavigationPath = (typeof navigation)[number][0] | './';

interface Layout {
  title: string;
  place: NavigationPath;
  body: Html;
  /** Styles and scripts of this page only. */
  styles?: readonly string[];
  scripts?: readonly string[];
  /** Content of the header next to the navigation. */
  tools?: Html;
  /** `bare` omits our styles, for pages of third parties. `whole` also fills the window. */
  look?: 'own' | 'bare' | 'whole';
}

type Policy = Readonly<Record<string, string>>;

/** Content security policy: same origin only, nothing inline, no framing. */
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

/** Headers of a page. `wider` replaces directives of the policy, for third-party explorers. */
export function pageHeaders(wider: Policy = {}): Record<string, string> {
  const policy = Object.entries({ ...strict, ...wider }).map(([name, value]) => `${name} ${value}`);
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    vary: 'accept',
  };
}

export const htmlType = 'text/html; charset=utf-8';

/** Sends a page. Pages are the same for all callers: only the browser holds the session key. */
export async function sendPage(exchange: Exchange, page: Html, wider: Policy = {}): Promise<void> {
  await sendFresh(exchange, page.text, { type: htmlType, headers: pageHeaders(wider) });
}

/** Shell of every page: header, content, and a live region for screen readers. */
export function layout({ title, place, body, styles = [], scripts = [], tools, look = 'own' }: Layout): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${assetPath('favicon.svg')}">
${[...styles, 'fabula.css', 'sign-in.css', ...(look === 'own' ? ['pages.css'] : [])].map((name) => html`<link rel="stylesheet" href="${assetPath(name)}">\n`)}<script src="${assetPath('fabula.js')}"></script>
<script src="${assetPath('sign-in.js')}"></script>
${scripts.map((name) => html`<script src="${assetPath(name)}" defer></script>\n`)}</head>
<body class="${look === 'whole' ? 'bare whole' : look}">
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="./"${current(place, './')}>${mark}<span>Fabula</span></a>
<nav class="places" aria-label="Explorers">${navigation.map(([path, name]) => html`<a href="${path}"${current(place, path)}>${name}</a>`)}</nav>
${tools}<span id="session"></span>${look === 'whole' ? '' : html`<button type="button" class="quiet" id="theme" hidden>Dark</button>`}
</header>
<main id="content" tabindex="-1">
${body}
</main>
<p id="announcement" class="unseen" role="status" aria-live="polite"></p>
</body>
</html>
`;
}

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M16 9C12 5 7 5 3 6v19c4-1 9-1 13 3 4-4 9-4 13-3V6c-4-1-9-1-13 3z"/><path d="M16 9v19"/></svg>`;

function current(place: NavigationPath, path: NavigationPath): Html | undefined {
  return place === path ? html` aria-current="page"` : undefined;
}

/** Placeholder for the key in a sample of a configuration file. */
export const placeholder = 'YOUR_KEY';

/**
 * A line with a copy button. newest-ids.js replaces BOOK_ID and similar by ids of the newest book. Without scripts, the line
 * has no button and can be selected.
 */
export function sample(id: string, about: string, line: string): Html {
  return html`<figure class="sample">
<figcaption id="${id}-about">${about}</figcaption>
<div><pre><code id="${id}" data-ids>${line}</code></pre>
<button type="button" data-copy="${id}" aria-describedby="${id}-about" hidden>Copy</button></div>
</figure>`;
}
