import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/** Emphasis is looked for in paragraphs up to this length (ours). */
const emphasisUnitsMax = 20_000;

/** A sign that a plain text puts around emphasized words. */
export type EmphasisSign = '_' | '*';

/**
 * Escapes the lines of a paragraph so that Markdown shows them as they are, each on a line of its own. A backslash is put
 * only before signs that Markdown would read where they stand. Words between the signs of emphasis are emphasized.
 */
export function escapedParagraph(lines: readonly string[], emphasis: readonly EmphasisSign[] = []): string {
  const whole = lines.map((line) => line.trim()).join('\n');
  const marked = withMarks(whole, emphasis);
  const text = marked === whole ? escapedInline(whole) : withEmphasis(escapedInline(marked));
  return text.split('\n').map(escapedStart).join('\\\n');
}

/** Stand for the marks of emphasis until everything else is escaped. No text contains these code points. */
const marks = { begins: '\ufdd0', ends: '\ufdd1' };

const emphasized: Readonly<Record<EmphasisSign, RegExp>> = {
  _: /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]{1,2000}?)(?<=\S)_(?![\p{L}\p{N}_])/gu,
  '*': /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]{1,2000}?)(?<=\S)\*(?![\p{L}\p{N}*])/gu,
};

function withMarks(text: string, signs: readonly EmphasisSign[]): string {
  if (text.length > emphasisUnitsMax || /[\ufdd0\ufdd1]/.test(text)) return text;
  return signs.reduce((marked, sign) => marked.replace(emphasized[sign], `${marks.begins}$1${marks.ends}`), text);
}

/** Other asterisks must not pair with ours. */
function withEmphasis(text: string): string {
  return text
    .replace(/(?<!\\)\*/g, '\\*')
    .replaceAll(marks.begins, '*')
    .replaceAll(marks.ends, '*');
}

/** Escapes text within a paragraph. */
function escapedInline(text: string): string {
  if (!/[\\`*_~[<&]/.test(text)) return text;
  const places = new Set<number>();
  for (const find of finders) for (const at of find(text)) places.add(at);
  if (places.size === 0) return text;
  let escaped = '';
  let from = 0;
  for (const at of [...places].sort((a, b) => a - b)) {
    escaped += `${text.slice(from, at)}\\`;
    from = at;
  }
  return escaped + text.slice(from);
}

/** A backslash that Markdown does not show, and the sign behind it. */
const escapes = /\\([!-/:-@[-`{-~\n])/g;

/** Removes the backslashes of escapes and of line breaks. */
export function unescaped(markdown: string): string {
  return markdown.replace(escapes, '$1');
}

/** Positions of the backslashes that `unescaped` removes. */
export function escapesIn(markdown: string): number[] {
  return [...markdown.matchAll(escapes)].map(({ index }) => index);
}

type Finder = (text: string) => Iterable<number>;

/** Positions of the signs that Markdown would read within a line. */
const finders: Finder[] = [
  (text) => positionsOf(text, /\\(?=[!-/:-@[-`{-~\n])/g),
  codeMarks,
  (text) => emphasisMarks(text, /\*+/g, () => false),
  (text) => emphasisMarks(text, /_+/g, isInWord),
  (text) => emphasisMarks(text, /(?<!~)~~(?!~)/g, () => false),
  (text) => before(text, /\[/g, text.lastIndexOf('](')),
  (text) => positionsOf(text, /^\[(?=[^\]]*\]:)/g),
  (text) => before(text, /<(?=[a-z/!?])/gi, text.lastIndexOf('>')),
  (text) => positionsOf(text, /&(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{1,31});/gi, isEntity),
];

function positionsOf(text: string, sign: RegExp, isMeant: (found: string) => boolean = () => true): number[] {
  return [...text.matchAll(sign)].filter(([found]) => isMeant(found)).map(({ index }) => index);
}

function before(text: string, sign: RegExp, last: number): number[] {
  return last < 0 ? [] : positionsOf(text, sign).filter((at) => at < last);
}

function isEntity(found: string): boolean {
  return found.startsWith('&#') || decodeNamedCharacterReference(found.slice(1, -1)) !== false;
}

/** All backticks or none: an escaped one still ends the code that another begins. */
function codeMarks(text: string): number[] {
  const runs = [...text.matchAll(/`+/g)];
  const lengths = new Set(runs.map(([run]) => run.length));
  return lengths.size < runs.length || /^`{3}/m.test(text) ? runs.flatMap(eachSign) : [];
}

const eachSign = ({ 0: run, index }: RegExpExecArray) => Array.from(run, (_, at) => index + at);

/** Runs that can begin emphasis which a later run can end. */
function emphasisMarks(text: string, mark: RegExp, isInert: (before: string, after: string) => boolean): number[] {
  const runs = [...text.matchAll(mark)].map((run) => {
    const [left = '', right = ''] = [text[run.index - 1], text[run.index + run[0].length]];
    const isUsed = !isInert(left, right);
    // A line ends with a backslash, which is no white space.
    return { run, opens: isUsed && /[\S\n]/.test(right), closes: isUsed && /\S/.test(left) };
  });
  const lastClosing = runs.findLastIndex(({ closes }) => closes);
  return runs.filter(({ opens }, index) => opens && index < lastClosing).flatMap(({ run }) => eachSign(run));
}

const isInWord = (left: string, right: string) => /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right);

/** What a line may begin with: the sign to escape is behind the first group. */
const starts: readonly [pattern: RegExp, firstLineOnly?: boolean][] = [
  [/^()#{1,6}(?=[ \t]|$)/],
  [/^()>/],
  [/^()[-+*](?=[ \t]|$)/],
  [/^(1)[.)](?=[ \t]|$)/],
  [/^(\d{1,9})[.)](?=[ \t]|$)/, true],
  [/^()(?:=+|-+)[ \t]*$/],
  [/^()([-*_])[ \t]*(?:\2[ \t]{0,9}){2,200}$/],
  [/^()\[\^[^\]]*\]:/],
  [/^()<(?=[a-z/!?])/i],
  [/^()[|:](?=[|:\- \t]+$)/],
];

function escapedStart(line: string, index: number): string {
  // Every sign of a fence, or the rest could begin something else.
  const fence = /^~{3,}/.exec(line)?.[0] ?? '';
  if (fence) return Array.from(fence, (sign) => `\\${sign}`).join('') + line.slice(fence.length);
  for (const [pattern, firstLineOnly] of starts) {
    const found = firstLineOnly && index > 0 ? null : pattern.exec(line);
    if (found) return `${found[1]}\\${line.slice(found[1]?.length)}`;
  }
  return line;
}
