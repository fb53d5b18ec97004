import { sceneBreaks } from '../../src/prose/scene-break.ts';

/** What an output shows of a construct: in words for docs/import-export.md, and what the output contains. */
type Shown = readonly [words: string, contains: string | RegExp];

export interface Construct {
  name: string;
  markdown: string;
  /** EPUB, HTML and the public reader. */
  pages: Shown;
  docx: Shown;
  text: Shown;
  narration: Shown;
}

export const outputs = ['pages', 'docx', 'text', 'narration'] as const;

/** Constructs of Markdown in each output. The table in docs/import-export.md is made of them, and a test checks each cell. */
export const constructs: readonly Construct[] = [
  {
    name: 'heading `## A`, `A` above `===`',
    markdown: '## Ash\n\nBirch\n===',
    pages: ['heading below that of the chapter', /<h3>Ash<\/h3>\s*<h2>Birch<\/h2>/],
    docx: ['`Heading 2`', /Heading2"\/>.*Ash.*Heading2"\/>.*Birch/s],
    text: ['line', 'Ash\n\nBirch\n'],
    narration: ['spoken, with longer pauses', 'Ash|Birch'],
  },
  {
    name: `scene break ${sceneBreaks.map((mark) => `\`${mark}\``).join(', ')}`,
    markdown: 'Ash\n\n\\* \\* \\*\n\nBirch\n---\nCedar',
    pages: ['rule', /Ash<\/p>\s*<hr \/>\s*<p>Birch<\/p>\s*<hr \/>\s*<p>Cedar/],
    docx: ['centred `#`', /Ash.*>#<.*Birch.*>#<.*Cedar/s],
    text: ['`***`', 'Ash\n\n***\n\nBirch\n\n***\n\nCedar\n'],
    narration: ['long pause', 'Ash|Birch|Cedar'],
  },
  {
    name: '`*emphasis*`, `_emphasis_`',
    markdown: 'an *Ash* tree, 说*“灰”*然',
    pages: ['italics', /<em>Ash<\/em>.*<em>“灰”<\/em>然/],
    docx: ['italics', /<w:i\/>.*Ash/s],
    text: ['`_emphasis_`', 'an _Ash_ tree'],
    narration: ['words', 'an Ash tree'],
  },
  {
    name: '`**strong**`',
    markdown: 'an **Ash** tree',
    pages: ['bold', '<strong>Ash</strong>'],
    docx: ['bold', /<w:b\/>.*Ash/s],
    text: ['words', 'an Ash tree'],
    narration: ['words', 'an Ash tree'],
  },
  {
    name: '`~~strikethrough~~`',
    markdown: 'an ~~Ash~~ tree',
    pages: ['struck out', '<del>Ash</del>'],
    docx: ['struck out', /<w:strike\/>.*Ash/s],
    text: ['words', 'an Ash tree'],
    narration: ['words', 'an Ash tree'],
  },
  {
    name: '`` `code` ``, code block',
    markdown: 'an `Ash` tree\n\n```\nBirch *no*\n```',
    pages: ['code', /<code>Ash<\/code>.*<pre><code>Birch \*no\*/s],
    docx: ['Courier', /Courier New.*Ash.*Courier New.*Birch \*no\*/s],
    text: ['lines', 'an Ash tree\n\nBirch *no*\n'],
    narration: ['words', 'an Ash tree|Birch *no*'],
  },
  {
    name: 'footnote `[^1]` with `[^1]: …`',
    markdown: 'Ash[^1] tree\n\n[^1]: Birch\n\nCedar',
    pages: [
      'linked note at the end',
      /Ash<sup><a [^>]*href="#note-1"[^>]*>1<\/a><\/sup>.*Cedar.*<li id="note-1"[^>]*>\s*<p>Birch/s,
    ],
    docx: ['footnote', /Ash.*<w:footnoteReference w:id="1"\/>.*Cedar.*<w:footnote w:id="1">.*Birch/s],
    text: ['`[1]`, the note after the chapter', 'Ash[1] tree\n\nCedar\n\n[1] Birch\n'],
    narration: ['left out, named in `cut` of the run', /^Ash tree\|Cedar$/],
  },
  {
    name: 'footnote that nothing refers to, or second of its name',
    markdown: 'Ash\n\n[^1]: Birch',
    pages: ['paragraph', '<p>[^1]: Birch</p>'],
    docx: ['paragraph', '[^1]: '],
    text: ['paragraph', '[^1]: Birch'],
    narration: ['paragraph', 'Ash|[^1]: Birch'],
  },
  {
    name: 'table',
    markdown: '| Ash | Birch |\n| - | -: |\n| Cedar | Elm |',
    pages: ['table', /<table>.*<th>Ash<\/th>.*<td class="end">Elm<\/td>/s],
    docx: ['table', /<w:tbl>.*Ash.*<w:tc>.*Elm.*<\/w:tbl>/s],
    text: ['rows, with tabs', 'Ash\tBirch\n\nCedar\tElm\n'],
    narration: ['row by row', 'Ash, Birch|Cedar, Elm'],
  },
  {
    name: 'list `- a`, `1. a`',
    markdown: '- Ash\n- Birch\n\nand\n\n3. Cedar',
    pages: ['list', /<ul>\s*<li>Ash<\/li>.*<ol start="3">\s*<li>Cedar/s],
    docx: ['indented, with `•` or the number', /•\t.*Ash.*3\.\t.*Cedar/s],
    text: ['lines with `•` or the number', '• Ash\n\n• Birch\n\nand\n\n3. Cedar\n'],
    narration: ['paragraphs', 'Ash|Birch|and|Cedar'],
  },
  {
    name: 'quote `> a`',
    markdown: '> Ash',
    pages: ['quote', /<blockquote>\s*<p>Ash/],
    docx: ['indented', /<w:ind w:left="720"\/>.*Ash/s],
    text: ['paragraph', 'Ash\n'],
    narration: ['paragraph', 'Ash'],
  },
  {
    name: 'link `[a](https://b.c)`, `[a][name]`',
    markdown: '[Ash](http://a.b/ "Birch") and [Cedar][c]\n\n[c]: http://c.d/',
    pages: [
      'link to `http`, `https` or `mailto`, else the words',
      /<a href="http:\/\/a.b\/" title="Birch">Ash<\/a> and <a href="http:\/\/c.d\/">Cedar/,
    ],
    docx: ['words', /Ash.*and.*Cedar/s],
    text: ['words', 'Ash and Cedar\n'],
    narration: ['words', 'Ash and Cedar'],
  },
  {
    name: 'definition that nothing refers to, as in `[Emma]: Hello.`',
    markdown: '[Emma]: Hello.',
    pages: ['paragraph', '<p>[Emma]: Hello.</p>'],
    docx: ['paragraph', '[Emma]: Hello.'],
    text: ['paragraph', '[Emma]: Hello.'],
    narration: ['paragraph', '[Emma]: Hello.'],
  },
  {
    name: 'picture `![a](https://b.c)`',
    markdown: '![Ash](http://a.b/c.png)',
    pages: ['description, in italics', '<em>Ash</em>'],
    docx: ['description, in italics', /<w:i\/>.*Ash/s],
    text: ['`_description_`', '_Ash_'],
    narration: ['description', 'Ash'],
  },
  {
    name: 'line break: `\\` or two blanks at the end, vertical tab, form feed, U+2028',
    markdown: 'Ash\\\nBirch\vCedar\u2028Elm',
    pages: ['line break', /Ash<br \/>\s*Birch<br \/>\s*Cedar<br \/>\s*Elm/],
    docx: ['line break', /Ash.*<w:br\/>.*Birch.*<w:br\/>.*Cedar.*<w:br\/>.*Elm/s],
    text: ['line end', 'Ash\nBirch\nCedar\nElm\n'],
    narration: ['blank', 'Ash Birch Cedar Elm'],
  },
  {
    name: 'line end',
    markdown: 'Ash\nBirch 雨\n雪',
    pages: ['blank, or nothing between scripts without blanks', /Ash\s+Birch 雨雪/],
    docx: ['the same', 'Ash Birch 雨雪'],
    text: ['the same', 'Ash Birch 雨雪\n'],
    narration: ['the same', 'Ash Birch 雨雪'],
  },
  {
    name: 'HTML `<b>a</b>`',
    markdown: 'an <b>Ash</b> tree',
    pages: ['as written', 'an &#x3C;b>Ash&#x3C;/b> tree'],
    docx: ['as written', /&lt;b&gt;.*Ash/s],
    text: ['as written', 'an <b>Ash</b> tree'],
    narration: ['as written', 'an <b>Ash</b> tree'],
  },
  {
    name: 'HTML comment `<!-- a -->`',
    markdown: 'Ash <!-- Birch -->\n\n<!-- Cedar -->\n\nElm',
    pages: ['left out', /^(?!.*Birch)(?!.*Cedar).*Ash.*Elm/s],
    docx: ['left out', /^(?!.*Birch)(?!.*Cedar).*Ash.*Elm/s],
    text: ['left out', /^(?!.*Birch)(?!.*Cedar).*Ash.*Elm/s],
    narration: ['left out', /^Ash\|Elm$/],
  },
  {
    name: 'escape `\\*`',
    markdown: '\\*Ash\\*',
    pages: ['sign', '<p>*Ash*</p>'],
    docx: ['sign', '*Ash*'],
    text: ['sign', '*Ash*'],
    narration: ['sign', '*Ash*'],
  },
  {
    name: 'character that XML forbids',
    markdown: 'Ash\u0007Birch',
    pages: ['blank', 'Ash Birch'],
    docx: ['blank', 'Ash Birch'],
    text: ['blank', 'Ash Birch'],
    narration: ['blank', 'Ash Birch'],
  },
];
