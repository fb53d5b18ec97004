import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as plainText } from 'mdast-util-to-string';
import { fenceBegins } from '../../prose/fence.ts';
import { htmlBegins } from '../../prose/html-block.ts';
import { type Heading, refuseTooMany } from './heading.ts';
import { forLines, type Line } from './lines.ts';
import type { Pace } from './pace.ts';

/** A title is a line; what is longer and underlined is a paragraph above a rule (ours). */
const underlinedUnitsMax = 200;
/** What is longer is no title that anybody marked up: its marks stay (ours). */
const markedUnitsMax = 300;

/** What goes on over lines, in which nothing is a heading; told of each line, it says whether it goes on behind that. */
type Block = (line: string) => boolean;

/**
 * The headings of a Markdown text in order, those in code, quotes and lists left out: CommonMark's blocks, read line by line,
 * so that the time it takes grows with the length alone, whatever somebody puts into it.
 */
export async function headingsInMarkdown(markdown: string, pace: Pace): Promise<Heading[]> {
  const blocks = new Blocks(markdown);
  await forLines(markdown, pace, (line) => blocks.read(line));
  const headings: Heading[] = [];
  for (const { title, ...heading } of blocks.headings) {
    headings.push({ ...heading, title: shownOf(title) });
    await pace.breathe();
  }
  return headings;
}

class Blocks {
  /** Their titles as they are written. */
  readonly headings: Heading[] = [];
  private readonly source: string;
  private block: Block | undefined;
  /** The paragraph that goes on, by its first line. */
  private paragraph: { first: Line; isOneLine: boolean } | undefined;

  constructor(source: string) {
    this.source = source;
  }

  read(line: Line): void {
    const whole = () => this.source.slice(line.start, line.end);
    if (this.block) {
      if (!this.block(whole())) this.block = undefined;
      return;
    }
    const { text } = line;
    const isIndented = /^(?: {4}| {0,3}\t)/.test(text);
    if (text.trim() === '') this.paragraph = undefined;
    else if (isIndented) this.goOn(line, false);
    else this.begin(line, whole);
  }

  private begin(line: Line, whole: () => string): void {
    const { text, start, end } = line;
    const [, marks] = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(text) ?? [];
    const [, underline] = /^ {0,3}(=+|-+)[ \t]*$/.exec(text) ?? [];
    const block = fenceBegins(text) ?? htmlBegins(text, { inParagraph: this.paragraph !== undefined });
    if (block) {
      // It may end in the line in which it begins.
      if (block.goesOn(whole())) this.block = block.goesOn;
    } else if (marks) {
      this.add({ level: marks.length, title: withoutMarks(whole()), start, end });
    } else if (this.paragraph && underline) {
      const { first, isOneLine } = this.paragraph;
      const level = underline.startsWith('=') ? 1 : 2;
      if (isOneLine && mayBeTitle(first)) this.add({ level, title: first.text, start: first.start, end });
    } else if (!/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(text)) {
      this.goOn(line, true);
      return;
    }
    this.paragraph = undefined;
  }

  /** A paragraph goes on; code that is indented begins none. */
  private goOn(line: Line, begins: boolean): void {
    if (this.paragraph) this.paragraph.isOneLine = false;
    else if (begins) this.paragraph = { first: line, isOneLine: true };
  }

  private add(heading: Heading): void {
    this.headings.push(heading);
    refuseTooMany(this.headings);
  }
}

/** An underlined line is a heading; a quote or a list above a rule is meant as what it is. */
function mayBeTitle({ text, start, end }: Line): boolean {
  if (end - start > underlinedUnitsMax) return false;
  return !/^ {0,3}(>|[-+*](\s|$)|\d{1,9}[.)](\s|$))/.test(text);
}

/** The marks before and behind the words of a heading. */
function withoutMarks(line: string): string {
  const words = line.replace(/^ *#+/, '').trim();
  if (words.length > markedUnitsMax) return words;
  const closed = words.replace(/#+$/, '');
  return closed === '' || /[ \t]$/.test(closed) ? closed.trim() : words;
}

/** What a reader sees of a title: without marks, on one line. */
function shownOf(title: string): string {
  if (title.length > markedUnitsMax) return title.trim();
  // Behind a mark of its own, so that nothing in it begins a list or code.
  const shown = /[*_`[\]<>&\\!~]/.test(title) ? plainText(fromMarkdown(`# ${title.trim()}`)) : title;
  return shown.replace(/\s+/gu, ' ').trim();
}
