import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as plainText } from 'mdast-util-to-string';
import { type Heading, refuseTooMany } from './heading.ts';
import type { Pace } from './pace.ts';

/** Parsed at a time: some ten milliseconds. Ours. */
const pieceUnits = 32_000;
/** A title is a line; what is longer and underlined is a paragraph above a rule (ours). */
const underlinedUnitsMax = 200;

/**
 * Blocks alone tell where headings are. Without quotes and lists nothing nests, and without what stands within a line the time
 * a text takes grows with its length, whatever somebody puts into it.
 */
const blocksOnly = {
  disable: {
    null: [
      'attention',
      'autolink',
      'blockQuote',
      'characterEscape',
      'characterReference',
      'codeText',
      'definition',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'list',
    ],
  },
};

/** The headings of a Markdown text in order, those in code, quotes and lists left out. */
export async function headingsInMarkdown(markdown: string, pace: Pace): Promise<Heading[]> {
  const headings: Heading[] = [];
  for (const [start, end] of piecesOf(markdown)) {
    const piece = markdown.slice(start, end);
    for (const node of fromMarkdown(piece, { extensions: [blocksOnly] }).children) {
      const [from, to] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
      if (node.type !== 'heading' || !isTitle(piece.slice(from, to))) continue;
      const title = titleOf(piece.slice(from, to));
      headings.push({ level: node.depth, title, start: start + from, end: start + to });
      refuseTooMany(headings);
    }
    await pace.breathe();
  }
  return headings;
}

/** An underlined paragraph is a heading too; one of several lines, a quote or a list above a rule is meant as what it is. */
function isTitle(source: string): boolean {
  if (/^ {0,3}#/.test(source)) return true;
  const [line = '', underline, more] = source.split('\n');
  if (underline === undefined || more !== undefined || line.length > underlinedUnitsMax) return false;
  return !/^ {0,3}(>|[-+*](\s|$)|\d{1,9}[.)](\s|$))/.test(line);
}

/** What a reader sees of a heading: without marks, on one line. */
function titleOf(source: string): string {
  const [tree] = fromMarkdown(source.slice(0, 2_000)).children;
  return plainText(tree).replace(/\s+/gu, ' ').trim();
}

/** Cuts a text before lines that begin a block of their own: behind an empty line, not in code or a comment. */
function* piecesOf(markdown: string): Generator<[start: number, end: number]> {
  let start = 0;
  let fence: string | undefined;
  let isComment = false;
  let wasBlank = true;
  for (let at = 0; at < markdown.length; ) {
    const newline = markdown.indexOf('\n', at);
    const end = newline < 0 ? markdown.length : newline + 1;
    const line = markdown.slice(at, end);
    if (at - start >= pieceUnits && wasBlank && !fence && !isComment && /^\S/.test(line)) {
      yield [start, at];
      start = at;
    }
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (!fence) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    if (!fence) isComment = staysComment(line, isComment);
    wasBlank = line.trim() === '';
    at = end;
  }
  yield [start, markdown.length];
}

function staysComment(line: string, isComment: boolean): boolean {
  const begins = line.lastIndexOf('<!--');
  if (begins < 0) return isComment && !line.includes('-->');
  return !line.includes('-->', begins);
}
