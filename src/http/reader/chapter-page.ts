import { setImmediate as turn } from 'node:timers/promises';
import type { PublishedChapter } from '../../domain/publication/reading.ts';
import { Html, html } from '../../markup.ts';
import { proseHtmlPieces } from '../../prose/html.ts';
import type { Kept } from '../pages/document.ts';
import { sheetOf } from './sheet.ts';
import { settingOf, type Words, wordsFor } from './words.ts';

/** A chapter to read, with the ways to the ones beside it; `audioUrl` where it can be listened to. */
export async function chapterPage(
  chapter: PublishedChapter,
  publicUrl: string,
  audioUrl: string | undefined,
): Promise<Kept> {
  const { slug, language, number, lastNumber, title, chapterTitle, body } = chapter;
  const words = wordsFor(language);
  const prose = await proseOf(body ?? '');
  return sheetOf({
    book: chapter,
    words,
    title: `${chapterTitle} — ${title}`,
    path: `${slug}/${number}`,
    links: html`${number > 1 && html`<link rel="prev" href="${number - 1}">\n`}${number < lastNumber && html`<link rel="next" href="${number + 1}">\n`}`,
    publicUrl,
    body: html`<a class="skip" href="#text">${words.skip}</a>
<header class="running">
<a href="../${slug}"><span lang="${language}">${title}</span></a>
<span class="place">${placeOf(words, chapter)}</span>
<progress value="${number}" max="${lastNumber}" aria-hidden="true"></progress>
</header>
<main id="text" tabindex="-1">
<article lang="${language}">
<h1>${chapterTitle}</h1>
${audioUrl !== undefined && html`<audio controls preload="none" src="${audioUrl}" aria-label="${words.listen}" lang="${words.tag}"></audio>\n`}<div class="prose${settingOf(language).hasCapitals && ' initial'}">
${prose}
</div>
</article>
</main>
${turns(words, chapter)}`,
  });
}

function placeOf({ tag, place }: Words, { number, lastNumber }: PublishedChapter): string {
  const written = new Intl.NumberFormat(tag);
  return place(written.format(number), written.format(lastNumber));
}

function turns(words: Words, { slug, language, number, previousTitle, nextTitle }: PublishedChapter): Html {
  const turn = (rel: 'prev' | 'next', to: number, label: string, title: string) =>
    html`<a class="${rel}" rel="${rel}" href="${to}"><span>${label}</span> <strong lang="${language}">${title}</strong></a>\n`;
  return html`<nav class="turns">
${previousTitle !== null && turn('prev', number - 1, words.previous, previousTitle)}<a class="index" href="../${slug}#contents">${words.contents}</a>
${nextTitle === null ? html`<p class="end">${words.end}</p>\n` : turn('next', number + 1, words.next, nextTitle)}</nav>`;
}

/** Others have their turn between the pieces of a long text. */
async function proseOf(markdown: string): Promise<Html> {
  let text = '';
  for (const piece of proseHtmlPieces(markdown)) {
    text += piece;
    await turn();
  }
  return new Html(text);
}
