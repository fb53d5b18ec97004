import type { Exchange } from '../../http/exchange.ts';
import { html } from '../../markup.ts';
import { layout, sendPage } from './layout.ts';

/** Swagger UI uses inline styles and data URLs for icons. */
const widerPolicy = { 'style-src': "'self' 'unsafe-inline'" };

/** The OpenAPI reference: Swagger UI with the service's own document. */
export async function referencePage(exchange: Exchange): Promise<void> {
  const page = layout({
    title: 'REST reference · Fabula',
    place: 'docs',
    look: 'bare',
    styles: ['swagger-ui.css', 'reference.css'],
    scripts: ['newest-ids.js', 'swagger-ui.js', 'reference-start.js'],
    body: html`<h1 class="unseen">REST reference</h1>
<p class="note">To try an operation, <span class="when-out">sign in and </span>open it. Then press <em>Try it out</em> and <em>Execute</em>. It acts on your own books.</p>
<div id="reference"><noscript>The reference needs JavaScript. <a href="openapi.json">The OpenAPI document</a> does not.</noscript></div>`,
  });
  await sendPage(exchange, page, widerPolicy);
}
