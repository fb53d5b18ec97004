import { dataFor, html } from '../../markup.ts';
import type { Service } from '../../service.ts';
import type { Exchange } from '../exchange.ts';
import { offeredKey, placeholder } from './key.ts';
import { layout, sendPage } from './layout.ts';

/** Its sizes are style attributes, its signs pictures within its styles. */
const widened = { 'style-src': "'self' 'unsafe-inline'" };

/** The OpenAPI reference, to read and to try: Swagger UI with the service's own document. */
export async function referencePage(exchange: Exchange, service: Service): Promise<void> {
  const offered = await offeredKey(exchange, service);
  const page = layout({
    title: 'REST reference · Fabula',
    place: 'docs',
    look: 'bare',
    styles: ['swagger-ui.css', 'reference.css'],
    scripts: ['swagger-ui.js', 'reference-start.js'],
    body: html`<h1 class="unseen">REST reference</h1>
${
  offered
    ? html`<p class="note">The first key of this machine is filled in. Open an operation, press <em>Try it out</em>, then <em>Execute</em>: it acts on your own books.</p>`
    : html`<p class="note">To try an operation, press <em>Authorize</em> and enter a key in place of <code>${placeholder}</code>.</p>`
}
<div id="reference"><noscript>The reference needs JavaScript. <a href="openapi.json">The OpenAPI document</a> does not.</noscript></div>
${dataFor('settings', { key: offered?.key ?? null })}`,
  });
  await sendPage(exchange, page, { isPrivate: offered !== undefined, widened });
}
