import { Html, html } from '../../../../markup.ts';
import { proseHtmlPieces } from '../../../../prose/html.ts';
import { contentsWord, directionOf } from '../../../../prose/language.ts';
import type { Book } from '../../../story/book/store.ts';
import { type BookProse, type ChapterProse, chapterTitle, printableLine, titleOf } from './book-prose.ts';

/** A page of an EPUB in parts; its body is made on demand. */
function* page({ language }: Book, title: string, body: Iterable<Html>): Generator<string> {
  const direction = directionOf(language);
  yield html`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}" dir="${direction}">
<head>
<title>${title}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
`.text;
  for (const part of body) yield part.text;
  yield '\n</body>\n</html>\n';
}

export function titlePage({ book }: BookProse): Generator<string> {
  const [subtitle, author] = [printableLine(book.subtitle ?? ''), printableLine(book.author)];
  const body = html`<section epub:type="titlepage" class="title-page">
<h1>${titleOf(book)}</h1>${
    subtitle &&
    html`
<p epub:type="subtitle" role="doc-subtitle" class="subtitle">${subtitle}</p>`
  }${
    author &&
    html`
<p class="author">${author}</p>`
  }
</section>`;
  return page(book, titleOf(book), [body]);
}

/** Table of contents, and the landmarks of title page, contents and first chapter. */
export function navigation({ book, chapters }: BookProse, names: readonly string[]): Generator<string> {
  const heading = contentsWord(book.language);
  const entries = chapters.map(
    (chapter, index) => html`
<li><a href="${names[index] ?? ''}">${chapterTitle(chapter, index)}</a></li>`,
  );
  const [opening] = chapters;
  const first =
    opening &&
    html`
<li><a epub:type="bodymatter" href="${names[0] ?? ''}">${chapterTitle(opening, 0)}</a></li>`;
  const body = html`<nav epub:type="toc" role="doc-toc" id="toc" aria-labelledby="contents">
<h1 id="contents">${heading}</h1>
<ol>
<li><a href="title.xhtml">${titleOf(book)}</a></li>${entries}
</ol>
</nav>
<nav epub:type="landmarks" hidden="hidden">
<ol>
<li><a epub:type="titlepage" href="title.xhtml">${titleOf(book)}</a></li>
<li><a epub:type="toc" href="#toc">${heading}</a></li>${first}
</ol>
</nav>`;
  return page(book, heading, [body]);
}

export function chapterPage(book: Book, chapter: ChapterProse, index: number): Generator<string> {
  const title = chapterTitle(chapter, index);
  return page(book, title, bodyOf(title, chapter.content));
}

function* bodyOf(title: string, content: string): Generator<Html> {
  yield html`<section epub:type="chapter" role="doc-chapter" aria-labelledby="title">
<h1 id="title">${title}</h1>
`;
  for (const piece of proseHtmlPieces(content, { hasEpubTypes: true })) yield new Html(piece);
  yield html`
</section>`;
}
