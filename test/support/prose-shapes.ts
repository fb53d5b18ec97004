import fc from './fast-check.ts';

/** Stands for a word, which is numbered when the whole text is known. */
const word = '\u0001';

const oneOf = (...signs: string[]) => fc.constantFrom(...signs);
const words = (max: number) =>
  fc.array(fc.constant(word), { minLength: 1, maxLength: max }).map((all) => all.join(' '));

const glue = oneOf(' ', ' ', ' ', '\n', '\\\n', '  \n', '\v', '\u2028', ' — ', '\u0007', '<br>', '\f');

const inline: fc.Arbitrary<string> = fc.letrec<{ span: string; line: string }>((tie) => ({
  line: fc
    .array(fc.tuple(tie('span'), glue), { minLength: 1, maxLength: 5 })
    .map((spans) => spans.map(([span, end], index) => (index === spans.length - 1 ? span : span + end)).join('')),
  span: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    words(4),
    tie('line').map((text) => `*${text}*`),
    tie('line').map((text) => `**${text}**`),
    // Four tildes at the start of a line begin a code block.
    tie('line').map((text) => (/^~|~$/.test(text) ? text : `~~${text}~~`)),
    words(2).map((text) => `\`${text}\``),
    words(2).map((text) => `[${text}](http://a.b/c)`),
    words(2).map((text) => `[${text}](relative)`),
    words(2).map((text) => `[${text}][ref]`),
    words(2).map((text) => `![${text}](http://a.b/c.png)`),
    words(2).map((text) => `[${text}]`),
    words(1).map((text) => `<i>${text}</i>`),
    words(1).map((text) => `${text}[^1]`),
    words(1).map((text) => `${text}[^two]`),
    words(1).map((text) => `${text}[^none] `),
    words(1).map((text) => `\\*${text}&amp;&lt;${text}&nope;`),
    words(1).map((text) => `${text}<!-- left out -->`),
    words(2).map((text) => `“${text}”`),
  ),
})).line;

const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by);

const block: fc.Arbitrary<string> = fc.letrec<{ block: string; several: string }>((tie) => ({
  several: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join('\n\n')),
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: inline, weight: 6 },
    words(3).map((text) => `## ${text}`),
    words(3).map((text) => `${text}\n===`),
    words(3).map((text) => `${text}\n---\n${word}`),
    words(2).map((text) => `[${text}]: ${word}`),
    words(2).map((text) => `[${text}]: ${word} ${word}.`),
    fc.constant('[ref]: http://a.b/d'),
    fc.constant('[unused]: http://a.b/e'),
    tie('several').map((text) => indented(text, '> ')),
    tie('several').map((text) => `- ${indented(text, '  ').trimStart()}`),
    tie('several').map((text) => `1. ${indented(text, '   ').trimStart()}`),
    words(3).map((text) => `\`\`\`\n${text}\n\n${word}\n\`\`\``),
    words(3).map((text) => `~~~ ${text}\n${word}\n~~~`),
    words(3).map((text) => `    ${text}\n\n    ${word}`),
    words(3).map((text) => `| ${word} | ${word} |\n| :- | -: |\n| ${text} |\n| ${text} | ${word} | ${word} |`),
    words(3).map((text) => `<div>\n${text}\n</div>`),
    words(3).map((text) => `<!-- left\n\nout -->\n\n${text}`),
    oneOf('***', '---', '* * *', '\\* \\* \\*', '#', '⁂', '*'),
  ),
})).block;

const noteBody = fc.array(words(3), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n\n    '));

/** Markdown of every construct, with blank lines between the blocks. */
export interface ProseShape {
  markdown: string;
  /** Words of the text in their order, without those of notes. */
  body: string[];
  /** Words of each note to which the text refers. */
  notes: string[][];
}

/** A text with two footnotes, which are defined somewhere in it; both are referred to in its first line. */
export const proseShapes: fc.Arbitrary<ProseShape> = fc
  .record({
    blocks: fc.array(block, { minLength: 1, maxLength: 8 }),
    first: noteBody,
    second: noteBody,
    at: fc.tuple(fc.nat(4), fc.nat(4)),
    stray: fc.option(oneOf(`[^1]: ${word} again`, `[^unused]: ${word}`)),
  })
  .map(({ blocks, first, second, at, stray }) => {
    const parts = [{ text: `${word}[^1] ${word}[^two]`, note: -1 }, ...blocks.map((text) => ({ text, note: -1 }))];
    // A paragraph ends each note: an indented block after it would be a part of it.
    for (const [note, text] of [`[^1]: ${first}`, `[^two]: ${second}`].entries())
      parts.splice((at[note] ?? 0) * 2 + 1, 0, { text, note }, { text: word, note: -1 });
    if (stray) parts.push({ text: stray, note: -1 });
    const shape: ProseShape = { markdown: '', body: [], notes: [[], []] };
    let count = 0;
    const numbered = parts.map(({ text, note }) =>
      text.replaceAll(word, () => {
        count += 1;
        const name = `w${count}w`;
        (shape.notes[note] ?? shape.body).push(name);
        return name;
      }),
    );
    return { ...shape, markdown: numbered.join('\n\n') };
  });

const signs = oneOf(
  ...[' ', '\n', '\n\n', '    ', '\t', '> ', '- ', '1. ', '# ', '|', '|-|-|', '***', '*', '**', '_', '`', '```', '~~~'],
  ...[
    '~~',
    '[',
    ']',
    ']: ',
    '[^1]',
    '[^1]: ',
    '\n[^1]: ',
    '![',
    '<',
    '>',
    '<div>',
    '&',
    '\\',
    '===',
    '---',
    '\v',
    '\f',
  ],
  ...['\u2028', '\u0007', '漢', '。', '“', '”', '<br>', '</p>', '<?', '<![CDATA[', '  \n', '\r\n', ':', '(', ')'],
);

/** Words between marks that mean something anywhere, with how many words there are. */
export const proseSoups: fc.Arbitrary<{ markdown: string; count: number }> = fc
  .array(fc.oneof({ arbitrary: fc.constant(word), weight: 1 }, { arbitrary: signs, weight: 2 }), { maxLength: 60 })
  .map((parts) => {
    let count = 0;
    // A parenthesis right after a bracket would begin an address.
    const text = parts.join('').replaceAll('](', '] (');
    const markdown = text.replaceAll(word, () => {
      count += 1;
      return `w${count}w`;
    });
    return { markdown, count };
  });
