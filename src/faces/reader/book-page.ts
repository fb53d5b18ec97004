import type { PublishedBook } from '../../domain/leaving/publication/published.ts';
import { clipped } from '../../errors.ts';
import { type Html, html } from '../../markup.ts';
import { assetPath } from '../explorers/assets.ts';
import { type StaticContent, staticContent } from '../explorers/document.ts';
import { type ReaderLabels, typesettingOf } from './labels.ts';

/** Length of the description for search engines and link previews, characters (ours). */
const summaryMax = 200;

interface BookPage {
  book: PublishedBook;
  words: ReaderLabels;
  /** Title of the browser tab, and for search engines. */
  title: string;
  /** Path below `/read/`. */
  path: string;
  /** `<link>` elements to the neighbouring pages. */
  links?: Html | undefined;
  publicUrl: string;
  body: Html;
}

/** Content security policy: no scripts, nothing from other origins. */
const policy = [
  "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

export const bookPageHeaders: Record<string, string> = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  vary: 'accept',
};

/** Only public books may be indexed. */
export function robotsHeader({ visibility }: Pick<PublishedBook, 'visibility'>): Record<string, string> {
  return visibility === 'public' ? {} : { 'x-robots-tag': 'noindex' };
}

/** A page of a book, ready to send. Links are relative: a proxy may serve the service under a path. */
export function bookPage({ book, words, title, path, links, publicUrl, body }: BookPage): StaticContent {
  const root = '../'.repeat(path.split('/').length);
  const url = `${publicUrl}/read/${path}`;
  const summary = clipped((book.description ?? book.subtitle ?? '').replace(/\s+/g, ' ').trim(), summaryMax);
  const page = html`<!doctype html>
<html lang="${words.tag}" dir="${typesettingOf(book.language).dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="author" content="${book.author}">
${summary && html`<meta name="description" content="${summary}">\n`}${book.visibility !== 'public' && html`<meta name="robots" content="noindex">\n`}<meta property="og:type" content="book">
<meta property="og:title" content="${title}">
${summary && html`<meta property="og:description" content="${summary}">\n`}<meta property="og:url" content="${url}">
<meta property="book:author" content="${book.author}">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${url}">
${links}<link rel="icon" type="image/svg+xml" href="${root}${assetPath('favicon.svg')}">
<link rel="stylesheet" href="${root}${assetPath('reader.css')}">
</head>
<body>
${body}
</body>
</html>
`;
  return staticContent(Buffer.from(page.text), 'text/html; charset=utf-8', {
    ...bookPageHeaders,
    ...robotsHeader(book),
  });
}
