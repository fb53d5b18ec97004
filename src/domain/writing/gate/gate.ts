import { Edges, type ReplyContext } from './edges.ts';
import { Reasoning } from './reasoning.ts';

export type { ReplyContext } from './edges.ts';

/** Reports a text that the gate removes from a reply. */
export type ReportRemoved = (at: 'start' | 'end' | 'within', text: string) => void;

/** Why a reply has no prose: the model declined, or sent only reasoning. */
export type Rejection = 'refusal' | 'reasoning';

/**
 * Filters the reply of a provider: removes reasoning and remarks of a chat, and passes prose without delay. Text that has
 * passed is never taken back. Call `end` or `cut` once, after the last piece.
 */
export class Gate {
  private readonly reasoning: Reasoning;
  private readonly edges: Edges;

  constructor(context: ReplyContext, removed: ReportRemoved) {
    this.reasoning = new Reasoning(removed);
    this.edges = new Edges(context, removed);
  }

  push(piece: string): string {
    return this.edges.push(this.reasoning.push(piece));
  }

  /** The rest of a complete reply. */
  end(): string {
    return this.edges.push(this.reasoning.end()) + this.edges.end();
  }

  /** The usable rest of a reply that was cut. */
  cut(): string {
    return this.edges.push(this.reasoning.end()) + this.edges.cut();
  }

  /** Why the reply has no prose; undefined if it may have some. */
  get rejection(): Rejection | undefined {
    if (this.reasoning.isOpen) return 'reasoning';
    return this.edges.refusal === undefined ? undefined : 'refusal';
  }
}
