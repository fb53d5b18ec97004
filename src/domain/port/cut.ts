import { beginningOf } from './chapter-words.ts';
import type { ManuscriptChapter } from './exact-markdown.ts';
import type { Heading } from './heading.ts';

/** A manuscript split into chapters. */
export interface Cut {
  /** Title of the book, if a heading states it. */
  title: string | undefined;
  chapters: ManuscriptChapter[];
}

/** Title of text before the first heading (ours). */
export const openingTitle = 'Opening';

/**
 * Splits a text at its headings (docs/import-export.md, "Where chapters begin"). Drops only headings and surrounding blank
 * lines.
 */
export function cutAt(source: string, headings: readonly Heading[]): Cut {
  const titled = bookTitleIn(headings);
  const [level, rest] = [levelOfChapters(titled ? headings.slice(1) : headings), titled ? headings.slice(1) : headings];
  const cuts = rest.filter((heading) => heading.level <= level);
  const openingFrom = titled ? titled.end : 0;
  // Text before a title heading belongs to the opening.
  const opening = [source.slice(0, titled?.start ?? 0), source.slice(openingFrom, cuts[0]?.start ?? source.length)]
    .map(withoutBlankLines)
    .filter(Boolean)
    .join('\n\n');
  const chapters = opening ? [{ title: cuts.length > 0 ? openingTitle : null, content: opening }] : [];
  return { title: titled?.title ?? soleTitle(cuts), chapters: [...chapters, ...chaptersAt(source, cuts, level)] };
}

/** A single first heading above all others is the book's title, unless it names a chapter or part. */
function bookTitleIn(headings: readonly Heading[]): Heading | undefined {
  const [first, ...others] = headings;
  if (!first || others.length === 0 || beginningOf(first.title)) return undefined;
  return others.every(({ level }) => level > first.level) ? first : undefined;
}

/** The only heading of a text is often its title. */
function soleTitle(cuts: readonly Heading[]): string | undefined {
  const [only, ...others] = cuts;
  return only && others.length === 0 && !beginningOf(only.title) ? only.title : undefined;
}

/**
 * Level of chapter headings: the level with numbered chapters; else the highest that occurs more than once, without parts;
 * else the highest.
 */
function levelOfChapters(headings: readonly Heading[]): number {
  const levels = (some: readonly Heading[]) => some.map(({ level }) => level);
  const counted = headings.filter(({ title }) => beginningOf(title) === 'chapter');
  if (counted.length > 0) return Math.min(...new Set(levels(counted)));
  const plain = headings.filter(({ title }) => beginningOf(title) !== 'part');
  const among = levels(plain.length > 0 ? plain : headings);
  const times = Map.groupBy(among, (level) => level);
  const often = [...times].filter(([, all]) => all.length > 1).map(([level]) => level);
  return Math.min(...(often.length > 0 ? often : times.keys()));
}

function chaptersAt(source: string, cuts: readonly Heading[], level: number): ManuscriptChapter[] {
  const chapters: ManuscriptChapter[] = [];
  let above: string[] = [];
  for (const [index, cut] of cuts.entries()) {
    const next = cuts[index + 1];
    const content = withoutBlankLines(source.slice(cut.end, next?.start ?? source.length));
    // An empty part heading is merged with the next chapter.
    if (cut.level < level && content === '' && next) {
      above.push(cut.title);
      continue;
    }
    const title = [...above, cut.title].filter(Boolean).join(' – ');
    above = [];
    chapters.push({ title: title || null, content });
  }
  return chapters;
}

/** Trims blank lines at both ends. */
function withoutBlankLines(text: string): string {
  return withoutBlankStart(text).trimEnd();
}

/** Trims leading blank lines. Not one regular expression: it would overflow the stack on megabytes of whitespace. */
export function withoutBlankStart(text: string): string {
  const first = text.search(/\S/);
  return first < 0 ? '' : text.slice(text.lastIndexOf('\n', first) + 1);
}
