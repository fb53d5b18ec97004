import { describe, expect, it } from 'vitest';
import { proseHtml, proseHtmlPieces } from '../../src/prose/html.ts';
import { contentsWord, directionOf } from '../../src/prose/language.ts';

const unitsMax = 400_000;
const upTo = (of: (index: number) => string): string => {
  let text = '';
  for (let index = 0; text.length < unitsMax; index += 1) text += of(index);
  return text.slice(0, unitsMax);
};
const full = (text: string) => upTo(() => text);

describe('prose as HTML (import-export.md)', () => {
  it.each([
    ['*a* **b** `c` \\\nd', '<p><em>a</em> <strong>b</strong> <code>c</code> <br />\nd</p>'],
    ['# a\n\n###### b', '<h2>a</h2>\n<h6>b</h6>'],
    ['***', '<hr />'],
    ['2. a\n3. b', '<ol start="2">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['<script>x</script>', '<p>&#x3C;script>x&#x3C;/script></p>'],
    ['a <b onclick="x">b</b> ]]>', '<p>a &#x3C;b onclick="x">b&#x3C;/b> ]]&gt;</p>'],
    ['<!-- a --> b\n\nc', '<p>b</p>\n<p>c</p>'],
    ['a<br>b', '<p>a<br />b</p>'],
    ['![a sea](http://a.b/c.png)', '<p><em>a sea</em></p>'],
    ['a\u0000\u0008b\ufffe', '<p>ab</p>'],
    ['a\rb\r\n\r\nc', '<p>a\nb</p>\n<p>c</p>'],
    ['', ''],
  ])('makes of %j %j', (markdown, html) => {
    expect(proseHtml(markdown)).toBe(html);
  });

  it.each([
    ['http://a.b/c?d=e&f', 'http://a.b/c?d=e&#x26;f'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['http://ü.de/ß', 'http://xn--tda.de/%C3%9F'],
  ])('leads to %s', (address, href) => {
    expect(proseHtml(`[a](${address})`)).toBe(`<p><a href="${href}">a</a></p>`);
  });

  it.each(['javascript:a()', 'data:text/html,a', '/a', '#a', 'http://a.b/%zz', 'http://a_b/', 'http://[a', 'mailto:'])(
    'does not lead to %s',
    (address) => {
      expect(proseHtml(`[a](${address})`)).toBe('<p>a</p>');
    },
  );

  it('puts its headings below the one that stands above it', () => {
    expect(proseHtml('# a\n\n## b', 2)).toBe('<h3>a</h3>\n<h4>b</h4>');
  });

  it('leads by a name to where another paragraph says, however far that is', () => {
    const html = proseHtml(`[a][1]\n\n${'b\n\n'.repeat(2_000)}[1]: http://c.d/`);
    expect(html).toContain('<a href="http://c.d/">a</a>');
  });

  it('is the same in pieces, lists and code whole where they are of a sane length', () => {
    const chapter = `Rain *fell*.\n\n- a\n\n  b\n\n- c\n\n\`\`\`\nd\n\n# e\n\`\`\`\n\n> f\n\ng\n\n`.repeat(120);
    const pieces = [...proseHtmlPieces(chapter)];
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(proseHtml(chapter));
    expect(proseHtml(chapter).match(/<ul>/g)).toHaveLength(120);
    expect(proseHtml(chapter)).not.toContain('<h2>');
  });
});

describe('prose that would take too long or nest too deep (import-export.md)', () => {
  it.each([
    ['quotes in quotes', full('>')],
    ['quotes in quotes, with blanks', full('> ')],
    ['brackets', full('[')],
    ['links that never end', full('[a](')],
    ['lists in lists', upTo((index) => `${'  '.repeat(index % 400)}- x\n`)],
    ['lists and quotes in turn', full('> - ')],
    ['emphasis that never ends', full('*a **b ')],
    ['runs of backticks, each longer', upTo((index) => `${'`'.repeat(index)} `)],
    ['a rule as long as a book', full('- ')],
    ['carriage returns', full('a\r')],
    ['headings alone', full('# a\n')],
  ])('comes back all the same, with every word in it: %s', (_what, text) => {
    const pieces = [...proseHtmlPieces(text)];
    const shown = pieces.join('').replace(/<[^>]*>/g, '');
    expect(shown.match(/[abx]/g)?.length).toBe(text.match(/[abx]/g)?.length);
  });

  it('shows what nests too deep as it is written, and reads what stands around it', () => {
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
  ])('%s is written %s and calls its contents %s', (language, direction, word) => {
    expect([directionOf(language), contentsWord(language)]).toEqual([direction, word]);
  });
});
