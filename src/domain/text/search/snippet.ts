import { escapesIn, unescaped } from '../../../prose/escape.ts';
import type { Mark, Range } from './highlight.ts';
import { snippetLength } from './rules.ts';

/** A snippet of a field. All numbers are code points. */
export interface Snippet {
  text: string;
  offset: number;
  highlights: Range[];
}

/** Maximum text before the first mark, code units. */
const before = 60;

/** The snippet of a passage that contains most clauses. `start` is the offset of the passage in its field. */
export function snippetOf(passage: string, start: number, marks: readonly Mark[]): Snippet {
  const [from, to] = windowOf(passage, marks);
  const lengthTo = counter(passage, from);
  const highlights = merged(marks.filter((mark) => mark.start >= from && mark.start < to)).map((range) => ({
    start: lengthTo(range.start),
    end: lengthTo(Math.min(range.end, to)),
  }));
  return { text: passage.slice(from, to), offset: start + counter(passage, 0)(from), highlights };
}

/** The same snippet without the backslashes of Markdown. */
export function withoutEscapes({ text, offset, highlights }: Snippet): Snippet {
  const escapes = escapesIn(text).map((at) => counter(text, 0)(at));
  const moved = (at: number) => at - escapes.filter((one) => one < at).length;
  const ranges = highlights.map(({ start, end }) => ({ start: moved(start), end: moved(end) }));
  return { text: unescaped(text), offset, highlights: ranges };
}

/** Converts offsets, which must ascend, to code points. */
function counter(text: string, from: number) {
  let [at, count] = [from, 0];
  return (to: number): number => {
    for (; at < to; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return count;
  };
}

function windowOf(passage: string, marks: readonly Mark[]): [from: number, to: number] {
  const { start, end } = bestOf(marks) ?? { start: 0, end: 0 };
  const from = start <= before ? 0 : startOfWord(passage, start - before, start);
  return [from, endOfWord(passage, end, endAfter(passage, from))];
}

/** The first mark of the snippet with most different clauses. */
function bestOf(marks: readonly Mark[]): Mark | undefined {
  const reach = snippetLength - before;
  const clauses = new Set(marks.map(({ clause }) => clause)).size;
  let best: { mark: Mark; seen: number } | undefined;
  for (const [index, mark] of marks.entries()) {
    const seen = new Set<number>();
    for (let next = index; (marks[next]?.end ?? Number.POSITIVE_INFINITY) <= mark.start + reach; next += 1)
      seen.add(marks[next]?.clause ?? 0);
    if (!best || seen.size > best.seen) best = { mark, seen: seen.size };
    if (best.seen === clauses) break;
  }
  return best?.mark;
}

/** Last possible end of a snippet that begins there. */
function endAfter(text: string, from: number): number {
  let at = from;
  for (let count = 0; count < snippetLength && at < text.length; count += 1)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

function startOfWord(text: string, earliest: number, latest: number): number {
  const blank = text.slice(earliest, latest).search(/\s/u);
  return blank < 0 ? whole(text, earliest, latest) : earliest + blank + 1;
}

/** End of the last whole word; in a text without blanks the last possible end. */
function endOfWord(text: string, earliest: number, latest: number): number {
  if (latest === text.length || earliest >= latest) return latest;
  const blank = text.slice(earliest, latest).search(/\s\S*$/u);
  return blank < 0 ? latest : earliest + blank;
}

/** The next boundary between characters with their marks. */
function whole(text: string, at: number, latest: number): number {
  let place = at;
  while (place < latest && /^[\p{M}\p{Cf}\udc00-\udfff]/u.test(text.slice(place, place + 2))) place += 1;
  return place;
}

/** Joins marks that overlap. */
function merged(marks: readonly Range[]): Range[] {
  const ranges: Range[] = [];
  for (const { start, end } of marks) {
    const last = ranges.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
