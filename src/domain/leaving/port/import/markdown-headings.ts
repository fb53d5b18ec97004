import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as plainText } from 'mdast-util-to-string';
import { fenceAt } from '../../../../prose/fence.ts';
import { htmlBlockAt } from '../../../../prose/html-block.ts';
import type { HeadingWords } from '../formats/chapter-words.ts';
import { type Heading, refuseTooMany } from '../formats/heading.ts';
import { forLines, type SourceLine } from '../formats/lines.ts';
import type { Pace } from '../pace.ts';

/** A longer underlined line is a paragraph above a scene break. */
const underlinedMax = 80;
/** The end of a sentence. A question or a call above a row of equals signs is a title. */
const sentenceEnd = { '-': /[.!?…,;:]["”’»)\]*_]*\s*$/u, '=': /[.…,;:]["”’»)\]*_]*\s*$/u };
/** Longer titles keep their markup (ours). */
const markedUnitsMax = 300;

/** A multi-line block without headings. Answers for each line whether the block continues after it. */
type Block = (line: string) => boolean;

/**
 * Headings of a Markdown text in order, without those in code, quotes and lists. Parses CommonMark blocks line by line, in
 * linear time for any input.
 */
export async function headingsInMarkdown(markdown: string, words: HeadingWords, pace: Pace): Promise<Heading[]> {
  const blocks = new Blocks(markdown, words);
  await forLines(markdown, pace, (line) => blocks.read(line));
  blocks.end();
  const headings: Heading[] = [];
  for (const { title, ...heading } of blocks.found) {
    headings.push({ ...heading, title: shownOf(title) });
    await pace.breathe();
  }
  return headings;
}

class Blocks {
  /** With titles as written. */
  private readonly headings: Heading[] = [];
  /** Paragraphs of one line that announce a chapter, or are bold numbers. */
  private readonly worded: Heading[] = [];
  private hasMarks = false;
  private readonly source: string;
  private readonly words: HeadingWords;
  private block: Block | undefined;
  /** The open paragraph, by its first line. */
  private paragraph: { first: SourceLine; isOneLine: boolean; isBehindBlank: boolean } | undefined;
  private isBehindBlank = true;

  constructor(source: string, words: HeadingWords) {
    this.source = source;
    this.words = words;
  }

  /** Without headings that begin with `#`, lines such as `**Chapter One**` are headings. */
  get found(): readonly Heading[] {
    const words = this.worded.filter(({ title }) => !isNumber(title));
    const numbers = this.worded.filter(({ title }) => isNumber(title));
    if (this.hasMarks || (words.length === 0 && numbers.length < 2)) return this.headings;
    return [...(numbers.length > 1 ? this.worded : words), ...this.headings].sort((a, b) => a.start - b.start);
  }

  end(): void {
    this.closeParagraph();
  }

  read(line: SourceLine): void {
    this.readLine(line);
    this.isBehindBlank = line.text.trim() === '';
  }

  private readLine(line: SourceLine): void {
    const whole = () => this.source.slice(line.start, line.end);
    if (this.block) {
      if (!this.block(whole())) this.block = undefined;
      return;
    }
    const { text } = line;
    const isIndented = /^(?: {4}| {0,3}\t)/.test(text);
    if (text.trim() === '') this.closeParagraph();
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
      const title = withoutMarks(whole());
      // A mark alone is a scene break.
      if (title !== '') {
        this.hasMarks = true;
        this.add({ level: marks.length, title, start, end });
      }
    } else if (this.paragraph && underline) {
      const { first, isOneLine } = this.paragraph;
      const level = underline.startsWith('=') ? 1 : 2;
      const mark = underline.startsWith('=') ? '=' : '-';
      if (isOneLine && mayBeTitle(first, mark))
        this.add({ level, title: first.text, start: first.start, end, ...(mark === '-' && { isDashed: true }) });
    } else if (!/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(text)) {
      this.goOn(line, true);
      return;
    }
    this.paragraph = undefined;
  }

  /** Ends a paragraph at a blank line, or at the end of the text. */
  private closeParagraph(): void {
    const { first, isOneLine, isBehindBlank } = this.paragraph ?? {};
    this.paragraph = undefined;
    if (!first || !isOneLine || !isBehindBlank) return;
    const text = first.text.trim();
    const [, , bold] = /^(\*\*|__)([^*_]{1,120})\1$/.exec(text) ?? [];
    const title = bold ?? text;
    const begins = text.length > 130 ? undefined : this.words.beginningOf(title);
    if (!begins && !(bold && isNumber(bold))) return;
    this.worded.push({ level: begins === 'part' ? 1 : 2, title, start: first.start, end: first.end, isWorded: true });
    refuseTooMany(this.worded);
  }

  /** Continues a paragraph; indented code does not interrupt one. */
  private goOn(line: SourceLine, begins: boolean): void {
    if (this.paragraph) this.paragraph.isOneLine = false;
    else if (begins) this.paragraph = { first: line, isOneLine: true, isBehindBlank: this.isBehindBlank };
  }

  private add(heading: Heading): void {
    this.headings.push(heading);
    refuseTooMany(this.headings);
  }
}

/** An underlined line is a heading, unless it is long, a sentence, or a quote or list above a rule. */
function mayBeTitle({ text }: SourceLine, mark: '-' | '='): boolean {
  if (Array.from(text.trim()).length > underlinedMax || sentenceEnd[mark].test(text)) return false;
  return !/^ {0,3}(>|[-+*](\s|$)|\d{1,9}[.)](\s|$))/.test(text);
}

const isNumber = (title: string) => /^(?:\d{1,3}|[IVXLC]{1,7})\.?$/.test(title);

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
