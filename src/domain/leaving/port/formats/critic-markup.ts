import { fenceAt } from '../../../../prose/fence.ts';

/** A mark of CriticMarkup in a text, in UTF-16 units. */
export interface CriticMark {
  kind: 'change' | 'highlight' | 'comment';
  start: number;
  end: number;
  /** What stands there, without the mark; empty for an insertion and a comment. */
  former: string;
  /** What takes its place, or the words of a comment. */
  present: string;
}

const closings = { '++': '++}', '--': '--}', '~~': '~~}', '==': '==}', '>>': '<<}' } as const;
type Sign = keyof typeof closings;

/** A longer mark is text: neither a passage nor what replaces it can be as long (ours). */
const unitsMax = 130_000;
const codeUnitsMax = 2_000;
/** A longer run of backticks begins no code (ours). */
const ticksMax = 100;
/** What no mark has within it: another change, or the beginning of a chapter. */
const crossed = /(?<!\\)\{(?:\+\+|--|~~|==)|\n {0,3}#{1,6}\s/;
/** An escape, the signs of a mark or of code. */
const signs = /\\[\s\S]|\{(?:\+\+|--|~~|==|>>)|`+|(?<=^|\n) {0,3}~{3,}/g;

/** The whole marks of a Markdown text, in order. Signs in code, escaped ones and marks without an end are text. */
export function* criticMarks(text: string): Generator<CriticMark> {
  const ends = new Map<Sign, number>();
  signs.lastIndex = 0;
  let next = 0;
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const { 0: sign, index } = found;
    next = signs.lastIndex;
    const mark = sign.startsWith('{') ? markAt(text, index, sign.slice(1) as Sign, ends) : undefined;
    if (mark) {
      next = mark.end;
      yield mark;
    } else if (/^\s*[`~]/.test(sign)) next = codeEnd(text, index, sign);
    // The generator may have been left in between.
    signs.lastIndex = next;
  }
}

function markAt(text: string, start: number, sign: Sign, ends: Map<Sign, number>): CriticMark | undefined {
  const closing = closings[sign];
  const from = start + 3;
  let close = ends.get(sign) ?? -2;
  if (close !== -1 && close < from) {
    close = text.indexOf(closing, from);
    ends.set(sign, close);
  }
  if (close < from || close - from > unitsMax) return undefined;
  const body = text.slice(from, close);
  if (body === '' || crossed.test(body)) return undefined;
  const mark = { start, end: close + closing.length };
  if (sign === '++') return { ...mark, kind: 'change', former: '', present: plain(body) };
  if (sign === '--') return { ...mark, kind: 'change', former: plain(body), present: '' };
  if (sign === '==') return { ...mark, kind: 'highlight', former: plain(body), present: '' };
  if (sign === '>>') return { ...mark, kind: 'comment', former: '', present: plain(body) };
  const cut = body.indexOf('~>');
  if (cut < 0) return undefined;
  return { ...mark, kind: 'change', former: plain(body.slice(0, cut)), present: plain(body.slice(cut + 2)) };
}

/** Words within a mark, without the escapes that keep its signs out of them. */
const plain = (body: string) => body.replace(/(\+\+|--|~~|==|<<)\\\}/g, '$1}').replaceAll('~\\>', '~>');

/** The end of code that begins at a place; the end of its signs if none does. */
function codeEnd(text: string, at: number, sign: string): number {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const isFirst = text.slice(lineStart, at).trim() === '' && at - lineStart < 4;
  const fence = isFirst ? fenceAt(text.slice(lineStart, endOfLine(text, at))) : undefined;
  if (fence) return fenceEnd(text, lineStart, fence);
  if (!sign.startsWith('`') || sign.length > ticksMax) return at + sign.length;
  const inside = text.slice(at + sign.length, at + codeUnitsMax);
  const closing = new RegExp(`(?<!\`)${sign}(?!\`)`).exec(inside);
  if (!closing || /\n[ \t]*\n/.test(inside.slice(0, closing.index))) return at + sign.length;
  return at + sign.length + closing.index + sign.length;
}

function fenceEnd(text: string, start: number, fence: NonNullable<ReturnType<typeof fenceAt>>): number {
  for (let at = start; at < text.length; ) {
    const end = endOfLine(text, at);
    if (!fence.goesOn(text.slice(at, end))) return end;
    at = end + 1;
  }
  return text.length;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
