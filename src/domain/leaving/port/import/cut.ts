import { everyHeading } from '../formats/chapter-words.ts';
import type { ManuscriptChapter } from '../formats/exact-markdown.ts';
import type { Heading } from '../formats/heading.ts';

/** A manuscript split into chapters. */
interface Cut {
  /** Title of the book, if a heading states it. */
  title: string | undefined;
  chapters: ManuscriptChapter[];
}

/** Title of text before the first heading (ours). */
const openingTitle = 'Opening';

/** Reads a part of a source as the text of a chapter, without blank lines around it. Parts are read in their order. */
export type ReadPart = (start: number, end: number) => string;

/**
 * Splits a source at its headings (docs/import-export.md, "Where chapters begin"). Drops only headings and surrounding blank
 * lines. `readerFor` takes the headings that stay in the text.
 */
export function cutAt(
  sourceEnd: number,
  headings: readonly Heading[],
  readerFor: (deeper: readonly Heading[]) => ReadPart,
): Cut {
  const titled = bookTitleIn(headings);
  const rest = titled ? headings.slice(1) : headings;
  const level = levelOfChapters(rest);
  const cuts = rest.filter((heading) => heading.level <= level);
  const read = readerFor(rest.filter((heading) => heading.level > level));
  const openingEnd = cuts[0]?.start ?? sourceEnd;
  // Text before a title heading belongs to the opening.
  const opening = titled
    ? [read(0, titled.start), read(titled.end, openingEnd)].filter(Boolean).join('\n\n')
    : read(0, openingEnd);
  const chapters = opening ? [{ title: cuts.length > 0 ? openingTitle : null, content: opening }] : [];
  return {
    title: titled?.title ?? soleTitle(cuts),
    chapters: [...chapters, ...chaptersAt(sourceEnd, cuts, level, read)],
  };
}

/** A title page, or a single first heading above all others, unless it names a chapter or part, has the book's title. */
function bookTitleIn(headings: readonly Heading[]): Heading | undefined {
  const [first, ...others] = headings;
  if (first?.isTitle) return first;
  if (!first || others.length === 0 || everyHeading.beginningOf(first.title)) return undefined;
  return others.every(({ level }) => level > first.level) ? first : undefined;
}

/** The only heading of a text is often its title. */
function soleTitle(cuts: readonly Heading[]): string | undefined {
  const [only, ...others] = cuts;
  return only && others.length === 0 && !everyHeading.beginningOf(only.title) ? only.title : undefined;
}

/**
 * Level of chapter headings: the level with numbered chapters; else the highest that occurs more than once, without parts;
 * else the highest.
 */
function levelOfChapters(headings: readonly Heading[]): number {
  const levels = (some: readonly Heading[]) => some.map(({ level }) => level);
  const counted = headings.filter(({ title }) => everyHeading.beginningOf(title) === 'chapter');
  if (counted.length > 0) return Math.min(...new Set(levels(counted)));
  const plain = headings.filter(({ title }) => everyHeading.beginningOf(title) !== 'part');
  const among = levels(plain.length > 0 ? plain : headings);
  const times = Map.groupBy(among, (level) => level);
  const often = [...times].filter(([, all]) => all.length > 1).map(([level]) => level);
  return Math.min(...(often.length > 0 ? often : times.keys()));
}

/** Reads parts of Markdown. Headings that stay in the text keep their look, whatever their marks mean in a chapter. */
export function markdownParts(source: string): (deeper: readonly Heading[]) => ReadPart {
  return (deeper) => {
    const dashed = deeper.filter(({ isDashed }) => isDashed);
    let next = 0;
    return (start, end) => {
      let text = '';
      let from = start;
      for (let heading = dashed[next]; heading && heading.start < end; heading = dashed[next]) {
        next += 1;
        if (heading.start < start) continue;
        const [line = ''] = source.slice(heading.start, heading.end).split('\n');
        text += `${source.slice(from, heading.start)}## ${line.trim()}`;
        from = heading.end;
      }
      return withoutBlankLines(text + source.slice(from, end));
    };
  };
}

function chaptersAt(sourceEnd: number, cuts: readonly Heading[], level: number, read: ReadPart): ManuscriptChapter[] {
  const chapters: ManuscriptChapter[] = [];
  let above: string[] = [];
  for (const [index, cut] of cuts.entries()) {
    const next = cuts[index + 1];
    const content = read(cut.end, next?.start ?? sourceEnd);
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
