import { closingIn, type FoundMark, isTitle, markIn, partialMarkStart } from './marks.ts';

/** Reports a text that is left out of a reply. */
export type ReportRemoved = (at: 'start' | 'end' | 'within', text: string) => void;

/** A piece of the reply without marks, or the end of reasoning that has no beginning: all before it is reasoning. */
type Passed = string | typeof unopened;
export const unopened = Symbol('unopened');

/** Removes blocks of reasoning and the marks of chat templates from a reply. */
export class Reasoning {
  /** Ends the block that the reply is in. */
  private closing: RegExp | undefined;
  /** Whether a block of reasoning ended before the first text. */
  hasThought = false;
  private opening = '';
  private rest = '';
  private thought: string[] = [];
  /** Marks that are at the end, unless more text comes. */
  private lastMarks: string[] = [];
  private hasText = false;
  private hasRemoved = false;
  /** Whether struck text in HTML is open. */
  private isStruck = false;
  private isOver = false;
  private readonly removed: ReportRemoved;

  constructor(removed: ReportRemoved) {
    this.removed = removed;
  }

  /** Whether the reply is inside a block that only reasoning begins. */
  get isOpen(): boolean {
    return this.closing !== undefined && !isTitle(this.opening);
  }

  push(piece: string): Generator<Passed, void, void> {
    this.rest += piece;
    return this.advance(false);
  }

  private *advance(isEnd: boolean): Generator<Passed, void, void> {
    while (this.rest !== '') {
      if (this.isOver) return void this.think(this.take(this.rest.length));
      const found = this.closing ? closingIn(this.closing, this.rest) : markIn(this.rest);
      // A mark there may become a longer one.
      const waiting = isEnd ? this.rest.length : partialMarkStart(this.rest);
      yield* this.pass(this.take(Math.min(found?.index ?? waiting, waiting)));
      if (!found || found.index >= waiting) return;
      yield* this.meet(found, this.take(found.text.length));
      this.hasRemoved ||= !this.hasText;
    }
  }

  private *meet(found: FoundMark, text: string): Generator<Passed, void, void> {
    const { kind } = found;
    if (kind === 'closing') this.close();
    else if (kind === 'opening' && isTitle(text) && this.hasText) yield* this.pass(text);
    else if (kind === 'opening') this.open(found.closing, text);
    else if (kind === 'other turn' && this.hasText) this.isOver = this.think(text);
    else if (kind === 'stray' && this.hasText) yield unopened;
    else if (this.isMarkup(text)) yield* this.pass(text);
    else this.lastMarks.push(text);
  }

  /** The rest of the reply. An unclosed block stays open. */
  *end(): Generator<Passed, void, void> {
    yield* this.advance(true);
    if (this.closing && !this.isOpen) {
      const text = this.opening + this.thought.join('');
      this.closing = undefined;
      yield* this.pass(text);
    }
    if (this.isOver) this.removed('end', this.thought.join(''));
    this.reportMarks('end');
  }

  /** All text so far was reasoning. */
  restart(): void {
    this.hasText = false;
    this.hasRemoved = true;
  }

  private take(length: number): string {
    const taken = this.rest.slice(0, length);
    this.rest = this.rest.slice(length);
    return taken;
  }

  private *pass(text: string): Generator<string, void, void> {
    if (this.closing) return void this.think(text);
    // White space after text that was removed from the beginning.
    const clean = this.hasRemoved && !this.hasText ? text.trimStart() : text;
    if (clean === '') return;
    if (clean.trim() !== '') this.reportMarks(this.hasText ? 'within' : 'start');
    this.hasText ||= clean.trim() !== '';
    yield clean;
  }

  private think(text: string): true {
    this.thought.push(text);
    return true;
  }

  private open(closing: RegExp, opening: string): void {
    this.closing = closing;
    this.opening = opening;
  }

  private close(): void {
    this.removed(this.hasText ? 'within' : 'start', this.thought.join(''));
    this.hasThought ||= !this.hasText;
    this.thought = [];
    this.closing = undefined;
  }

  /** Struck text in HTML has the mark that some models end with. */
  private isMarkup(mark: string): boolean {
    if (!/^<\/?s>$/iu.test(mark)) return false;
    const isMarkup = mark.startsWith('</') ? this.isStruck : this.hasText;
    this.isStruck = isMarkup && !mark.startsWith('</');
    return isMarkup;
  }

  private reportMarks(at: 'start' | 'end' | 'within'): void {
    for (const mark of this.lastMarks) this.removed(at, mark);
    this.lastMarks = [];
  }
}

/** A whole reply without reasoning and marks; undefined if it is nothing but reasoning without an end. */
export function withoutReasoning(reply: string, removed: ReportRemoved): string | undefined {
  const reasoning = new Reasoning(removed);
  let text = '';
  for (const pass of [reasoning.push(reply), reasoning.end()])
    for (const part of pass) {
      if (part !== unopened) {
        text += part;
        continue;
      }
      removed('start', text);
      text = '';
      reasoning.restart();
    }
  return reasoning.isOpen ? undefined : text;
}
