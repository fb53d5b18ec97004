import { beginningOf } from './chapter-words.ts';
import type { ManuscriptChapter } from './exact-markdown.ts';
import type { Heading } from './heading.ts';

/** A manuscript cut into chapters. */
export interface Cut {
  /** Of the book, where a heading of its own says it. */
  title: string | undefined;
  chapters: ManuscriptChapter[];
}

/** What stands before the first heading (ours). */
export const openingTitle = 'Opening';

/** Cuts a text at its headings (docs/import-export.md, "Where chapters begin"). Nothing but headings and the blank lines around texts is left out. */
export function cutAt(source: string, headings: readonly Heading[]): Cut {
  const titled = bookTitleIn(headings);
  const [level, rest] = [levelOfChapters(titled ? headings.slice(1) : headings), titled ? headings.slice(1) : headings];
  const cuts = rest.filter((heading) => heading.level <= level);
  const openingFrom = titled ? titled.end : 0;
  // A heading that is the book's title has what was before it for company.
  const opening = [source.slice(0, titled?.start ?? 0), source.slice(openingFrom, cuts[0]?.start ?? source.length)]
    .map(withoutBlankLines)
    .filter(Boolean)
    .join('\n\n');
  const chapters = opening ? [{ title: cuts.length > 0 ? openingTitle : null, content: opening }] : [];
  return { title: titled?.title ?? soleTitle(cuts), chapters: [...chapters, ...chaptersAt(source, cuts, level)] };
}

/** A first heading above all others is the book's, unless it says that a chapter or part begins. */
function bookTitleIn(headings: readonly Heading[]): Heading | undefined {
  const [first, ...others] = headings;
  if (!first || others.length === 0 || beginningOf(first.title)) return undefined;
  return others.every(({ level }) => level > first.level) ? first : undefined;
}

/** A text with one heading is often a story that is called so. */
function soleTitle(cuts: readonly Heading[]): string | undefined {
  const [only, ...others] = cuts;
  return only && others.length === 0 && !beginningOf(only.title) ? only.title : undefined;
}

/** The level whose headings count chapters; else the highest that there is more than once, parts not counted; else the highest. */
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
    // A part's heading with nothing under it goes with the chapter that follows.
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

/** As it stands, but for blank lines at both ends. */
function withoutBlankLines(text: string): string {
  return withoutBlankStart(text).trimEnd();
}

/** Without the blank lines that it begins with. Looks for places, not with one pattern: a pattern that goes over megabytes of blanks overflows its stack. */
export function withoutBlankStart(text: string): string {
  const first = text.search(/\S/);
  return first < 0 ? '' : text.slice(text.lastIndexOf('\n', first) + 1);
}
