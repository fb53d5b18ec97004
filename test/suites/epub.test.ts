import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { constructs } from '../support/constructs.ts';
import fc from '../support/fast-check.ts';
import { onePixel, smallJpeg } from '../support/pictures.ts';
import { proseShapes } from '../support/prose-shapes.ts';
import { epubMessages, whyNoEpubcheck } from './support/epubcheck.ts';
import { authorized, rest } from './support/rest.ts';
import { isLacking, report } from './support/say.ts';

const suite = 'epubcheck';
const hostile = [
  '# Headings & <things>',
  'She said "5 < 6 & 7 > 3 ]]> done" 🌩️ \u0001\u0008\u000b\u007f\u0085\ufffe and went.',
  '<script>alert(1)</script>',
  '<div class="x">raw <b>html</b></div>',
  '<!-- a comment --> A <i>b</i><br>c &nbsp; &#0; &bogus;',
  '***',
  '> quoted\n> - one\n> - two',
  '3. three\n4. four\n\n   more',
  '```js\nlet a = "<b>" && 1;\n```',
  '[a](http://a.b/c?d=e&f=g) [b](javascript:a()) [c](http://[d) [e](http://a.b/%zz) [f](mailto:) [g](http://ü.de/ß) [h](http://a_b/) [i](mailto:a@b.c)',
  '![a picture](http://a.b/c.png) <http://x.y/> [ref][1]\n\n[1]: http://ref.example/',
  'שלום עולם, مرحبا, 漢字かな交じり文 **bold _both_**\\\nline',
  '>'.repeat(4000),
  '| a | b |\n| :-: | -: |\n| *c* | d[^1] |\n\n~~e~~[^2][^1]\n\n[^1]: f\n\n    g\n\n[^2]: ***\n\n[^3]: h',
].join('\n\n');

/** Chapters of random Markdown. */
const random = fc.sample(proseShapes, { numRuns: 50, seed: fc.readConfigureGlobal().seed ?? 1 });

/**
 * Books with features that have broken EPUB exports. Each start of the validator takes seconds, so a book has several of
 * them; its messages name the chapter.
 */
const books: Record<string, { fields: object; chapters: { title: string; content?: string }[]; cover?: string }> = {
  'every construct of Markdown, hostile prose, empty chapters, duplicate and unprintable titles, over 200 chapters': {
    fields: { title: 'Storm & <שלום> ]]> É 🌩', subtitle: 'A "tale"', description: 'Of & about\n\nlines' },
    chapters: [
      { title: 'One & <Two>', content: hostile },
      { title: 'Same' },
      { title: 'Same', content: '***' },
      { title: '\u0001.', content: 'a' },
      { title: 'c'.repeat(200), content: 'It *rained*.\n\n'.repeat(20) },
      ...constructs.map(({ name, markdown }) => ({ title: name, content: markdown })),
      ...random.map(({ markdown }, index) => ({ title: `${index} & <é> ש 🌩`, content: markdown })),
      ...Array.from({ length: 130 }, (_, index) => ({ title: `Chapter ${index + 1}`, content: 'It *rained*.' })),
    ],
  },
  'right-to-left text and an uploaded JPEG cover': {
    fields: { title: 'عاصفة', author: 'حارس', language: 'ar-EG' },
    chapters: [{ title: 'الفصل', content: 'هبت **الريح** *ليلا*.' }],
    cover: smallJpeg,
  },
  'Chinese text with a rare language tag and an uploaded PNG cover': {
    fields: { title: '暴風雨', author: '守燈人', language: 'zh-Hant-TW-x-harbour' },
    chapters: [{ title: '一', content: '雨下個不停。' }],
    cover: onePixel,
  },
  'no chapters and fields of maximum length': {
    fields: {
      title: 'T'.repeat(200),
      subtitle: 's'.repeat(300),
      author: 'a'.repeat(120),
      description: 'd '.repeat(1999),
      language: 'sl-rozaj-biske-1994',
    },
    chapters: [],
  },
};

describe.skipIf(isLacking(suite, whyNoEpubcheck()))(suite, () => {
  let folder = '';
  const found: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fabula-epub-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    report(suite, `${Object.keys(books).length} books, ${found.length} messages`);
  });

  it.each(Object.entries(books))('accepts a book: %s', async (_what, { fields, chapters, cover }) => {
    const document = {
      format: 'fabula-book',
      version: 1,
      book: { premise: 'A lighthouse keeper and a storm.', ...fields },
    };
    const numbered = chapters.map(({ title, content }, index) => ({
      id: String(index),
      title,
      ...(content ? { text: { content } } : {}),
    }));
    const { id } = await rest('POST', '/books/import', { ...document, chapters: numbered });
    if (cover) await rest('POST', `/books/${id}/covers`, { base64: cover });
    const answer = await fetch(`${inject('url')}/v1/books/${id}/export?format=epub`, { headers: authorized() });
    expect(answer.status).toBe(200);
    const file = join(folder, `${id}.epub`);
    await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
    found.push(...(await epubMessages(file)));
    expect(found).toEqual([]);
  });
});
