import { describe, expect, it } from 'vitest';
import { proseHtml, proseHtmlPieces } from '../../src/prose/html.ts';
import { contentsWord, directionOf } from '../../src/prose/language.ts';
import { proof } from '../support/proofs.ts';

const unitsMax = proof(80_000, 400_000);
const upTo = (of: (index: number) => string): string => {
  let text = '';
  for (let index = 0; text.length < unitsMax; index += 1) text += of(index);
  return text.slice(0, unitsMax);
};
const full = (text: string) => upTo(() => text);

describe('prose as HTML (import-export.md)', () => {
  it.each([
    ['[a]\n\n[a]: http://b.c "d"', '<p><a href="http://b.c/" title="d">a</a></p>'],
    ['*a* **b** `c` \\\nd', '<p><em>a</em> <strong>b</strong> <code>c</code> <br />\nd</p>'],
    ['# a\n\n###### b', '<h2>a</h2>\n<h6>b</h6>'],
    ['***', '<hr />'],
    ['2. a\n3. b', '<ol start="2">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['<script>x</script>', '<p>&#x3C;script>x&#x3C;/script></p>'],
    ['a <b onclick="x">b</b> ]]>', '<p>a &#x3C;b onclick="x">b&#x3C;/b> ]]&gt;</p>'],
    ['<!-- a --> b\n\nc', '<p>b</p>\n<p>c</p>'],
    ['a<br>b', '<p>a<br />b</p>'],
    ['![a sea](http://a.b/c.png)', '<p><em>a sea</em></p>'],
    ['a\u0000\u0008b\ufffe', '<p>a  b</p>'],
    ['a\rb\r\n\r\nc', '<p>a\nb</p>\n<p>c</p>'],
    ['', ''],
  ])('renders %j as %j', (markdown, html) => {
    expect(proseHtml(markdown)).toBe(html);
  });

  it.each([
    ['http://a.b/c?d=e&f', 'http://a.b/c?d=e&#x26;f'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['http://ü.de/ß', 'http://xn--tda.de/%C3%9F'],
  ])('links to %s', (address, href) => {
    expect(proseHtml(`[a](${address})`)).toBe(`<p><a href="${href}">a</a></p>`);
  });

  it.each(['javascript:a()', 'data:text/html,a', '/a', '#a', 'http://a.b/%zz', 'http://a_b/', 'http://[a', 'mailto:'])(
    'drops the link to %s',
    (address) => {
      expect(proseHtml(`[a](${address})`)).toBe('<p>a</p>');
    },
  );

  it('renders its headings below the given level', () => {
    expect(proseHtml('# a\n\n## b', { above: 2 })).toBe('<h3>a</h3>\n<h4>b</h4>');
  });

  it('resolves a link reference from a distant paragraph', () => {
    const html = proseHtml(`[a][1]\n\n${'b\n\n'.repeat(2_000)}[1]: http://c.d/`);
    expect(html).toContain('<a href="http://c.d/">a</a>');
  });

  it('is equal when rendered in pieces that keep lists and code together', () => {
    const chapter = `Rain *fell*.\n\n- a\n\n  b\n\n- c\n\n\`\`\`\nd\n\n# e\n\`\`\`\n\n> f\n\ng\n\n`.repeat(120);
    const pieces = [...proseHtmlPieces(chapter)];
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(proseHtml(chapter));
    expect(proseHtml(chapter).match(/<ul>/g)).toHaveLength(120);
    expect(proseHtml(chapter)).not.toContain('<h2>');
  });
});

describe('pathological prose (import-export.md)', () => {
  it.each([
    ['nested quotes', full('>')],
    ['nested quotes with spaces', full('> ')],
    ['brackets', full('[')],
    ['unclosed links', full('[a](')],
    ['nested lists', upTo((index) => `${'  '.repeat(index % 400)}- x\n`)],
    ['alternating lists and quotes', full('> - ')],
    ['unclosed emphasis', full('*a **b ')],
    ['backtick runs of growing length', upTo((index) => `${'`'.repeat(index)} `)],
    ['a very long rule', full('- ')],
    ['carriage returns', full('a\r')],
    ['only headings', full('# a\n')],
    ['footnotes of one name', full('a[^1]\n\n[^1]: b\n\n')],
    ['footnotes', upTo((index) => `a[^${index}]\n\n[^${index}]: b\n\n`)],
    ['footnotes within footnotes', upTo((index) => `[^${index}]: b[^${index + 1}]\n\n`)],
    ['tables', upTo((index) => (index % 900 ? '| a | b |\n' : '\n| a | b |\n| - | - |\n'))],
    ['strikethrough', full('~~a ')],
    ['line breaks among blanks', full(`a\v${' '.repeat(1_000)}`)],
  ])('keeps every word: %s', (_what, text) => {
    const pieces = [...proseHtmlPieces(text)];
    const shown = pieces.join('').replace(/<[^>]*>/g, '');
    expect(shown.match(/[abx]/g)?.length).toBe(text.match(/[abx]/g)?.length);
  });

  it('shows excessive nesting as plain text and renders the text around it', () => {
    const html = proseHtml(`*a*\n\n${'>'.repeat(4_000)} b\n\n*c*`);
    expect(html).toMatch(/^<p><em>a<\/em><\/p>\n<p>(?:>){4000} b<\/p>\n<p><em>c<\/em><\/p>$/);
  });
});

describe('the language of a book', () => {
  it.each([
    ['en', 'ltr', 'Contents'],
    ['de-AT', 'ltr', 'Inhalt'],
    ['ar-EG', 'rtl', 'المحتويات'],
    ['he', 'rtl', 'תוכן העניינים'],
    ['az-Arab', 'rtl', 'Contents'],
    ['zh-Hant-TW', 'ltr', '目錄'],
    ['ur-Latn', 'ltr', 'Contents'],
    ['art-x-elvish', 'ltr', 'Contents'],
  ])('%s has the direction %s and the contents heading %s', (language, direction, word) => {
    expect([directionOf(language), contentsWord(language)]).toEqual([direction, word]);
  });
});
