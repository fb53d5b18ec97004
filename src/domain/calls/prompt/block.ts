import type { Rank } from './rank.ts';

/** The blocks of a chapter prompt, in their order. */
export type BlockName =
  | 'rules'
  | 'craft'
  | 'locks'
  | 'style'
  | 'plan'
  | 'cast'
  | 'outline'
  | 'story-so-far'
  | 'standing'
  | 'chapter'
  | 'request'
  | 'participants'
  | 'conflicts'
  | 'ahead'
  | 'recent-edges'
  | 'last-words'
  | 'voice'
  | 'previous-tail'
  | 'present-text'
  | 'own-tail'
  | 'task';

/** Source record of a piece. A plan and a style have the id of their book. */
export interface Source {
  readonly type: 'book' | 'plan' | 'style' | 'mood' | 'character' | 'conflict' | 'chapter';
  readonly id: string;
  readonly version: number;
}

/** The text of a piece at one length. */
export interface Form {
  /** The piece takes this form if there is room when the turn of the rank comes. */
  readonly rank: Rank;
  readonly before: string;
  readonly body: string;
  readonly after: string;
}

/** The smallest unit that is included, shortened or omitted. */
export interface Piece {
  readonly kind: string;
  /** Null for our own words and the caller's request. */
  readonly source: Source | null;
  /** From the shortest to the full one, by falling priority. */
  readonly forms: readonly [Form, ...Form[]];
  /** Whether the body may be shortened between its sentences. */
  readonly isProse: boolean;
  /** Neighbouring pieces of a block with the same group take a form together or not at all. */
  readonly group?: string;
}

export interface Block {
  readonly name: BlockName;
  /** Frame around the pieces; empty for none. */
  readonly open: string;
  readonly close: string;
  readonly pieces: readonly Piece[];
  /** Why the block is missing if it has no pieces. */
  readonly absent: string;
  /** Whether the prompts of neighbouring chapters share it. */
  readonly isShared?: boolean;
  /** Records omitted by rule, independent of the budget. */
  readonly omitted?: readonly { readonly kind: string; readonly source: Source; readonly reason: string }[];
}

/** No tokenizer needs fewer tokens for a text, so a longer one is not counted. Ours. */
export const unitsPerTokenMax = 12;

/** A block fenced by a tag. */
export function fenced(name: BlockName, tag: string, absent: string, pieces: readonly Piece[]): Block {
  return { name, open: `<${tag}>`, close: `</${tag}>`, pieces, absent };
}

/** A piece of finished text; empty if there is none, to be spread into a block. */
export function piece(kind: string, source: Source | null, rank: Rank, text: string | undefined): Piece[] {
  return text ? [{ kind, source, forms: [{ rank, before: '', body: text, after: '' }], isProse: false }] : [];
}

/** Prose between tags, which stay when it is shortened; empty for an empty text. */
export function taggedPiece(kind: string, source: Source | null, rank: Rank, tag: string, text: string): Piece[] {
  return text === '' ? [] : [{ kind, source, forms: [taggedForm(rank, tag, text)], isProse: true }];
}

function taggedForm(rank: Rank, tag: string, text: string): Form {
  return { rank, before: `<${tag}>`, body: text, after: `</${tag}>` };
}

/** The piece with a shorter form, unless that is not shorter. */
export function withShorter(full: Piece, rank: Rank, body: string): Piece {
  const [form] = full.forms;
  return body.length < form.body.length && body !== '' ? { ...full, forms: [{ ...form, rank, body }, form] } : full;
}

export function textOf({ before, body, after }: Form): string {
  return before + body + after;
}
