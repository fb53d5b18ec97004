import { escapesIn, unescaped } from '../../prose/escape.ts';
import type { Mark, Range } from './highlight.ts';
import { snippetLength } from './rules.ts';

/** A piece of a field's text; all numbers are code points. */
export interface Snippet {
  text: string;
  offset: number;
  highlights: Range[];
}

/** Shown before the first mark at most, code units. */
const before = 60;

/** The piece of a passage in which most of the clauses are; `start` is where the passage begins in its field. */
export function snippetOf(passage: string, start: number, marks: readonly Mark[]): Snippet {
  const [from, to] = windowOf(passage, marks);
  const lengthTo = counter(passage, from);
  const highlights = merged(marks.filter((mark) => mark.start >= from && mark.start < to)).map((range) => ({
    start: lengthTo(range.start),
    end: lengthTo(Math.min(range.end, to)),
  }));
  return { text: passage.slice(from, to), offset: start + counter(passage, 0)(from), highlights };
}

/** The same snippet of Markdown as readers see it, without backslashes before signs. */
export function withoutEscapes({ text, offset, highlights }: Snippet): Snippet {
  const escapes = escapesIn(text).map((at) => counter(text, 0)(at));
  const moved = (at: number) => at - escapes.filter((one) => one < at).length;
  const ranges = highlights.map(({ start, end }) => ({ start: moved(start), end: moved(end) }));
  return { text: unescaped(text), offset, highlights: ranges };
}

/** Counts the code points from a place on; the places it is asked for ascend. */
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

/** The mark behind which most different clauses follow within a snippet; the first of several. */
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

/** Where the snippet that begins there ends at the latest. */
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

/** Behind the last whole word, or where a snippet without blanks has to end. */
function endOfWord(text: string, earliest: number, latest: number): number {
  if (latest === text.length || earliest >= latest) return latest;
  const blank = text.slice(earliest, latest).search(/\s\S*$/u);
  return blank < 0 ? latest : earliest + blank;
}

/** The next place that is not within a character or the marks on it. */
function whole(text: string, at: number, latest: number): number {
  let place = at;
  while (place < latest && /^[\p{M}\p{Cf}\udc00-\udfff]/u.test(text.slice(place, place + 2))) place += 1;
  return place;
}

/** Marks that overlap, as one. */
function merged(marks: readonly Range[]): Range[] {
  const ranges: Range[] = [];
  for (const { start, end } of marks) {
    const last = ranges.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
