import { describe, expect, it } from 'vitest';
import { textParts } from '../../src/domain/leaving/port/export/write-prose.ts';
import { scriptOf } from '../../src/domain/making/narration/passages.ts';
import { proseHtml } from '../../src/prose/html.ts';
import { bookOf, docxFiles, epubFiles } from '../support/book-files.ts';
import { constructs, outputs } from '../support/constructs.ts';

const book = (markdown: string) => bookOf([{ title: 'One', content: markdown }]);

const files: Record<(typeof outputs)[number], (markdown: string) => Promise<string>> = {
  pages: async (markdown) => proseHtml(markdown),
  docx: async (markdown) => {
    const found = await docxFiles(book(markdown));
    return `${found.get('word/document.xml')}${found.get('word/footnotes.xml')}`;
  },
  text: async (markdown) => [...textParts(book(markdown))].join(''),
  narration: async (markdown) => (await scriptOf('', markdown)).passages.map(({ text }) => text).join('|'),
};

describe.each(outputs)('the output %s (import-export.md)', (output) => {
  it.each(constructs.map((one) => [one.name, one] as const))('shows %s', async (_name, construct) => {
    const shown = await files[output](construct.markdown);
    const [, expected] = construct[output];
    if (typeof expected === 'string') expect(shown).toContain(expected);
    else expect(shown).toMatch(expected);
  });
});

it('an EPUB has the same markup as a page, and names its notes for e-readers', async () => {
  for (const { markdown } of constructs) {
    const page = (await epubFiles(book(markdown))).get('EPUB/chapter-001.xhtml') ?? '';
    const html = proseHtml(markdown, { hasEpubTypes: true });
    expect(page).toContain(html);
    expect(html.includes('doc-noteref')).toBe(html.includes('epub:type="noteref"'));
  }
});
