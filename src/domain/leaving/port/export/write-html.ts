import { Html, html } from '../../../../markup.ts';
import { proseHtmlPieces } from '../../../../prose/html.ts';
import { contentsWord, directionOf } from '../../../../prose/language.ts';
import { type BookProse, chapterTitle, printableLine, titleOf } from './book-prose.ts';
import { proseStyle } from './book-style.ts';

const style = new Html(`:root { color-scheme: light dark; }
body { max-width: 34em; margin: 0 auto; padding: 2em 1.2em 6em; font: 1.15em/1.6 Georgia, "Iowan Old Style", "Noto Serif", serif; color: #1d1d1b; background: #fdfcf9; }
${proseStyle}h1 { font-size: 2.2em; margin: 3em 0 0.4em; }
h2 { font-size: 1.5em; margin: 4em 0 1.5em; }
header p { text-align: center; text-indent: 0; }
.subtitle { font-style: italic; }
.author { margin-top: 2em; }
nav ol { list-style: none; padding: 0; text-align: center; }
nav li { margin: 0.4em 0; }
@media (prefers-color-scheme: dark) { body { color: #d9d6cf; background: #17181a; } }
@media print { body { max-width: none; padding: 0; color: #000; background: none; font-size: 11pt; } nav { display: none; } section { break-before: page; } }
`);

/** Book as one self-contained HTML page, without scripts and external resources. */
export function* htmlParts({ book, chapters }: BookProse): Generator<string> {
  const [subtitle, author, description] = [book.subtitle, book.author, book.description].map((one) =>
    printableLine(one ?? ''),
  );
  const entries = chapters.map(
    (chapter, index) => html`
<li><a href="#chapter-${index + 1}">${chapterTitle(chapter, index)}</a></li>`,
  );
  yield html`<!doctype html>
<html lang="${book.language}" dir="${directionOf(book.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(book)}</title>${
    author &&
    html`
<meta name="author" content="${author}">`
  }${
    description &&
    html`
<meta name="description" content="${description}">`
  }
<style>
${style}</style>
</head>
<body>
<header>
<h1>${titleOf(book)}</h1>${
    subtitle &&
    html`
<p class="subtitle" role="doc-subtitle">${subtitle}</p>`
  }${
    author &&
    html`
<p class="author">${author}</p>`
  }
</header>${
    entries.length > 1 &&
    html`
<nav role="doc-toc" aria-labelledby="contents">
<h2 id="contents">${contentsWord(book.language)}</h2>
<ol>${entries}
</ol>
</nav>`
  }
<main>
`.text;
  for (const [index, chapter] of chapters.entries()) {
    const id = `chapter-${index + 1}`;
    yield html`<section role="doc-chapter" aria-labelledby="${id}">
<h2 id="${id}">${chapterTitle(chapter, index)}</h2>
`.text;
    yield* proseHtmlPieces(chapter.content, { above: 2, ids: `${id}-` });
    yield '\n</section>\n';
  }
  yield '</main>\n</body>\n</html>\n';
}
