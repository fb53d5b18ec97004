import { html } from '../../markup.ts';
import { type Exchange, send } from '../exchange.ts';
import { assetPath } from '../pages/assets.ts';
import { sheetHeaders } from './sheet.ts';

/** Tells a reader that there is nothing, and not whether there ever was. */
export function sendNotThere(exchange: Exchange): void {
  const root = '../'.repeat(exchange.path.split('/').length - 2);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing to read here</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${root}${assetPath('reader.css')}">
</head>
<body>
<main class="missing">
<h1>Nothing to read here</h1>
<p>There is no book at this address that you can read. The link may have a slip in it, or the author may show the book to nobody just now.</p>
<p>If somebody gave you the link, ask them for it again.</p>
</main>
</body>
</html>
`;
  send(exchange, 404, page.text, 'text/html; charset=utf-8', {
    ...sheetHeaders,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
}
