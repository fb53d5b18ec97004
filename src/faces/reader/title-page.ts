import { type Contents, readingMinutes } from '../../domain/leaving/publication/published.ts';
import { type Html, html } from '../../markup.ts';
import type { StaticContent } from '../explorers/document.ts';
import { bookPage } from './book-page.ts';
import { labelsFor, type ReaderLabels } from './labels.ts';

/** The title page: cover, title, description and contents. */
export function titlePage(book: Contents, publicUrl: string): StaticContent {
  const { address, language, title, subtitle, author } = book;
  const words = labelsFor(language);
  const chapters = book.chapters ?? [];
  return bookPage({
    book,
    words,
    title: `${title} — ${author}`,
    path: address,
    links: html`<link rel="next" href="${address}/1">\n`,
    publicUrl,
    body: html`<a class="skip" href="#text">${words.skip}</a>
<main id="text" class="book" tabindex="-1">
<header class="front">
<img class="cover" src="${address}/cover" width="1600" height="2560" alt="${words.cover}">
<div class="about">
<h1 lang="${language}">${title}</h1>
${subtitle !== null && html`<p class="subtitle" lang="${language}">${subtitle}</p>\n`}<p class="author" lang="${language}">${author}</p>
${paragraphsOf(book)}<p class="begin"><a href="${address}/1">${words.begin}</a> <span>${readingTime(words, sumOf(chapters))}</span></p>
</div>
</header>
<nav class="contents" aria-labelledby="contents">
<h2 id="contents">${words.contents}</h2>
<ol>
${chapters.map((chapter, at) => html`<li><a href="${address}/${at + 1}"><span class="name" lang="${language}">${chapter.title}</span> <span class="time">${readingTime(words, chapter.wordCount)}</span></a></li>\n`)}</ol>
</nav>
</main>`,
  });
}

function paragraphsOf({ description, language }: Contents): Html | undefined {
  const paragraphs = (description ?? '').split(/\n\s*\n/).filter((text) => text.trim() !== '');
  if (paragraphs.length === 0) return undefined;
  return html`<div class="description" lang="${language}">${paragraphs.map((text) => html`<p>${text.trim()}</p>\n`)}</div>\n`;
}

function sumOf(chapters: readonly { wordCount: number }[]): number {
  return chapters.reduce((sum, { wordCount }) => sum + wordCount, 0);
}

/** Localized reading time, such as `5 min`. */
function readingTime({ tag }: ReaderLabels, wordCount: number): string {
  const all = readingMinutes(wordCount);
  const [hours, rest] = [Math.floor(all / 60), all % 60];
  const format = (value: number, unit: string) => new Intl.NumberFormat(tag, { style: 'unit', unit }).format(value);
  return [hours > 0 && format(hours, 'hour'), (rest > 0 || hours === 0) && format(rest, 'minute')]
    .filter(Boolean)
    .join(' ');
}
