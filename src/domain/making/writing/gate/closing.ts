import { sceneBreak } from '../../../../prose/scene-break.ts';
import { isSceneHeading } from '../../../text/remark/heading.ts';
import { mayStartWith, startersOf } from '../../../text/remark/lexicon.ts';
import type { ReportRemoved } from '../../../text/remark/reasoning.ts';
import {
  isBracketedCount,
  isClosingRemark,
  isContinued,
  isEnd,
  isLabelHeading,
  isSubheading,
} from '../../../text/remark/remark.ts';
import { dashes, fence, heading, listItem, marked, rule, ruleStart, speechStart, tag } from './lines.ts';

/** Maximum characters that are held back at the end of a reply. Ours. */
const closingMax = 1_200;
/** Maximum characters of a line below a rule that is held because it may be a remark. Ours. */
const belowRuleMax = 160;

const closers = startersOf(['offers', 'labels', 'apparatus', 'endOf', 'ended', 'chapter', 'reports']);
/** The start of a line that may be a word count. */
const countStart = /^\s*[*_]{0,3}[~≈]?\s?(?:[\d([]|$)/u;

/**
 * Removes the remarks of a chat from the end of a reply. Holds back lines that may be remarks. All other text passes without
 * delay.
 */
export class Closing {
  private readonly isLast: boolean;
  private readonly removed: ReportRemoved;
  private stage: 'line' | 'between' = 'line';
  /** Text that has not been classified; in the stage `between` it begins with the white space before a line. */
  private pending = '';
  /** Lines that may be remarks at the end, with the white space before them. */
  private held: string[] = [];
  private readonly judged = new Map<string, boolean>();
  private rules = 0;

  /** `isLast`: whether this is the last chapter of the book. */
  constructor({ isLast }: { isLast: boolean }, removed: ReportRemoved) {
    this.isLast = isLast;
    this.removed = removed;
  }

  push(piece: string): string {
    this.pending += piece;
    return this.advance(false);
  }

  /** The rest of a complete reply. */
  end(): string {
    return this.advance(true) + this.withoutRemarks(true);
  }

  /** The usable rest of a reply that was cut. */
  cut(): string {
    return this.withoutRemarks(false);
  }

  /** What has not passed. */
  drop(): string {
    return this.releaseHeld() + this.pending;
  }

  private advance(isEnd: boolean): string {
    let text = '';
    while (this.pending !== '') {
      const part = this.stage === 'line' ? this.passLine() : this.passStart(isEnd);
      if (part === undefined) break;
      text += part;
    }
    return text;
  }

  /** Releases text up to the end of its line. */
  private passLine(): string {
    const lineEnd = this.pending.indexOf('\n');
    const text = lineEnd === -1 ? this.pending : this.pending.slice(0, lineEnd);
    this.pending = this.pending.slice(text.length);
    if (lineEnd !== -1) this.stage = 'between';
    return text;
  }

  /** Releases the start of a line and the lines held before it, or holds the line. Undefined while more text is needed. */
  private passStart(isEnd: boolean): string | undefined {
    const start = this.pending.length - this.pending.trimStart().length;
    if (start === this.pending.length) return undefined;
    const lineEnd = this.pending.indexOf('\n', start);
    const end = lineEnd === -1 ? this.pending.length : lineEnd;
    const line = this.pending.slice(start, end);
    const heldLength = this.held.reduce((sum, { length }) => sum + length, line.length);
    const isHeld = heldLength <= closingMax && this.mayClose(line);
    if (isHeld && lineEnd === -1 && !isEnd) return undefined;
    if (isHeld && isSceneHeading(line)) return this.withSceneBreak(start, end);
    const taken = this.pending.slice(0, isHeld ? end : start);
    this.pending = this.pending.slice(taken.length);
    if (isHeld) {
      this.rules += rule.test(line) ? 1 : 0;
      this.held.push(taken);
      return '';
    }
    this.stage = 'line';
    return this.releaseHeld() + taken;
  }

  /** Replaces the heading of a scene by a scene break, unless there is one. */
  private withSceneBreak(start: number, end: number): string {
    const [space, line] = [this.pending.slice(0, start), this.pending.slice(start, end)];
    this.removed('within', line);
    this.pending = this.pending.slice(end);
    if (!rule.test(this.held.at(-1) ?? '')) this.held.push(space + sceneBreak);
    return '';
  }

  private mayClose(line: string): boolean {
    if (this.hasSection(this.held.length)) return true;
    if (listItem.test(line))
      return this.held.some((_one, index) => this.isRemark(index) || this.isHeadBelowRule(index));
    if (rule.test(this.held.at(-1) ?? '') && line.length <= belowRuleMax) return true;
    return marked.test(line) || ruleStart.test(line) || countStart.test(line) || mayStartWith(line, closers);
  }

  /** Whether a held line is a remark. */
  private isRemark(index: number): boolean {
    const line = (this.held[index] ?? '').trim();
    if (this.isRemarkAlone(line)) return true;
    return this.isListHead(index) || (this.isBelowRule(index) && (isSubheading(line) || this.isQuestion(index)));
  }

  /** Whether a line is a remark wherever it stands. Asked for each held line at every further one. */
  private isRemarkAlone(line: string): boolean {
    const known = this.judged.get(line);
    if (known !== undefined) return known;
    const isRemark = isClosingRemark(line) || isContinued(line) || isBracketedCount(line);
    this.judged.set(line, isRemark);
    return isRemark;
  }

  private isBelowRule(index: number): boolean {
    return rule.test(this.held[index - 1] ?? '');
  }

  private isHeadBelowRule(index: number): boolean {
    return this.isBelowRule(index) && heading.test(this.held[index] ?? '');
  }

  /** Whether a section such as "Notes", below a rule, holds the line of an index. */
  private hasSection(index: number): boolean {
    return this.held.slice(0, index).some((line, at) => this.isBelowRule(at) && isLabelHeading(line.trim()));
  }

  /** Whether only a list follows a heading, in any language. */
  private isListHead(index: number): boolean {
    const items = this.held.slice(index + 1);
    return this.isHeadBelowRule(index) && items.length > 1 && items.every((line) => listItem.test(line));
  }

  /** Whether a last line is a question below the only rule of dashes, in any language. */
  private isQuestion(index: number): boolean {
    const line = (this.held[index] ?? '').trim();
    const isAlone = index === this.held.length - 1 && this.rules === 1 && dashes.test(this.held[index - 1] ?? '');
    return isAlone && line.length <= belowRuleMax && /[?？][*_]*$/u.test(line) && !speechStart.test(line);
  }

  private releaseHeld(): string {
    const text = this.held.join('');
    this.held = [];
    this.judged.clear();
    return text;
  }

  /** The held lines without the remarks at their end. */
  private withoutRemarks(isWhole: boolean): string {
    if (this.pending.trim() !== '') {
      this.held.push(this.pending);
      this.pending = '';
    }
    let kept = this.held.length;
    while (kept > 0 && this.isClosing(kept - 1, isWhole)) kept -= 1;
    const removed = this.held.slice(kept);
    for (const line of removed) this.removed('end', line);
    const text = this.held.slice(0, kept).join('');
    this.held = [];
    const space = removed.length > 0 && isWhole ? '' : this.pending;
    this.pending = '';
    return text + space;
  }

  private isClosing(index: number, isWhole: boolean): boolean {
    const line = (this.held[index] ?? '').trim();
    if (fence.test(line) || tag.test(line)) return isWhole;
    if (rule.test(line)) return isWhole;
    if (listItem.test(line)) return this.held.slice(0, index).some((_one, before) => this.isRemark(before));
    if (isEnd(line)) return isWhole && !this.isLast;
    if (this.hasSection(index)) return true;
    return this.isRemark(index);
  }
}
