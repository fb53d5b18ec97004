import { LineEnds } from '../../../../prose/line-ends.ts';
import { Reasoning, type ReportRemoved, unopened } from '../../../text/remark/reasoning.ts';
import { Edges, type ReplyContext } from './edges.ts';

export type { ReportRemoved } from '../../../text/remark/reasoning.ts';
export type { ReplyContext } from './edges.ts';

/**
 * Why a reply has no prose: the model declined, sent only reasoning, or ended reasoning that it had not begun after its text
 * had passed.
 */
type Rejection = 'refusal' | 'reasoning' | 'unopened';

/**
 * Filters the reply of a provider: removes reasoning and remarks of a chat, and passes prose without delay. Text that has
 * passed is never taken back. Call `end` or `cut` once, after the last piece.
 */
export class Gate {
  /** Whether the reply has shown that its model ends reasoning that it does not begin. */
  hasUnopened = false;
  private readonly lineEnds = new LineEnds();
  private readonly reasoning: Reasoning;
  private readonly removed: ReportRemoved;
  private readonly context: ReplyContext;
  private edges: Edges;
  private hasPassed = false;
  private isUnopened = false;
  /** Text that may turn out to be reasoning; undefined if text passes at once. */
  private heldBack: string | undefined;

  /** `holdsBack`: whether the text waits for the end of reasoning that the model does not begin. */
  constructor(context: ReplyContext, removed: ReportRemoved, holdsBack = false) {
    this.context = context;
    this.removed = removed;
    this.reasoning = new Reasoning(removed);
    this.edges = new Edges(context, removed);
    this.heldBack = holdsBack ? '' : undefined;
  }

  push(piece: string): string {
    let text = '';
    for (const part of this.reasoning.push(this.lineEnds.push(piece)))
      text = part === unopened ? this.discard(text) : text + this.pass(part);
    this.hasPassed ||= text !== '';
    return text;
  }

  /** What passes if the gate waits no longer for the end of the first sentence. */
  hurry(): string {
    const text = this.heldBack === undefined ? this.edges.hurry() : '';
    this.hasPassed ||= text !== '';
    return text;
  }

  /** The rest of a complete reply. */
  end(): string {
    return this.rest() + this.edges.end();
  }

  /** The usable rest of a reply that was cut. */
  cut(): string {
    return this.rest() + this.edges.cut();
  }

  /** Why the reply has no prose; undefined if it may have some. */
  get rejection(): Rejection | undefined {
    if (this.isUnopened) return 'unopened';
    if (this.reasoning.isOpen) return 'reasoning';
    return this.edges.refusal === undefined ? undefined : 'refusal';
  }

  /** Whether the reply began with reasoning. */
  get hasReasoned(): boolean {
    return this.reasoning.isOpen || this.reasoning.hasThought;
  }

  /** Whether so much text is held back that it must be kept: what may be reasoning, a plan, or a JSON object. */
  get isHolding(): boolean {
    return (this.heldBack !== undefined && this.heldBack !== '') || this.edges.isHolding;
  }

  private pass(text: string): string {
    if (this.heldBack === undefined || this.reasoning.hasThought) return this.release() + this.edges.push(text);
    this.heldBack += text;
    return '';
  }

  private release(): string {
    const held = this.heldBack ?? '';
    this.heldBack = undefined;
    return held === '' ? '' : this.edges.push(held);
  }

  /** The end of reasoning without a beginning: nothing before it is prose. `text` has not passed yet. */
  private discard(text: string): string {
    this.hasUnopened = true;
    if (this.hasPassed) {
      this.isUnopened = true;
      return text;
    }
    this.removed('start', text + (this.heldBack ?? '') + this.edges.drop());
    this.heldBack = undefined;
    this.edges = new Edges(this.context, this.removed);
    this.reasoning.restart();
    return '';
  }

  private rest(): string {
    let text = '';
    for (const part of this.reasoning.end()) if (part !== unopened) text += this.pass(part);
    return text + this.release();
  }
}
