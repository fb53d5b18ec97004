import type { PublishedBook } from '../../domain/publication/reading.ts';
import { clipped } from '../../errors.ts';
import { type Html, html } from '../../markup.ts';
import { assetPath } from '../pages/assets.ts';
import { type Kept, keptOf } from '../pages/document.ts';
import { settingOf, type Words } from './words.ts';

/** Characters of a description that search engines and messengers show (ours). */
const summaryMax = 200;

export interface Sheet {
  book: PublishedBook;
  words: Words;
  /** As the tab and search engines show it. */
  title: string;
  /** Below `/read/`; the pages it belongs between lie beside it. */
  path: string;
  links?: Html | undefined;
  publicUrl: string;
  body: Html;
}

/** A page has no scripts, and nothing comes from elsewhere. */
const policy = [
  "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

export const sheetHeaders: Record<string, string> = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  vary: 'accept',
};

/** What search engines are told: only what is public may be found by others than those who have the link. */
export function robotsHeader({ visibility }: PublishedBook): Record<string, string> {
  return visibility === 'public' ? {} : { 'x-robots-tag': 'noindex' };
}

/** A page of a book, ready to be sent. Links are relative: a proxy may have put the service under a path. */
export function sheetOf({ book, words, title, path, links, publicUrl, body }: Sheet): Kept {
  const root = '../'.repeat(path.split('/').length);
  const url = `${publicUrl}/read/${path}`;
  const summary = clipped((book.description ?? book.subtitle ?? '').replace(/\s+/g, ' ').trim(), summaryMax);
  const page = html`<!doctype html>
<html lang="${words.tag}" dir="${settingOf(book.language).dir}">
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
  return keptOf(Buffer.from(page.text), 'text/html; charset=utf-8', { ...sheetHeaders, ...robotsHeader(book) });
}
