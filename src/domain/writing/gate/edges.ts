import { type ChapterHead, ideographStart, isHeadingOf } from '../../remark/heading.ts';
import { folded, mayStartWith, startersOf } from '../../remark/lexicon.ts';
import {
  isAnnouncement,
  isCertainRefusal,
  isClosingRemark,
  isEnd,
  isPreface,
  isProperty,
  isRefusal,
  isSubheading,
} from '../../remark/remark.ts';
import { isThought, isThoughtLabel, thoughtStarters } from '../../remark/thought.ts';

/** Maximum characters that are held back at the beginning of a reply (docs/generation.md, "The gate"). */
export const openingMax = 400;
/** Maximum characters that are held back at its end. Ours. */
const closingMax = 1_200;

const openers = [
  ...startersOf(['agrees', 'presents', 'reports', 'chapter', 'labels', 'apparatus', 'prefaces', 'refuses']),
  ...thoughtStarters,
];
const closers = startersOf(['offers', 'labels', 'apparatus', 'endOf', 'ended', 'chapter', 'reports']);

/** Maximum characters of a line below a rule that is held because it may announce a list. Ours. */
const subheadingMax = 80;

/** Maximum characters of a heading besides its title. Ours. */
const titleMarksMax = 4;

const rule = /^\s*(?:-{3,}|_{3,}|\*{3,}|(?:\*\s){2,}\*|={3,}|~{4,})\s*$/u;
/** A rule below the lines before it. */
const ruleLine = /\n[ \t]*(?:-{3,}|\*{3,}|={3,})[ \t]*\n/u;
const ruleStart = /^\s*(?:-+|_+|\*+|(?:\*\s?)+|=+)\s*$/u;
const fence = /^\s*(?:`{3,}|~{3})\s*[\w-]*\s*$/u;
const tag =
  /^\s*<\/?(?:chapter|text|prose|story|output|answer|response|scene|this_chapter|written_so_far|present_text|novel|document)(?:\s[^<>]{0,80})?>\s*$/iu;
/** The start of a line that may become a rule, a fence, a tag, a heading or a bracket. A star before a letter is emphasis. */
const marked = /^\s*(?:[`~<#[({=]|\*\*|__|-{2,}$|-$|\*$|_$|\*\s\*|\*\s?$)/u;
/** The start of a line that may be a word count. */
const countStart = /^\s*[*_]{0,3}[~≈]?\s?(?:[\d([]|$)/u;
const listItem = /^\s*(?:[-*•]|\d{1,2}[.)])\s/u;

/** The chapter that a reply is for, and the position of the reply in it. */
export interface ReplyContext extends ChapterHead {
  /** Whether this is the last chapter of the book. */
  isLast: boolean;
  /** Whether the reply is the beginning of the text. */
  isFirst: boolean;
}

/**
 * Removes the remarks of a chat from the beginning and the end of a reply. Holds back text that may become a remark, at the
 * beginning and at the start of each line. All other text passes without delay.
 */
export class Edges {
  /** Set once the reply declines to write. */
  refusal: string | undefined;
  private readonly context: ReplyContext;
  private readonly removed: (at: 'start' | 'end', text: string) => void;
  private stage: 'opening' | 'line' | 'between' | 'declined' = 'opening';
  /** Text that has not been classified; in the stage `between` it begins with the white space before a line. */
  private pending = '';
  /** Lines that may be remarks at the end, with the white space before them. */
  private held: string[] = [];
  private hasRemoved = false;

  constructor(context: ReplyContext, removed: (at: 'start' | 'end', text: string) => void) {
    this.context = context;
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
    if (this.stage === 'opening') {
      const text = this.pending;
      this.pending = '';
      if (!isAnnouncement(text) && !isRefusal(text)) return text;
      this.removed('end', text);
      return '';
    }
    return this.withoutRemarks(false);
  }

  private advance(isEnd: boolean): string {
    if (this.stage === 'opening') this.open(isEnd);
    let text = '';
    while (this.pending !== '' && (this.stage === 'line' || this.stage === 'between')) {
      const part = this.stage === 'line' ? this.passLine() : this.passStart(isEnd);
      if (part === undefined) break;
      text += part;
    }
    return text;
  }

  /** Removes remarks from the beginning, up to the first line that is none. */
  private open(isEnd: boolean): void {
    while (this.stage === 'opening') {
      const start = this.pending.length - this.pending.trimStart().length;
      const lineEnd = this.pending.indexOf('\n', start);
      const isWhole = lineEnd !== -1 || isEnd;
      const line = this.pending.slice(start, lineEnd === -1 ? undefined : lineEnd);
      if (line === '') return;
      if (!isWhole && line.length <= openingMax && this.mayOpen(line)) return;
      const removable = isWhole && this.mayOpen(line) ? this.removableLength(line, isEnd) : 0;
      if (removable === undefined) return;
      if (removable > 0) {
        const taken = this.pending.slice(start, start + removable);
        this.removed('start', taken.trimEnd());
        this.hasRemoved = true;
        this.pending = this.pending.slice(start + removable).trimStart();
        continue;
      }
      if (this.declines(isEnd)) return;
      if (this.hasRemoved || this.context.isFirst) this.pending = this.pending.trimStart();
      this.stage = 'line';
    }
  }

  /** Length of the remark at the first line; 0 if it is none; undefined while more text is needed. */
  private removableLength(line: string, isEnd: boolean): number | undefined {
    if (!isThoughtLabel(line)) return this.isOpening(line) ? line.length : 0;
    const beginning = this.pending.trimStart().slice(0, openingMax);
    const ruled = ruleLine.exec(beginning);
    if (ruled) return ruled.index + ruled[0].length;
    return isEnd || this.pending.length > openingMax ? line.length : undefined;
  }

  /** Whether the beginning is held back or rejected because it declines to write. */
  private declines(isEnd: boolean): boolean {
    const isShort = this.pending.length <= openingMax;
    if (!isRefusal(this.pending.slice(0, openingMax))) return isShort && !isEnd && isPreface(this.pending);
    if (isShort && !isEnd) return true;
    if (!isShort && !isCertainRefusal(this.pending)) return false;
    this.refusal = this.pending;
    if (!isEnd) return true;
    this.pending = '';
    this.stage = 'declined';
    return true;
  }

  private mayOpen(line: string): boolean {
    const { order, title } = this.context;
    if (marked.test(line) || mayStartWith(line, openers) || ideographStart.test(line)) return true;
    if (folded(line).length <= title.length + titleMarksMax && mayStartWith(line, [folded(title)])) return true;
    return new RegExp(`^\\s*(?:${order}|[IVXLC]{1,7})(?:[.):].{0,60})?\\s*$`, 'u').test(line);
  }

  private isOpening(line: string): boolean {
    const { isFirst } = this.context;
    if (fence.test(line) || tag.test(line)) return true;
    if (rule.test(line)) return isFirst || this.hasRemoved;
    if ((isFirst || !/^\s*[\divxlc]+\W*$/iu.test(line)) && isHeadingOf(line, this.context)) return true;
    return isAnnouncement(line) || isProperty(line) || isThought(line);
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
    const taken = this.pending.slice(0, isHeld ? end : start);
    this.pending = this.pending.slice(taken.length);
    if (isHeld) {
      this.held.push(taken);
      return '';
    }
    this.stage = 'line';
    return this.releaseHeld() + taken;
  }

  private mayClose(line: string): boolean {
    if (listItem.test(line)) return this.held.some((_one, index) => this.isRemark(index));
    if (rule.test(this.held.at(-1) ?? '') && line.length <= subheadingMax) return true;
    return marked.test(line) || ruleStart.test(line) || countStart.test(line) || mayStartWith(line, closers);
  }

  /** Whether a held line is a remark; below a rule also one that announces a list about the work. */
  private isRemark(index: number): boolean {
    const line = (this.held[index] ?? '').trim();
    return isClosingRemark(line) || (rule.test(this.held[index - 1] ?? '') && isSubheading(line));
  }

  private releaseHeld(): string {
    const text = this.held.join('');
    this.held = [];
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
    if (isEnd(line)) return isWhole && !this.context.isLast;
    return this.isRemark(index);
  }
}
