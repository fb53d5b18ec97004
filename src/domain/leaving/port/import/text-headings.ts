import type { HeadingWords } from '../formats/chapter-words.ts';
import { type Heading, refuseTooMany } from '../formats/heading.ts';
import { forTextLines, type TextLine } from '../formats/text-lines.ts';
import type { Pace } from '../pace.ts';

/** Maximum length of a heading in words such as `Chapter 12` (ours). */
const wordedUnitsMax = 120;
/** Maximum length of an underlined heading, that of a title. */
const underlinedMax = 200;
/** Longest title that is made of two lines: one that a chapter can have. */
const titleMax = 198;
/** Shortest and longest underline. */
const underline = { least: 3, most: 60 };

/** A heading of a plain text, and how it is marked. */
interface TextHeading extends Heading {
  mark: 'words' | 'underline' | '#';
  /** Lines of text since the heading before. */
  linesBefore: number;
}

/**
 * Headings of a plain text. Where chapters are announced by words (`Chapter 12`), lines that are only underlined are headings
 * within them, except for one title above all.
 */
export async function headingsInText(
  source: string,
  words: HeadingWords,
  isWrapped: boolean,
  pace: Pace,
): Promise<Heading[]> {
  const finder = new Finder(words, isWrapped);
  await forTextLines(source, pace, (line) => finder.see(line));
  finder.see(undefined);
  finder.see(undefined);
  return ranked(withoutContents(finder.headings), words);
}

class Finder {
  readonly headings: TextHeading[] = [];
  private readonly words: HeadingWords;
  private readonly isWrapped: boolean;
  private lines: [before?: TextLine | undefined, line?: TextLine | undefined, next?: TextLine | undefined] = [];
  private linesBefore = 0;
  private headingEnd = -1;

  constructor(words: HeadingWords, isWrapped: boolean) {
    this.words = words;
    this.isWrapped = isWrapped;
  }

  see(after: TextLine | undefined): void {
    const [before, line, next] = this.lines;
    this.lines = [line, next, after];
    if (!line || line.isBlank || line.start < this.headingEnd) return;
    const heading = line.isPlain ? undefined : this.headingAt(line, before, next, after);
    if (!heading) {
      this.linesBefore += 1;
      return;
    }
    this.headings.push({ ...heading, linesBefore: this.linesBefore });
    this.linesBefore = 0;
    this.headingEnd = heading.end;
    refuseTooMany(this.headings);
  }

  private headingAt(
    line: TextLine,
    before: TextLine | undefined,
    next: TextLine | undefined,
    after: TextLine | undefined,
  ): Omit<TextHeading, 'linesBefore'> | undefined {
    const { text, start, end } = line;
    const isFirst = isBlank(before);
    const ruled = next && /^(?:={3,}|-{3,})$/.test(next.text) && !next.isPlain ? next : undefined;
    if (ruled && isFirst && isUnderline(text, ruled.text, this.headings.length === 0 && this.linesBefore === 0))
      return { level: ruled.text.startsWith('=') ? 1 : 2, title: text, start, end: ruled.end, mark: 'underline' };
    const [, marks, title] = /^(#{1,6})\s+(.*?)[\s#]*$/.exec(text) ?? [];
    if (marks && title && text.length <= underlinedMax + 10)
      return { level: marks.length, title, start, end, mark: '#' };
    return this.wordedAt(line, isFirst, ruled, next, after);
  }

  /** `CHAPTER XII: The Storm`; between blank lines the title may be on the next line, as in old books. */
  private wordedAt(
    { text, start, end }: TextLine,
    isFirst: boolean,
    ruled: TextLine | undefined,
    next: TextLine | undefined,
    after: TextLine | undefined,
  ): Omit<TextHeading, 'linesBefore'> | undefined {
    if (text.length > wordedUnitsMax) return undefined;
    const isAlone = isFirst && isBlank(next);
    const mayStand = isFirst || isBlank(next) || !this.isWrapped;
    const { words } = this;
    const begins = isAlone || ruled ? words.beginningOf(text) : mayStand ? words.strictBeginningOf(text) : undefined;
    const mayContinue = isFirst && !ruled && next && isBlank(after) && isTitle(next, words);
    const titled = mayContinue && text.length + next.text.length < titleMax ? words.beginningOf(text) : undefined;
    const word = titled ?? begins;
    if (!word) return undefined;
    const level = word === 'part' ? 1 : 2;
    if (titled && next)
      return { level, title: `${text.replace(/[.:]$/, '')}: ${next.text}`, start, end: next.end, mark: 'words' };
    return { level, title: text, start, end: ruled?.end ?? end, mark: 'words' };
  }
}

const isBlank = (line: TextLine | undefined) => !line || line.isBlank;

function isTitle({ text, isBlank, isRule, isPlain, isIndented }: TextLine, words: HeadingWords): boolean {
  const isInCapitals = text === text.toUpperCase() && text !== text.toLowerCase();
  const end = isInCapitals ? /[.…,;"”»]$/u : /[.!?…,;。！？，；、"”»」』]$/u;
  const isSentence = text.length > wordedUnitsMax || end.test(text);
  return !isSentence && !isBlank && !isRule && !isPlain && !isIndented && !words.beginningOf(text);
}

/** An underline is as long as its line, within limits. Any other rule is a scene break. */
function isUnderline(text: string, rule: string, isFirstLine: boolean): boolean {
  const units = text.length > underlinedMax * 2 ? 0 : Array.from(text).length;
  if (units === 0 || units > underlinedMax) return false;
  // The title of a book may end as a sentence does.
  if (/[.,;。，；]$/u.test(text) && !(isFirstLine && rule.startsWith('='))) return false;
  return rule.length === Math.min(underline.most, Math.max(underline.least, units));
}

/** Headings that a list of contents repeats, before their chapters, are text. */
function withoutContents(headings: readonly TextHeading[]): TextHeading[] {
  const last = new Map(headings.map(({ title }, index) => [keyOf(title), index]));
  return headings.filter(({ title, mark }, index) => {
    const isEmpty = headings[index + 1]?.linesBefore === 0;
    return mark !== 'words' || !isEmpty || last.get(keyOf(title)) === index;
  });
}

/** A list of contents may have the number of a page, behind dots or a wide space. */
const keyOf = (title: string) => title.replace(/(?:\s*[.…]{2,}|\s{3,}|\t)\s*\d*$/u, '').toLowerCase();

/** Gives the marks of a text levels that compare. */
function ranked(headings: readonly TextHeading[], words: HeadingWords): Heading[] {
  const hasTitle = headings[0]?.mark === 'underline' && headings[0].level === 1;
  const areWorded = headings.some(({ mark, title }) => mark === 'words' && words.beginningOf(title) === 'chapter');
  return headings.map(({ mark, linesBefore: _, ...heading }, index) => {
    if (mark === '#' && hasTitle) return { ...heading, level: heading.level + 1 };
    if (mark === 'words') return { ...heading, isWorded: true };
    if (!areWorded || mark !== 'underline' || words.beginningOf(heading.title)) return heading;
    return { ...heading, level: index === 0 ? 1 : heading.level + 2 };
  });
}
