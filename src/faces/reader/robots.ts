import { publicBooks } from '../../domain/leaving/publication/published.ts';
import { withTimeout } from '../../limits/operation-time.ts';
import { html } from '../../markup.ts';
import type { Sql } from '../../sql/connect.ts';
import { type Page, sendFresh, staticPage } from '../explorers/document.ts';

/** Books in the sitemap, most recently published first (ours; sitemaps.org allows 50,000). */
const booksMax = 5_000;

/** robots.txt and sitemap.xml. Search engines may index books only. */
export function robotsPages(read: Sql, publicUrl: () => string): [path: string, page: Page][] {
  const rules = () =>
    `User-agent: *\nAllow: /read/\nAllow: /assets/\nDisallow: /\n\nSitemap: ${publicUrl()}/sitemap.xml\n`;
  const sitemap: Page = async (exchange) => {
    const books = await withTimeout(publicBooks(read, booksMax));
    const text = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${books.map(({ slug, publishedAt }) => html`<url><loc>${publicUrl()}/read/${slug}</loc><lastmod>${publishedAt.toISOString()}</lastmod></url>\n`)}</urlset>
`.text;
    await sendFresh(exchange, text, { type: 'application/xml; charset=utf-8', headers: {} });
  };
  return [
    ['/robots.txt', staticPage(rules, 'text/plain; charset=utf-8')],
    ['/sitemap.xml', sitemap],
  ];
}
