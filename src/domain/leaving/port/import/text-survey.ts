import type { EmphasisSign } from '../../../../prose/escape.ts';
import type { HeadingWords } from '../formats/chapter-words.ts';
import { forTextLines, type TextLine } from '../formats/text-lines.ts';
import type { Pace } from '../pace.ts';
import type { ParagraphMark } from '../rules.ts';

/** How a plain text is to be read. */
export interface TextSurvey {
  paragraphs: ParagraphMark;
  /** Width at which an editor has wrapped its lines; 0 if each line end is meant. */
  wrapUnits: number;
  /** Signs that the text puts around emphasized words. */
  emphasis: readonly EmphasisSign[];
}

/** Lengths of wrapped lines (ours). */
const wrapped = { least: 50, most: 90 };
/** Longer lines are counted as this long. */
const unitsMax = 200;
/** The part of lines that shows a habit of the writer (ours). */
const habit = 0.5;
/** The first paragraph of a chapter is often not indented (ours). */
const indentHabit = 0.3;

const sentenceEnd = /[.!?…:;。！？][\p{Pf}\p{Pe}"'*_]*$/u;

/** Looks at all lines of a text before it is read. `paragraphs` overrides what the lines say. */
export async function surveyOf(
  source: string,
  words: HeadingWords,
  pace: Pace,
  paragraphs?: ParagraphMark,
): Promise<TextSurvey> {
  const survey = new Survey(words);
  await forTextLines(source, pace, (line) => survey.see(line));
  const { result } = survey;
  // Where the request says that indents begin paragraphs, other lines continue them, however short they are.
  const wrapUnits = paragraphs === 'indent' ? Math.max(1, result.wrapUnits) : result.wrapUnits;
  return { ...result, wrapUnits, ...(paragraphs && { paragraphs }) };
}

class Survey {
  private readonly words: HeadingWords;
  private before: TextLine | undefined;
  /** Lines with text that are no headings and no rules. */
  private lines = 0;
  private indented = 0;
  /** Indented lines right after a line that is not. */
  private begun = 0;
  /** Blank lines between lines with text, and all others. */
  private gaps = 0;
  private blanks = 0;
  private isBehindGap = false;
  /** Lines with another right behind them, by length. */
  private readonly inner = new Array<number>(unitsMax + 1).fill(0);
  private innerSentences = 0;
  private readonly emphasis = { _: new MarkUse('_'), '*': new MarkUse('*') };

  constructor(words: HeadingWords) {
    this.words = words;
  }

  see(line: TextLine): void {
    const { before } = this;
    if (line.isBlank) {
      this.blanks += 1;
      this.isBehindGap ||= before !== undefined;
      this.before = undefined;
      return;
    }
    if (line.isRule || this.words.strictBeginningOf(line.text)) {
      this.before = undefined;
      this.isBehindGap = false;
      return;
    }
    this.before = line;
    this.lines += 1;
    for (const use of Object.values(this.emphasis)) use.see(line.text);
    if (line.isIndented) this.indented += 1;
    if (this.isBehindGap) this.gaps += 1;
    this.isBehindGap = false;
    if (!before) return;
    if (line.isIndented && !before.isIndented) this.begun += 1;
    const units = Math.min(unitsMax, before.end - before.start);
    this.inner[units] = (this.inner[units] ?? 0) + 1;
    if (sentenceEnd.test(before.text)) this.innerSentences += 1;
  }

  get result(): TextSurvey {
    const wrapUnits = this.wrapUnits;
    const marks = Object.entries(this.emphasis).filter(([, use]) => use.isConsistent);
    return { paragraphs: this.paragraphs(wrapUnits), wrapUnits, emphasis: marks.map(([mark]) => mark as EmphasisSign) };
  }

  private get innerLines(): number {
    return this.inner.reduce((sum, count) => sum + count, 0);
  }

  /** The length that nine of ten wrapped lines do not exceed. */
  private get wrapUnits(): number {
    const total = this.innerLines;
    const usual = this.inner.slice(wrapped.least, wrapped.most).reduce((sum, count) => sum + count, 0);
    const isApart = this.blanks > 0 || this.indented > 1;
    if (!isApart || usual <= total * habit || this.innerSentences > total * habit) return 0;
    let seen = 0;
    return this.inner.findIndex((count) => {
      seen += count;
      return seen >= total * 0.9;
    });
  }

  private paragraphs(wrapUnits: number): ParagraphMark {
    const isIndented = wrapUnits > 0 ? this.begun > this.gaps * habit : this.indented > this.lines * indentHabit;
    if (isIndented) return 'indent';
    const inner = this.innerLines;
    if (wrapUnits > 0 || inner === 0) return 'blank';
    if (this.gaps === 0) return 'line';
    return inner > this.gaps && this.innerSentences > inner * habit ? 'line' : 'blank';
  }
}

/** How a text uses a sign of emphasis. */
class MarkUse {
  private opens = 0;
  private closes = 0;
  private others = 0;
  private readonly patterns: { opens: RegExp; closes: RegExp; all: RegExp };

  constructor(sign: string) {
    const mark = sign === '*' ? '\\*' : sign;
    this.patterns = {
      opens: new RegExp(String.raw`(?<![\p{L}\p{N}${mark}])${mark}(?=[^\s${mark}])`, 'gu'),
      closes: new RegExp(String.raw`(?<=[^\s${mark}])${mark}(?![\p{L}\p{N}${mark}])`, 'gu'),
      // Between letters it means nothing, as in `snake_case`.
      all: new RegExp(String.raw`(?<![\p{L}\p{N}])${mark}|${mark}(?![\p{L}\p{N}])`, 'gu'),
    };
  }

  see(line: string): void {
    const all = line.match(this.patterns.all)?.length ?? 0;
    if (all === 0) return;
    const [opens, closes] = [this.patterns.opens, this.patterns.closes].map((one) => line.match(one)?.length ?? 0);
    this.opens += opens ?? 0;
    this.closes += closes ?? 0;
    this.others += Math.max(0, all - (opens ?? 0) - (closes ?? 0));
  }

  get isConsistent(): boolean {
    const odd = Math.abs(this.opens - this.closes) + this.others;
    return this.opens > 0 && odd * 50 <= this.opens;
  }
}
