import { createHash } from 'node:crypto';
import { type Html, html } from '../../../../markup.ts';
import { directionOf } from '../../../../prose/language.ts';
import type { CoverFile } from '../../../making/cover/cover.ts';
import { type BookProse, printableLine, titleOf } from './book-prose.ts';

/** Location of the package (EPUB OCF 3.3, 4.2.6.3). */
export const container = html`<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`.text;

/** Metadata and files of the book, in reading order (EPUB 3.3, 5). */
export function packageOf(prose: BookProse, cover: CoverFile & { name: string }, chapters: readonly string[]): string {
  const { book } = prose;
  const files = chapters.map(
    (name) => html`
    <item id="${idOf(name)}" href="${name}" media-type="application/xhtml+xml"/>`,
  );
  const order = chapters.map(
    (name) => html`
    <itemref idref="${idOf(name)}"/>`,
  );
  return html`<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${book.language}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadataOf(prose)}
    <meta name="cover" content="cover"/>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="style" href="style.css" media-type="text/css"/>
    <item id="cover" href="${cover.name}" media-type="${cover.mediaType}" properties="cover-image"/>
    <item id="title-page" href="title.xhtml" media-type="application/xhtml+xml"/>${files}
  </manifest>
  <spine page-progression-direction="${directionOf(book.language)}">
    <itemref idref="title-page"/>
    <itemref idref="nav"/>${order}
  </spine>
</package>
`.text;
}

function idOf(fileName: string): string {
  return fileName.replace(/\..*/, '');
}

function metadataOf({ book, changedAt }: BookProse): Html {
  const [subtitle, author, description] = [book.subtitle, book.author, book.description].map((one) =>
    printableLine(one ?? ''),
  );
  return html`
    <dc:identifier id="id">urn:uuid:${uuidOf(book.id)}</dc:identifier>
    <dc:title id="title">${titleOf(book)}</dc:title>
    <meta refines="#title" property="title-type">main</meta>${
      subtitle &&
      html`
    <dc:title id="subtitle">${subtitle}</dc:title>
    <meta refines="#subtitle" property="title-type">subtitle</meta>`
    }${
      author &&
      html`
    <dc:creator id="author">${author}</dc:creator>
    <meta refines="#author" property="role" scheme="marc:relators">aut</meta>`
    }
    <dc:language>${book.language}</dc:language>${
      description &&
      html`
    <dc:description>${description}</dc:description>`
    }
    <meta property="dcterms:modified">${changedAt.toISOString().replace(/\.\d+/, '')}</meta>
    <meta property="schema:accessMode">textual</meta>
    <meta property="schema:accessModeSufficient">textual</meta>
    <meta property="schema:accessibilityFeature">displayTransformability</meta>
    <meta property="schema:accessibilityFeature">readingOrder</meta>
    <meta property="schema:accessibilityFeature">structuralNavigation</meta>
    <meta property="schema:accessibilityFeature">tableOfContents</meta>
    <meta property="schema:accessibilityHazard">none</meta>
    <meta property="schema:accessibilitySummary">All of the book is text that can be resized, recoloured and read aloud, under headings and with a table of contents. The cover is the only picture.</meta>`;
}

/** Stable per book, so that reading programs recognize a newer file; version 8 of RFC 9562, from a hash of the id. */
function uuidOf(bookId: string): string {
  const hex = createHash('sha256').update(bookId).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
