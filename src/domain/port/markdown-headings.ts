import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as plainText } from 'mdast-util-to-string';
import { fenceAt } from '../../prose/fence.ts';
import { htmlBlockAt } from '../../prose/html-block.ts';
import { type Heading, refuseTooMany } from './heading.ts';
import { forLines, type SourceLine } from './lines.ts';
import type { Pace } from './pace.ts';

/** A longer underlined line is a paragraph above a rule (ours). */
const underlinedUnitsMax = 200;
/** Longer titles keep their markup (ours). */
const markedUnitsMax = 300;

/** A multi-line block without headings. Answers for each line whether the block continues after it. */
type Block = (line: string) => boolean;

/**
 * Headings of a Markdown text in order, without those in code, quotes and lists. Parses CommonMark blocks line by line, in
 * linear time for any input.
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
  /** With titles as written. */
  readonly headings: Heading[] = [];
  private readonly source: string;
  private block: Block | undefined;
  /** The open paragraph, by its first line. */
  private paragraph: { first: SourceLine; isOneLine: boolean } | undefined;

  constructor(source: string) {
    this.source = source;
  }

  read(line: SourceLine): void {
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

  private begin(line: SourceLine, whole: () => string): void {
    const { text, start, end } = line;
    const [, marks] = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(text) ?? [];
    const [, underline] = /^ {0,3}(=+|-+)[ \t]*$/.exec(text) ?? [];
    const block = fenceAt(text) ?? htmlBlockAt(text, { inParagraph: this.paragraph !== undefined });
    if (block) {
      // It may end in its first line.
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

  /** Continues a paragraph; indented code does not interrupt one. */
  private goOn(line: SourceLine, begins: boolean): void {
    if (this.paragraph) this.paragraph.isOneLine = false;
    else if (begins) this.paragraph = { first: line, isOneLine: true };
  }

  private add(heading: Heading): void {
    this.headings.push(heading);
    refuseTooMany(this.headings);
  }
}

/** An underlined line is a heading, unless it is a quote or list above a rule. */
function mayBeTitle({ text, start, end }: SourceLine): boolean {
  if (end - start > underlinedUnitsMax) return false;
  return !/^ {0,3}(>|[-+*](\s|$)|\d{1,9}[.)](\s|$))/.test(text);
}

/** Strips the marks of a heading. */
function withoutMarks(line: string): string {
  const words = line.replace(/^ *#+/, '').trim();
  if (words.length > markedUnitsMax) return words;
  const closed = words.replace(/#+$/, '');
  return closed === '' || /[ \t]$/.test(closed) ? closed.trim() : words;
}

/** Plain text of a title, on one line. */
function shownOf(title: string): string {
  if (title.length > markedUnitsMax) return title.trim();
  // As a heading, so that nothing in it starts a list or code.
  const shown = /[*_`[\]<>&\\!~]/.test(title) ? plainText(fromMarkdown(`# ${title.trim()}`)) : title;
  return shown.replace(/\s+/gu, ' ').trim();
}
