import type { PublishedChapter } from '../../domain/leaving/publication/published.ts';
import { type Html, html } from '../../markup.ts';
import type { StaticContent } from '../explorers/document.ts';
import { bookPage } from './book-page.ts';
import { labelsFor, type ReaderLabels, typesettingOf } from './labels.ts';

/** A chapter page with its prose, links to its neighbours, and to its audio if there is one. */
export function chapterPage(
  chapter: PublishedChapter,
  prose: Html,
  publicUrl: string,
  audioUrl: string | undefined,
): StaticContent {
  const { address, language, number, lastNumber, title, chapterTitle } = chapter;
  const words = labelsFor(language);
  return bookPage({
    book: chapter,
    words,
    title: `${chapterTitle} — ${title}`,
    path: `${address}/${number}`,
    links: html`${number > 1 && html`<link rel="prev" href="${number - 1}">\n`}${number < lastNumber && html`<link rel="next" href="${number + 1}">\n`}`,
    publicUrl,
    body: html`<a class="skip" href="#text">${words.skip}</a>
<header class="running">
<a href="../${address}"><span lang="${language}">${title}</span></a>
<span class="place">${placeOf(words, chapter)}</span>
<progress value="${number}" max="${lastNumber}" aria-hidden="true"></progress>
</header>
<main id="text" tabindex="-1">
<article lang="${language}">
<h1>${chapterTitle}</h1>
${audioUrl !== undefined && html`<audio controls preload="none" src="${audioUrl}" aria-label="${words.listen}" lang="${words.tag}"></audio>\n`}<div class="prose${typesettingOf(language).hasCapitals && ' initial'}">
${prose}
</div>
</article>
</main>
${navigation(words, chapter)}`,
  });
}

function placeOf({ tag, place }: ReaderLabels, { number, lastNumber }: PublishedChapter): string {
  const format = new Intl.NumberFormat(tag);
  return place(format.format(number), format.format(lastNumber));
}

function navigation(
  words: ReaderLabels,
  { address, language, number, previousTitle, nextTitle }: PublishedChapter,
): Html {
  const link = (rel: 'prev' | 'next', to: number, label: string, title: string) =>
    html`<a class="${rel}" rel="${rel}" href="${to}"><span>${label}</span> <strong lang="${language}">${title}</strong></a>\n`;
  return html`<nav class="turns">
${previousTitle !== null && link('prev', number - 1, words.previous, previousTitle)}<a class="index" href="../${address}#contents">${words.contents}</a>
${nextTitle === null ? html`<p class="end">${words.end}</p>\n` : link('next', number + 1, words.next, nextTitle)}</nav>`;
}
