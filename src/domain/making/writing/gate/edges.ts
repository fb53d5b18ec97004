import type { ReportRemoved } from '../../../text/remark/reasoning.ts';
import { Closing } from './closing.ts';
import { Opening, type ReplyContext } from './opening.ts';

export type { ReplyContext } from './opening.ts';

/** Removes the remarks of a chat from the beginning and the end of a reply. All other text passes without delay. */
export class Edges {
  private readonly opening: Opening;
  private readonly closing: Closing;

  constructor(context: ReplyContext, removed: ReportRemoved) {
    this.opening = new Opening(context, (text) => removed('start', text));
    this.closing = new Closing(context, removed);
  }

  /** Set once the reply declines to write. */
  get refusal(): string | undefined {
    return this.opening.refusal;
  }

  /** Whether more is held back than a remark. */
  get isHolding(): boolean {
    return this.opening.isHolding;
  }

  push(piece: string): string {
    return this.closing.push(this.opening.isDone ? piece : this.opening.push(piece));
  }

  /** Waits no longer for a first sentence that has not ended. */
  hurry(): string {
    return this.closing.push(this.opening.hurry());
  }

  /** The rest of a complete reply. */
  end(): string {
    const rest = this.opening.isDone ? '' : this.opening.end();
    return this.closing.push(rest) + this.closing.end();
  }

  /** The usable rest of a reply that was cut. */
  cut(): string {
    return this.opening.isDone ? this.closing.cut() : this.opening.cut();
  }

  /** What has not passed, and is no prose either. Nothing comes after it. */
  drop(): string {
    return this.opening.drop() + this.closing.drop();
  }
}
