/** The blocks of a chapter prompt, in their order. */
export type BlockName =
  | 'rules'
  | 'plan'
  | 'cast'
  | 'outline'
  | 'story-so-far'
  | 'chapter'
  | 'request'
  | 'participants'
  | 'conflicts'
  | 'next-chapter'
  | 'previous-tail'
  | 'present-text'
  | 'own-tail'
  | 'task';

/** The record that a piece was made from. A plan goes by the id of its book. */
export interface Source {
  readonly type: 'book' | 'plan' | 'mood' | 'character' | 'conflict' | 'chapter';
  readonly id: string;
  readonly version: number;
}

/** The smallest part that is kept, shortened or dropped. Only `body` may be cut. */
export interface Piece {
  readonly kind: string;
  /** Null for what no record holds: our own words, the caller's request. */
  readonly source: Source | null;
  readonly before: string;
  readonly body: string;
  readonly after: string;
}

export interface Block {
  readonly name: BlockName;
  /** What stands around the pieces; empty for none. */
  readonly open: string;
  readonly close: string;
  readonly pieces: readonly Piece[];
  /** Why the block is missing when it has no pieces. */
  readonly absent: string;
  /** Records left out by rule, whatever the budget. */
  readonly omitted?: readonly { readonly kind: string; readonly source: Source; readonly reason: string }[];
}

/** A block fenced by a tag. */
export function fenced(name: BlockName, tag: string, absent: string, pieces: readonly Piece[]): Block {
  return { name, open: `<${tag}>`, close: `</${tag}>`, pieces, absent };
}

/** One piece of finished text, or none where there is nothing to say; to be spread into a block. */
export function piece(kind: string, source: Source | null, text: string | undefined): Piece[] {
  return text ? [{ kind, source, before: '', body: text, after: '' }] : [];
}

/** One piece between its tags, which stay when the text (material already) is cut; none for an empty text. */
export function taggedPiece(kind: string, source: Source | null, tag: string, text: string): Piece[] {
  return text === '' ? [] : [{ kind, source, before: `<${tag}>`, body: text, after: `</${tag}>` }];
}

export function textOf(part: Piece): string {
  return part.before + part.body + part.after;
}
