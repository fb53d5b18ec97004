import { Document, Packer, type Paragraph } from 'docx';
import { strFromU8, unzipSync } from 'fflate';
import { html } from '../../markup.ts';
import { proseTrees } from '../../prose/tree.ts';
import { type BookProse, chapterTitle, shown, titleOf } from './book-prose.ts';
import { ManuscriptPage } from './manuscript-page.ts';
import type { Pace } from './pace.ts';
import { passagesOf } from './passages.ts';
import { Archive } from './zip.ts';

/** The library writes a document in one go: so many paragraphs take it some 30 ms (ours). */
const paragraphsAtATime = 150;

const main = 'word/document.xml';
const facts = 'docProps/core.xml';

/**
 * A book in standard manuscript format. The library would hold up everybody else with a whole book, so it writes the paragraphs in
 * lots, whose bodies are then put into one document; and its files are packed anew, because it notes the time of day in them.
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

/** What is written for the body of a document, and what stands around that; the last thing in a body says how its pages are. */
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

/** Some at a time. */
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
<dc:creator>${shown(book.author)}</dc:creator>
<dc:language>${book.language}</dc:language>
<dcterms:created xsi:type="dcterms:W3CDTF">${book.createdAt.toISOString()}</dcterms:created>
<dcterms:modified xsi:type="dcterms:W3CDTF">${changedAt.toISOString()}</dcterms:modified>
</cp:coreProperties>
`.text;
}
