import type { HeadingWords } from '../formats/chapter-words.ts';
import { textLineOf } from '../formats/text-lines.ts';

/** What the lines before the first heading say of the book. */
interface TitlePage {
  title?: string;
  author: string;
  /** A year in brackets, which no field takes. */
  year?: string;
  /** Where the title page ends. */
  end: number;
}

const titleUnitsMax = 200;
const authorUnitsMax = 120;
/** A title page has few lines (ours). */
const linesMax = 12;
const unitsMax = 4_000;

/** Reads a title page from `start` on: a title, unless a heading has given it, then `by` and a name. */
export function titlePageAt(
  source: string,
  words: HeadingWords,
  { start, end, hasTitle }: { start: number; end: number; hasTitle: boolean },
): TitlePage | undefined {
  const lines = linesAt(source, start, Math.min(end, start + unitsMax));
  const title = hasTitle ? undefined : lines.shift();
  const isChapter = title && ['chapter', 'alone'].includes(words.strictBeginningOf(title.text) ?? '');
  const isSentence = title && /[.,;:]$/.test(title.text);
  if (!hasTitle && (!title || isChapter || isSentence || title.text.length > titleUnitsMax)) return undefined;
  const by = lines.shift();
  const said = by && words.authorIn(by.text);
  if (by === undefined || said === undefined) return undefined;
  const named = said === '' ? lines.shift() : { ...by, text: said };
  if (!named) return undefined;
  const { name, year } = parts(named.text);
  const next = lines[0];
  if (!isName(name)) return undefined;
  // Of a page, and not of a sentence that goes on.
  if (next && !next.isApart) return undefined;
  const onOwnLine = year === undefined && next ? /^[([](\d{4})[)\]]$/.exec(next.text)?.[1] : undefined;
  const found = year ?? onOwnLine;
  return {
    ...(title && { title: title.text }),
    author: name,
    ...(found && { year: found }),
    end: (onOwnLine ? next : named)?.end ?? named.end,
  };
}

interface PageLine {
  text: string;
  end: number;
  /** Behind a blank line. */
  isApart: boolean;
}

function linesAt(source: string, start: number, end: number): PageLine[] {
  const found: PageLine[] = [];
  let isApart = true;
  for (let from = start; from < end && found.length < linesMax; ) {
    const newline = source.indexOf('\n', from);
    const lineEnd = newline < 0 || newline > end ? end : newline;
    const { text, isBlank } = textLineOf(source.slice(from, lineEnd));
    if (!isBlank) found.push({ text, end: lineEnd, isApart });
    isApart = isBlank;
    from = lineEnd + 1;
  }
  return found;
}

function parts(line: string): { name: string; year: string | undefined } {
  const [, name = line, year] = /^(.*?)\s*[([](\d{4})[)\]]$/.exec(line) ?? [];
  return { name, year };
}

/** A name begins with a capital where its script has them, and is no sentence. */
function isName(name: string): boolean {
  return (
    name.length > 0 && name.length <= authorUnitsMax && !/^\p{Ll}|[.!?…,;:]$/u.test(name.replace(/\p{Lu}\.$/u, ''))
  );
}
