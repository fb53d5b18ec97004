import type { Nodes } from 'hast';
import { describe, expect, it } from 'vitest';
import { htmlParts } from '../../src/domain/leaving/port/export/write-html.ts';
import { scriptOf } from '../../src/domain/making/narration/passages.ts';
import { notesIn } from '../../src/prose/notes.ts';
import { plainBlocks } from '../../src/prose/plain.ts';
import { proseTree } from '../../src/prose/tree.ts';
import { bookOf, docxFiles, epubFiles } from '../support/book-files.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { proseShapes, proseSoups } from '../support/prose-shapes.ts';

const settings = { numRuns: proof(200, 10_000) };
const timeout = 300_000;

const wordsIn = (text: string) => text.match(/w\d+w/g) ?? [];

function shown(markdown: string): { body: string[]; notes: string[][] } {
  const found: { body: string[]; notes: string[][] } = { body: [], notes: [] };
  const walk = (node: Nodes): string => {
    if (node.type === 'text') return node.value;
    if (node.type === 'element') {
      const notes = notesIn(node);
      if (notes) found.notes = notes.map((body) => wordsIn(body.map(walk).join('\n')));
      if (notes) return '';
    }
    return 'children' in node ? node.children.map((child) => walk(child as Nodes)).join('') : '';
  };
  found.body = wordsIn(walk(proseTree(markdown)));
  return found;
}

const numberOf = (word: string) => Number(word.slice(1, -1));
const isAscending = (words: readonly string[]) =>
  words.every((word, index) => index === 0 || numberOf(words[index - 1] ?? '') < numberOf(word));

describe('the tree of a text (import-export.md)', () => {
  it('has its words once and in order, and apart from them those of its notes', { timeout }, () => {
    fc.assert(
      fc.property(proseShapes, ({ markdown, body, notes }) => {
        expect(shown(markdown)).toEqual({ body, notes });
      }),
      settings,
    );
  });

  it('has every word once, whatever stands between them', { timeout }, () => {
    fc.assert(
      fc.property(proseSoups, ({ markdown, count }) => {
        const { body, notes } = shown(markdown);
        expect([...body, ...notes.flat()].map(numberOf).sort((a, b) => a - b)).toEqual(
          Array.from({ length: count }, (_, index) => index + 1),
        );
        expect([body, ...notes].filter((words) => !isAscending(words))).toEqual([]);
      }),
      settings,
    );
  });
});

/** Words of a page before its notes, and those of the notes. */
function wordsOfPage(page: string): { body: string[]; notes: string[] } {
  const [before = '', behind = ''] = page
    .replace(/<a [^>]*role="doc-noteref"[^>]*>\d+<\/a>/g, '')
    .split('role="doc-endnotes"');
  return { body: wordsIn(before.replace(/<[^>]*>/g, '')), notes: wordsIn(behind.replace(/<[^>]*>/g, '')) };
}

describe('a narration (narration.md)', () => {
  it('speaks the words of the text once and in order, without those of its notes', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(proseShapes, async ({ markdown, body, notes }) => {
        const script = await scriptOf('', markdown);
        expect(script.passages.flatMap(({ text }) => wordsIn(text))).toEqual(body);
        expect(script.notes.map(wordsIn)).toEqual(notes);
        // Its passages are the paragraphs of the text export, which has the notes at its end.
        const spoken = script.passages.map(({ text }) => wordsIn(text)).filter((words) => words.length > 0);
        const paragraphs = [...plainBlocks(markdown)].map(wordsIn).filter((words) => words.length > 0);
        expect(spoken).toEqual(paragraphs.slice(0, spoken.length));
        expect(paragraphs.slice(spoken.length).flat()).toEqual(notes.flat());
      }),
      { numRuns: proof(50, 2_000) },
    );
  });
});

describe('the files of a book', () => {
  const shapes = fc.sample(proseShapes, { numRuns: proof(25, 1_000), seed: fc.readConfigureGlobal().seed ?? 1 });
  const prose = bookOf(shapes.map(({ markdown }, index) => ({ title: `Chapter ${index + 1}`, content: markdown })));
  const expected = shapes.map(({ body, notes }) => ({ body, notes: notes.flat() }));

  it('have the words of each chapter once and in order as HTML', { timeout }, () => {
    const [, ...chapters] = [...htmlParts(prose)].join('').split('<section role="doc-chapter"');
    expect(chapters.map(wordsOfPage)).toEqual(expected);
  });

  it('have them as EPUB', { timeout }, async () => {
    const files = await epubFiles(prose);
    const chapters = [...files].filter(([name]) => name.startsWith('EPUB/chapter-'));
    expect(chapters.map(([, page]) => wordsOfPage(page))).toEqual(expected);
  });

  it('have them as DOCX, with footnotes', { timeout }, async () => {
    const files = await docxFiles(prose);
    const plain = (name: string) => wordsIn((files.get(name) ?? '').replace(/<[^>]*>/g, ''));
    expect(plain('word/document.xml')).toEqual(expected.flatMap(({ body }) => body));
    expect(plain('word/footnotes.xml')).toEqual(expected.flatMap(({ notes }) => notes));
    const ids = (file: string, tag: string) =>
      [...(files.get(file) ?? '').matchAll(new RegExp(`<w:${tag} w:id="(\\d+)"`, 'g'))].map(([, id]) => Number(id));
    const all = Array.from({ length: 2 * shapes.length }, (_, index) => index + 1);
    expect(ids('word/document.xml', 'footnoteReference')).toEqual(all);
    expect(ids('word/footnotes.xml', 'footnote')).toEqual(all);
  });
});
