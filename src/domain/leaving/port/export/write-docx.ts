import { Document, Packer } from 'docx';
import { strFromU8, unzipSync } from 'fflate';
import type { RootContent } from 'hast';
import { html } from '../../../../markup.ts';
import { notesIn } from '../../../../prose/notes.ts';
import { proseTrees } from '../../../../prose/tree.ts';
import { passagesOf } from '../formats/passages.ts';
import type { Pace } from '../pace.ts';
import { type BookProse, chapterTitle, printableLine, titleOf } from './book-prose.ts';
import { ChapterNotes, type NoteBodies } from './manuscript-notes.ts';
import { type Block, ManuscriptPage } from './manuscript-page.ts';
import { marksOf } from './marks.ts';
import { type Comment, Numbers, Tracks } from './tracks.ts';
import { Archive } from './zip.ts';

/** The library writes synchronously: this many paragraphs take some 30 ms (ours). */
const blocksAtATime = 150;

const main = 'word/document.xml';
const notesFile = 'word/footnotes.xml';
const facts = 'docProps/core.xml';

/**
 * Book in standard manuscript format. Blocks are written in batches, to yield in between, and the bodies and footnotes are
 * merged into one document. The archive is rebuilt, because the library stores the current time in it.
 */
export async function* docxParts(prose: BookProse, pace: Pace): AsyncGenerator<Uint8Array> {
  const page = new ManuscriptPage(prose.book.language);
  const tracks = tracksOf(prose);
  const written = async ({ blocks, notes, comments = [] }: Lot): Promise<Files> => {
    const files = unzipSync(await Packer.toBuffer(new Document(page.document(prose, blocks, notes, comments))));
    await pace.breathe();
    return files;
  };
  const comments = tracks.flatMap((one) => one?.comments ?? []);
  const frame = await written({ blocks: page.titlePage(prose), notes: new Map(), comments });
  const archive = new Archive(pace);
  const footnotes: string[] = [];
  // The text comes before the footnotes, which are written with it.
  for (const [name, bytes] of Object.entries(frame).sort()) {
    if (name.endsWith('/')) continue;
    if (name === main) yield* archive.file(name, bound(bytes, lotsOf(prose, page, tracks), written, footnotes));
    else if (name === notesFile) yield* archive.file(name, withFootnotes(bytes, footnotes));
    else yield* archive.file(name, [name === facts ? factsOf(prose) : bytes]);
  }
  yield* archive.end();
}

type Files = Record<string, Uint8Array>;

/** What is written at once. */
interface Lot {
  blocks: Block[];
  notes: NoteBodies;
  comments?: readonly Comment[];
}

/** Body of a document, and the rest around it; the page settings come last in a body. */
function partsOf(document: Uint8Array): { before: string; body: string; behind: string } {
  const xml = strFromU8(document);
  const start = xml.indexOf('<w:body>') + '<w:body>'.length;
  const end = xml.lastIndexOf('<w:sectPr');
  return { before: xml.slice(0, start), body: xml.slice(start, end), behind: xml.slice(end) };
}

async function* bound(
  frame: Uint8Array,
  lots: Iterable<Lot>,
  written: (lot: Lot) => Promise<Files>,
  footnotes: string[],
): AsyncGenerator<string> {
  const { before, body, behind } = partsOf(frame);
  yield before + body;
  for (const lot of lots) {
    const files = await written(lot);
    footnotes.push(footnotesIn(files[notesFile]));
    yield partsOf(files[main] ?? new Uint8Array()).body;
  }
  yield behind;
}

/** Footnotes of a document, without the lines above them, which the library counts as footnotes. */
function footnotesIn(document: Uint8Array | undefined): string {
  const xml = document ? strFromU8(document) : '';
  const start = xml.search(/<w:footnote w:id="[1-9]/);
  return start < 0 ? '' : xml.slice(start, xml.lastIndexOf('</w:footnotes>'));
}

function* withFootnotes(frame: Uint8Array, footnotes: readonly string[]): Generator<string> {
  const xml = strFromU8(frame);
  const end = xml.lastIndexOf('</w:footnotes>');
  yield xml.slice(0, end);
  yield* footnotes;
  yield xml.slice(end);
}

/** Changes and comments by chapter; undefined where none are shown. */
function tracksOf({ book, chapters }: BookProse): (Tracks | undefined)[] {
  const numbers = new Numbers();
  return chapters.map(({ content, review }) => {
    if (!review) return undefined;
    const marks = marksOf(review, content, book.language);
    const inText = (markdown: string) =>
      [...nodesOf(markdown)].flatMap((node) => (node.type === 'element' && notesIn(node) ? [] : passagesOf([node])));
    return new Tracks(content, marks, numbers, inText);
  });
}

function* lotsOf(
  { chapters }: BookProse,
  page: ManuscriptPage,
  allTracks: readonly (Tracks | undefined)[],
): Generator<Lot> {
  let lot: Block[] = [];
  let notes = new ChapterNotes();
  for (const [index, chapter] of chapters.entries()) {
    const tracks = allTracks[index];
    lot.push(page.chapterTitle(chapterTitle(chapter, index), tracks?.onTitle));
    let isFirst = true;
    for (const node of nodesOf(tracks?.markdown ?? chapter.content)) {
      const bodies = node.type === 'element' ? notesIn(node) : undefined;
      if (bodies) {
        yield {
          blocks: lot,
          notes: notes.bodies(bodies.map((body) => page.note(passagesOf(body), { notes, tracks }))),
        };
        lot = [];
      }
      for (const passage of bodies ? [] : passagesOf([node])) {
        lot.push(...page.passage(passage, { notes, tracks }, isFirst));
        isFirst = passage.kind === 'heading' || passage.kind === 'scene break';
      }
      if (lot.length < blocksAtATime) continue;
      yield { blocks: lot, notes: new Map() };
      lot = [];
    }
    notes = notes.next();
  }
  if (lot.length > 0) yield { blocks: lot, notes: new Map() };
}

function* nodesOf(content: string): Generator<RootContent> {
  for (const { children } of proseTrees(content)) yield* children;
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
