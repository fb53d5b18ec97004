import { Document, Packer, type Paragraph } from 'docx';
import { strFromU8, unzipSync } from 'fflate';
import { html } from '../../markup.ts';
import { proseTrees } from '../../prose/tree.ts';
import { type BookProse, chapterTitle, printableLine, titleOf } from './book-prose.ts';
import { ManuscriptPage } from './manuscript-page.ts';
import type { Pace } from './pace.ts';
import { passagesOf } from './passages.ts';
import { Archive } from './zip.ts';

/** The library writes synchronously: this many paragraphs take some 30 ms (ours). */
const paragraphsAtATime = 150;

const main = 'word/document.xml';
const facts = 'docProps/core.xml';

/**
 * Book in standard manuscript format. Paragraphs are written in batches, to yield in between, and the bodies are merged
 * into one document. The archive is rebuilt, because the library stores the current time in it.
 */
export async function* docxParts(prose: BookProse, pace: Pace): AsyncGenerator<Uint8Array> {
  const page = new ManuscriptPage(prose.book.language);
  const written = async (paragraphs: Paragraph[]) => {
    const files = unzipSync(await Packer.toBuffer(new Document(page.document(prose, paragraphs))));
    await pace.breathe();
    return files;
  };
  const frame = await written(page.titlePage(prose));
  const archive = new Archive(pace);
  for (const [name, bytes] of Object.entries(frame).sort()) {
    if (name.endsWith('/')) continue;
    if (name === main) yield* archive.file(name, bound(partsOf(bytes), prose, page, written));
    else yield* archive.file(name, [name === facts ? factsOf(prose) : bytes]);
  }
  yield* archive.end();
}

interface Parts {
  before: string;
  body: string;
  behind: string;
}

/** Body of a document, and the rest around it; the page settings come last in a body. */
function partsOf(document: Uint8Array): Parts {
  const xml = strFromU8(document);
  const start = xml.indexOf('<w:body>') + '<w:body>'.length;
  const end = xml.lastIndexOf('<w:sectPr');
  return { before: xml.slice(0, start), body: xml.slice(start, end), behind: xml.slice(end) };
}

async function* bound(
  { before, body, behind }: Parts,
  prose: BookProse,
  page: ManuscriptPage,
  written: (paragraphs: Paragraph[]) => Promise<Record<string, Uint8Array>>,
): AsyncGenerator<string> {
  yield before + body;
  let lot: Paragraph[] = [];
  const bodyOf = async (paragraphs: Paragraph[]) => {
    lot = [];
    return partsOf((await written(paragraphs))[main] ?? new Uint8Array()).body;
  };
  for (const paragraphs of paragraphsOf(prose, page)) {
    lot.push(...paragraphs);
    if (lot.length >= paragraphsAtATime) yield bodyOf(lot);
  }
  if (lot.length > 0) yield bodyOf(lot);
  yield behind;
}

/** In batches. */
function* paragraphsOf({ chapters }: BookProse, page: ManuscriptPage): Generator<Paragraph[]> {
  for (const [index, chapter] of chapters.entries()) {
    yield [page.chapterTitle(chapterTitle(chapter, index))];
    for (const tree of proseTrees(chapter.content))
      yield passagesOf(tree.children).map((passage) => page.passage(passage));
  }
}

function factsOf({ book, changedAt }: BookProse): string {
  return html`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<dc:title>${titleOf(book)}</dc:title>
<dc:creator>${printableLine(book.author)}</dc:creator>
<dc:language>${book.language}</dc:language>
<dcterms:created xsi:type="dcterms:W3CDTF">${book.createdAt.toISOString()}</dcterms:created>
<dcterms:modified xsi:type="dcterms:W3CDTF">${changedAt.toISOString()}</dcterms:modified>
</cp:coreProperties>
`.text;
}
