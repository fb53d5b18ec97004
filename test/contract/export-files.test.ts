import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { ownService } from '../support/faces.ts';

const own = ownService();

const hostile = [
  '# A & B <i>',
  '<script>alert(1)</script>',
  'Rain *fell* ]]> \u0007 & <b>a</b> 🌩 שלום 漢字 [x](javascript:y) [z](http://a.b/?c&d).',
  '***',
  '> quoted\n\n- one\n- **two**',
].join('\n\n');

async function bytesOf(bookId: string, format: string): Promise<Uint8Array> {
  const answer = await fetch(`${own.url()}/v1/books/${bookId}/export?format=${format}`, {
    headers: { authorization: `Bearer ${own.key()}` },
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

async function filesOf(bookId: string, format: string): Promise<Record<string, string>> {
  const files = unzipSync(await bytesOf(bookId, format));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

async function novel(fields: Record<string, unknown> = {}): Promise<string> {
  const bookId = await own.newBook({ title: 'Storm & <Light>', author: 'N. Keeper', ...fields });
  await own.newChapter(bookId, { title: 'Same', content: hostile });
  await own.newChapter(bookId, { title: 'Same' });
  return bookId;
}

/** Checks that tags are balanced and that text contains no unescaped markup. */
function expectWellFormed(xml: string): void {
  const open: string[] = [];
  const rest = xml.replace(/^<\?xml[^>]*\?>|<!DOCTYPE html>/g, '');
  for (const [, text = '', closes, name = '', attributes = '', isEmpty] of rest.matchAll(
    /([^<]*)(?:<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|$)/g,
  )) {
    expect(text + attributes).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;|#x[\dA-F]+;)|\]\]>/);
    if (closes) expect(open.pop()).toBe(name);
    else if (name && !isEmpty) open.push(name);
  }
  expect(open).toEqual([]);
  expect(xml).not.toMatch(/[\u0000-\u0008\ufffe]/);
}

it('an EPUB is valid: mimetype first, all files in the manifest, well-formed XML, markup escaped', async () => {
  const bookId = await novel({ subtitle: 'A "tale"', description: 'Of & about' });
  const bytes = await bytesOf(bookId, 'epub');
  expect(strFromU8(bytes.slice(30, 58))).toBe('mimetypeapplication/epub+zip');
  expect([...bytes.slice(6, 10)]).toEqual([0, 0, 0, 0]);
  const files = await filesOf(bookId, 'epub');
  expect(Object.keys(files)).toEqual([
    'mimetype',
    'META-INF/container.xml',
    'EPUB/package.opf',
    'EPUB/nav.xhtml',
    'EPUB/style.css',
    'EPUB/cover.png',
    'EPUB/title.xhtml',
    'EPUB/chapter-001.xhtml',
    'EPUB/chapter-002.xhtml',
  ]);
  for (const [name, text] of Object.entries(files)) if (/xml|xhtml|opf/.test(name)) expectWellFormed(text);
  const manifest = files['EPUB/package.opf'] ?? '';
  for (const [, href] of manifest.matchAll(/href="([^"]+)"/g)) expect(Object.keys(files)).toContain(`EPUB/${href}`);
  expect(manifest).toContain('<dc:title id="title">Storm &amp; &lt;Light&gt;</dc:title>');
  for (const part of [
    '>A &quot;tale&quot;<',
    '>N. Keeper<',
    '<dc:language>en<',
    '>Of &amp; about<',
    'schema:accessMode',
  ])
    expect(manifest).toContain(part);
  const updatedAt = (await own.http('GET', `/v1/books/${bookId}/chapters`)).json.data[1].updatedAt;
  expect(manifest).toContain(`dcterms:modified">${updatedAt.replace(/\.\d+/, '')}<`);
  expect(files['EPUB/nav.xhtml']?.match(/<a href="chapter-00\d.xhtml">Same</g)).toHaveLength(2);
  const chapter = files['EPUB/chapter-001.xhtml'] ?? '';
  expect(chapter).toContain('<h1 id="title">Same</h1>');
  expect(chapter).toContain('<em>fell</em>');
  expect(chapter).not.toMatch(/<script|javascript:|<b>/);
});

it('an EPUB in a right-to-left language has that direction; a cover outside our fonts is SVG', async () => {
  const rtl = await filesOf(await own.newBook({ title: 'عاصفة', author: 'حارس', language: 'ar' }), 'epub');
  expect(rtl['EPUB/package.opf']).toContain('<spine page-progression-direction="rtl">');
  expect(rtl['EPUB/title.xhtml']).toContain('lang="ar" xml:lang="ar" dir="rtl"');
  expect(rtl['EPUB/nav.xhtml']).toContain('المحتويات');
  const han = await filesOf(await own.newBook({ title: '暴風雨', author: '守燈人', language: 'zh' }), 'epub');
  expect(han['EPUB/cover.svg']).toContain('暴風雨');
  expect(han['EPUB/package.opf']).toContain('href="cover.svg" media-type="image/svg+xml" properties="cover-image"');
});

it('a Word file has the manuscript format: title page, header, page breaks and italics', async () => {
  const files = await filesOf(await novel(), 'docx');
  expect(Object.keys(files)[0]).toBe('[Content_Types].xml');
  for (const [name, text] of Object.entries(files)) if (/\.(xml|rels)$/.test(name)) expectWellFormed(text);
  const document = files['word/document.xml'] ?? '';
  expect(document).toContain('about 100 words');
  expect(document).toContain('Storm &amp; &lt;Light&gt;');
  expect(document.match(/<w:pageBreakBefore\/>/g)).toHaveLength(2);
  expect(document).toMatch(/<w:i\/><w:iCs\/><\/w:rPr><w:t xml:space="preserve">fell</);
  expect(document).toMatch(/<w:jc w:val="center"\/><\/w:pPr><w:r><w:t xml:space="preserve">#</);
  expect(document).toContain('<w:titlePg/>');
  expect(Object.values(files).join('')).toContain('N. Keeper / STORM &amp; &lt;LIGHT&gt; / ');
  const rtl = await filesOf(await own.newBook({ title: 'עיר', author: 'א', language: 'he' }), 'docx');
  expect(rtl['word/document.xml']).toContain('<w:bidi/>');
});

it('an HTML export is one self-contained page with a linked table of contents', async () => {
  const page = strFromU8(await bytesOf(await novel({ language: 'de' }), 'html'));
  expect(page).toMatch(/^<!doctype html>\n<html lang="de" dir="ltr">/);
  expect(page).toContain('<h2 id="contents">Inhalt</h2>');
  expect(page.match(/<a href="#chapter-[12]">Same<\/a>/g)).toHaveLength(2);
  expect(page).toMatch(/<h2 id="chapter-1">Same<\/h2>\s+<h3>A &#x26; B &#x3C;i><\/h3>/);
  expect(page).not.toMatch(/<script|<link|javascript:|src=/);
});

it.each(['html', 'epub', 'docx'])('repeated %s exports of an unchanged book are byte-identical', async (format) => {
  const bookId = await novel();
  const hash = async () =>
    createHash('sha256')
      .update(await bytesOf(bookId, format))
      .digest('hex');
  const first = await hash();
  expect(await hash()).toBe(first);
  await own.newChapter(bookId, { title: 'More' });
  expect(await hash()).not.toBe(first);
});
