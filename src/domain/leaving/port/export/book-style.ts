/**
 * Typesetting of prose for pages and reading programs, without colours and fonts that would override the reader's settings.
 */
export const proseStyle = `p { margin: 0; text-indent: 1.4em; text-align: start; hyphens: auto; -webkit-hyphens: auto; -epub-hyphens: auto; orphans: 2; widows: 2; overflow-wrap: break-word; }
h1 + p, h2 + p, h3 + p, h4 + p, h5 + p, h6 + p, hr + p, blockquote + p, ul + p, ol + p, pre + p, table + p, li > p:first-child, blockquote > p:first-child { text-indent: 0; }
h1, h2, h3, h4, h5, h6 { font-weight: normal; line-height: 1.25; text-align: center; hyphens: none; -webkit-hyphens: none; -epub-hyphens: none; page-break-after: avoid; break-after: avoid; }
h2, h3, h4, h5, h6 { font-size: 1.1em; margin: 2em 0 1em; }
hr { border: 0; color: inherit; height: 1em; margin: 1.5em 0; text-align: center; overflow: visible; }
hr::after { content: "* * *"; letter-spacing: 0.2em; }
blockquote { margin: 1em 2em; }
ul, ol { margin: 1em 0; }
pre { margin: 1em 0; white-space: pre-wrap; font-size: 0.9em; text-align: start; }
a { color: inherit; }
table { margin: 1em auto; border-collapse: collapse; }
th, td { padding: 0.2em 0.6em; text-align: start; vertical-align: top; }
th { border-bottom: 1px solid; }
.center { text-align: center; }
.end { text-align: end; }
sup { font-size: 0.7em; line-height: 0; }
sup a { text-decoration: none; }
.notes { margin-top: 3em; padding-top: 0.6em; border-top: 1px solid; font-size: 0.85em; }
`;

export const epubStyle = `@charset "UTF-8";
body { margin: 0; line-height: 1.5; }
${proseStyle}h1 { font-size: 1.6em; margin: 4em 0 2em; }
.title-page { text-align: center; padding-top: 20%; }
.title-page h1 { font-size: 2.2em; margin: 0 0 0.6em; }
.title-page p { text-align: center; text-indent: 0; }
.subtitle { font-size: 1.2em; font-style: italic; }
.author { margin-top: 4em; }
nav ol { list-style: none; margin: 0; padding: 0; }
nav li { margin: 0.6em 0; }
nav a { text-decoration: none; }
`;
