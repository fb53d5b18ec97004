import { escapedParagraph } from '../../../../prose/escape.ts';
import { joinsWithoutBlank } from '../../../../prose/lines.ts';
import { textLineOf } from '../formats/text-lines.ts';
import type { TextSurvey } from './text-survey.ts';

/** Line breaks within a line: Word's, and those of Unicode. */
const innerBreak = /[\v\u0085\u2028\u2029]/;

/** Converts lines of plain text to Markdown that shows them as they are, in paragraphs. */
export class TextParagraphs {
  /** Paragraphs in the whole text. */
  count = 0;
  private readonly survey: TextSurvey;
  private blocks: string[] = [];
  private lines: string[] = [];
  private last = '';

  constructor(survey: TextSurvey) {
    this.survey = survey;
  }

  add(line: string): void {
    const { text, isBlank, isIndented, isRule } = textLineOf(line);
    if (isBlank || isRule) {
      this.close();
      if (isRule) this.blocks.push('***');
      return;
    }
    if (this.begins(isIndented)) this.close();
    const [first = '', ...others] = text.split(innerBreak).map((part) => part.trim());
    const open = this.lines.pop();
    if (open === undefined) this.lines.push(first);
    else if (this.isWrappedBefore(first)) this.lines.push(joined(open, first));
    else this.lines.push(open, first);
    this.lines.push(...others.filter(Boolean));
    this.last = text;
  }

  addHeading(title: string): void {
    this.close();
    this.blocks.push(`## ${escapedParagraph([title])}`);
  }

  /** The Markdown of all lines since the last call. */
  take(): string {
    this.close();
    const markdown = this.blocks.join('\n\n');
    this.blocks = [];
    return markdown;
  }

  private close(): void {
    if (this.lines.length === 0) return;
    this.blocks.push(escapedParagraph(this.lines, this.survey.emphasis));
    this.count += 1;
    this.lines = [];
  }

  private begins(isIndented: boolean): boolean {
    const { paragraphs, wrapUnits } = this.survey;
    return paragraphs === 'line' || (paragraphs === 'indent' && (isIndented || wrapUnits === 0));
  }

  /** Whether the line end before a line was put by an editor: its first word had no room. A much shorter line is meant. */
  private isWrappedBefore(line: string): boolean {
    const { wrapUnits } = this.survey;
    if (wrapUnits === 0) return false;
    const firstWord = /^\S*/.exec(line)?.[0].length ?? 0;
    return this.last.length + 1 + firstWord > wrapUnits * meantShare;
  }
}

/** A line whose end is meant leaves at least this part of the width free (ours). */
const meantShare = 0.75;

/** A hyphen at the end of a line stands within a word. */
function joined(before: string, line: string): string {
  const isWord = /\p{L}-$/u.test(before) && /^\p{L}/u.test(line);
  return isWord || joinsWithoutBlank(before, line) ? before + line : `${before} ${line}`;
}
