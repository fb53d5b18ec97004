import { type Exchange, send } from '../../http/exchange.ts';
import { html } from '../../markup.ts';
import { assetPath } from '../explorers/assets.ts';
import { bookPageHeaders } from './book-page.ts';

/** Sends a 404 page. It is the same for missing, private and withdrawn books. */
export function sendNotFound(exchange: Exchange): void {
  const root = '../'.repeat(exchange.path.split('/').length - 2);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${root}${assetPath('reader.css')}">
</head>
<body>
<main class="missing">
<h1>Page not found</h1>
<p>No published book has this address. The link may have a typing error, or the author may have withdrawn the book.</p>
<p>If somebody sent you the link, ask them to check it.</p>
</main>
</body>
</html>
`;
  send(exchange, 404, page.text, 'text/html; charset=utf-8', {
    ...bookPageHeaders,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
}
