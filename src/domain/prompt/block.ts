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

/** Source record of a piece. A plan has the id of its book. */
export interface Source {
  readonly type: 'book' | 'plan' | 'mood' | 'character' | 'conflict' | 'chapter';
  readonly id: string;
  readonly version: number;
}

/** The smallest unit that is kept, shortened or dropped. Only `body` can be cut. */
export interface Piece {
  readonly kind: string;
  /** Null for our own words and the caller's request. */
  readonly source: Source | null;
  readonly before: string;
  readonly body: string;
  readonly after: string;
}

export interface Block {
  readonly name: BlockName;
  /** Frame around the pieces; empty for none. */
  readonly open: string;
  readonly close: string;
  readonly pieces: readonly Piece[];
  /** Why the block is missing if it has no pieces. */
  readonly absent: string;
  /** Records omitted by rule, independent of the budget. */
  readonly omitted?: readonly { readonly kind: string; readonly source: Source; readonly reason: string }[];
}

/** A block fenced by a tag. */
export function fenced(name: BlockName, tag: string, absent: string, pieces: readonly Piece[]): Block {
  return { name, open: `<${tag}>`, close: `</${tag}>`, pieces, absent };
}

/** A piece of finished text; empty if there is none, to be spread into a block. */
export function piece(kind: string, source: Source | null, text: string | undefined): Piece[] {
  return text ? [{ kind, source, before: '', body: text, after: '' }] : [];
}

/** A piece between tags, which stay when the text is cut; empty for an empty text. */
export function taggedPiece(kind: string, source: Source | null, tag: string, text: string): Piece[] {
  return text === '' ? [] : [{ kind, source, before: `<${tag}>`, body: text, after: `</${tag}>` }];
}

export function textOf(part: Piece): string {
  return part.before + part.body + part.after;
}
