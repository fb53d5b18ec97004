import {
  type ChapterHead,
  ideographStart,
  isHeadingOf,
  isSceneHeading,
  namesOrder,
  namesTitle,
} from '../../../text/remark/heading.ts';
import { folded, mayStartWith, startersOf } from '../../../text/remark/lexicon.ts';
import { isAnnouncement, isCertainRefusal, isPreface, isProperty, isRefusal } from '../../../text/remark/remark.ts';
import { isThought, isThoughtLabel, thoughtStarters } from '../../../text/remark/thought.ts';
import { goesOn } from './goes-on.ts';
import { mayBeJson, proseInJson } from './json-prose.ts';
import { fence, firstSentence, heading, linesOf, listItem, marked, rule, speechStart, tag } from './lines.ts';

/** Maximum characters that are held back at the beginning of a reply (docs/generation.md, "The gate"). */
const openingMax = 400;
/** Maximum characters of a plan before the text, and of a refusal. Ours. */
const planMax = 2_000;
const refusalMax = 1_500;
/** A first sentence beyond this is prose, characters. Ours. */
const sentenceMax = 120;
/** Maximum characters of a heading besides its title. Ours. */
const titleMarksMax = 4;
/** Points of a line that presents the text. Ours. */
const presentsPoints = 5;

const openers = [
  ...startersOf(['agrees', 'presents', 'reports', 'chapter', 'labels', 'apparatus', 'prefaces', 'refuses']),
  ...thoughtStarters,
];
/** A rule below the lines before it. */
const ruleLine = /\n[ \t]*(?:-{3,}|\*{3,}|={3,})[ \t]*\n/u;

/** The chapter that a reply is for, and the position of the reply in it. */
export interface ReplyContext extends ChapterHead {
  /** Whether this is the last chapter of the book. */
  isLast: boolean;
  /** Whether the reply is the beginning of the text. */
  isFirst: boolean;
}

/** Removes the remarks of a chat from the beginning of a reply. Holds back text that may become one. */
export class Opening {
  /** Set once the reply declines to write. */
  refusal: string | undefined;
  /** Whether the beginning has been decided. */
  isDone = false;
  private readonly context: ReplyContext;
  private readonly removed: (text: string) => void;
  private pending = '';
  private hasRemoved = false;
  private isHurried = false;
  /** Where the whole lines ended when they were last looked at for a plan. */
  private planLines: number | undefined;

  constructor(context: ReplyContext, removed: (text: string) => void) {
    this.context = context;
    this.removed = removed;
  }

  push(piece: string): string {
    this.pending += piece;
    return this.advance(false);
  }

  /** The rest of a complete reply. */
  end(): string {
    const text = this.advance(true);
    return this.isDone || this.refusal !== undefined ? text : this.drop();
  }

  /** The usable rest of a reply that was cut. */
  cut(): string {
    this.openJson(false);
    const text = this.drop();
    if (!isAnnouncement(text) && !isRefusal(text)) return text;
    this.removed(text);
    return '';
  }

  /** Waits no longer for a first sentence that has not ended. */
  hurry(): string {
    this.isHurried = true;
    return this.isDone ? '' : this.advance(false);
  }

  /** Whether more is held back than a remark: a plan, or a JSON object. */
  get isHolding(): boolean {
    return this.pending.length > openingMax;
  }

  /** What has not passed. */
  drop(): string {
    const { pending } = this;
    this.pending = '';
    return pending;
  }

  /** Removes remarks up to the first line that is none; the text from there on, once it is decided. */
  private advance(isEnd: boolean): string {
    while (!this.isDone) {
      const text = this.pending.trimStart();
      if (text === '' || this.refusal !== undefined) return '';
      if (mayBeJson(text)) {
        if (!isEnd) return '';
        if (this.openJson(true)) continue;
      }
      const length = this.removableLength(text, isEnd);
      if (length === undefined) return '';
      if (length > 0) this.remove(text, length);
      else if (this.declines(isEnd)) return '';
      else this.isDone = true;
    }
    if (this.hasRemoved || this.context.isFirst) this.pending = this.pending.trimStart();
    return this.drop();
  }

  private remove(text: string, length: number): void {
    this.removed(text.slice(0, length).trimEnd());
    this.hasRemoved = true;
    this.pending = text.slice(length).trimStart();
    this.planLines = undefined;
  }

  /** Takes the prose out of a reply that is a JSON object. */
  private openJson(isWhole: boolean): boolean {
    const text = this.pending.trimStart();
    const found = mayBeJson(text) ? proseInJson(text, isWhole) : undefined;
    if (!found) return false;
    this.removed(found.rest);
    this.hasRemoved = true;
    this.pending = found.prose;
    return true;
  }

  /** Length of the remark at the beginning; 0 if there is none; undefined while more text is needed. */
  private removableLength(text: string, isEnd: boolean): number | undefined {
    const lineEnd = text.indexOf('\n');
    const isWhole = lineEnd !== -1 || isEnd;
    const line = lineEnd === -1 ? text : text.slice(0, lineEnd);
    const plan = this.planLength(text, isEnd);
    if (plan !== 0) return plan;
    if (!isWhole && line.length <= openingMax && (this.mayOpen(line) || this.mayPresent(line))) return undefined;
    if (!isWhole) return 0;
    if (isThoughtLabel(line)) return this.thoughtLength(text, line, isEnd);
    if (this.mayOpen(line) && this.isOpening(line)) return line.length;
    return this.mayPresent(line) ? this.presentingLength(text, line, isEnd) : 0;
  }

  /** A block below the label of a thought: up to a rule, if there is one near. */
  private thoughtLength(text: string, line: string, isEnd: boolean): number | undefined {
    const ruled = ruleLine.exec(text.slice(0, openingMax));
    if (ruled) return ruled.index + ruled[0].length;
    return isEnd || text.length > openingMax ? line.length : undefined;
  }

  /** A plan in lines of a list before the text that it announces. */
  private planLength(text: string, isEnd: boolean): number | undefined {
    if (!listItem.test(text) && !/^\s*\d{1,2}$/u.test(text) && !this.isPlanLabel(text)) return 0;
    const lines = text.lastIndexOf('\n');
    if (!isEnd && lines === this.planLines && text.length <= planMax) return undefined;
    this.planLines = lines;
    let items = 0;
    for (const { line, start, end, isWhole } of linesOf(text)) {
      if (!isWhole && !isEnd) break;
      if (listItem.test(line) || /^\s{2,}\S/u.test(line)) items += 1;
      else if (start > 0 && isAnnouncement(line)) return items > 1 ? end : 0;
      else if (start > 0 && isHeadingOf(line, this.context)) return items > 1 ? start : 0;
      else if (start > 0 && rule.test(line)) return items > 1 && this.isPlanLabel(text) ? end : 0;
      else if (start > 0 && !isThought(line) && !heading.test(line)) return 0;
    }
    return isEnd || text.length > planMax ? 0 : undefined;
  }

  private isPlanLabel(text: string): boolean {
    const line = text.split('\n', 1)[0] ?? '';
    return text.length > line.length && isThoughtLabel(line);
  }

  /** Whether the beginning is held back or rejected because it declines to write. */
  private declines(isEnd: boolean): boolean {
    const { pending } = this;
    const isShort = pending.length <= openingMax;
    if (!isRefusal(pending.slice(0, openingMax))) return isShort && !isEnd && isPreface(pending);
    if (!isShort && (pending.length > refusalMax || !isCertainRefusal(pending) || goesOn(pending, isEnd))) return false;
    if (!isEnd) return true;
    this.refusal = pending;
    this.pending = '';
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
    return isSceneHeading(line) || isAnnouncement(line) || isProperty(line) || isThought(line);
  }

  /** Whether a first line may present the text, judged by its first sentence. It is held that long. */
  private mayPresent(line: string): boolean {
    if (!this.context.isFirst || this.hasRemoved || speechStart.test(line) || listItem.test(line)) return false;
    const [first] = firstSentence.exec(line) ?? [];
    if (first === undefined) return !this.isHurried && line.length <= sentenceMax;
    return /[!！:：][*_]*$/u.test(first) || /[:：][*_]*\s*$/u.test(line) || namesOrder(first, this.context);
  }

  /** A line that presents the text, in any language, if a rule, a heading or a fence follows it. */
  private presentingLength(text: string, line: string, isEnd: boolean): number | undefined {
    if (line.length > openingMax || /["“”«»„「『]/u.test(line)) return 0;
    const [next] = linesOf(text.slice(line.length));
    if (!next || (!next.isWhole && !isEnd && next.line.length <= openingMax && mayMark(next.line)))
      return isEnd ? 0 : undefined;
    const points =
      worth(/[:：][*_]*\s*$/u.test(line), 3) +
      worth(namesOrder(line, this.context), 2) +
      worth(namesTitle(line, this.context), 1) +
      worth(/^[^.?…]{1,24}[!！]/u.test(line), 1) +
      worth(fence.test(next.line) || tag.test(next.line), 3) +
      worth(/^\s*(?:#|\*\*)/u.test(next.line) && isHeadingOf(next.line, this.context), 3) +
      worth(rule.test(next.line), 2);
    const isMarked = rule.test(next.line) || fence.test(next.line) || tag.test(next.line) || heading.test(next.line);
    return isMarked && points >= presentsPoints ? line.length : 0;
  }
}

/** Whether a line may become a rule, a fence, a tag or a heading. */
const mayMark = (line: string) => /^\s*(?:[-*_=~`<#]|$)/u.test(line);

const worth = (holds: boolean, points: number) => (holds ? points : 0);
