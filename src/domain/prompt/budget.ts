import { type Block, type Piece, textOf } from './block.ts';
import type { PromptInput } from './prompt-input.ts';

type CountTokens = PromptInput['countTokens'];

interface Rung {
  readonly kinds: readonly string[];
  /** `together`: in blocks that all chapters share a kind goes as a whole, so that they go on sharing their bytes. */
  readonly way: 'shorten' | 'one-by-one' | 'together';
  /** The end at which the least important piece stands. */
  readonly from: 'first' | 'last';
}

const outlineRung: Rung = { kinds: ['outline-line'], way: 'together', from: 'last' };

/**
 * The share of a budget that the outline may take, below which the ladder holds. A longer one gives way before all else, or
 * it would outlive the people and what has happened, and in the end still go. Ours.
 */
const outlineShareMax = 0.6;

/**
 * What gives way, first rung first: bios, then voices, older summaries and citations (docs/generation.md, "Trimming"; voices are ours), then the rest by what a
 * chapter can best do without (ours). A kind on no rung stays: rules, locks, beats, this chapter, the request, tails.
 */
const ladder: readonly Rung[] = [
  { kinds: ['bio'], way: 'shorten', from: 'last' },
  { kinds: ['voice'], way: 'shorten', from: 'last' },
  { kinds: ['older-summary'], way: 'one-by-one', from: 'first' },
  { kinds: ['citation'], way: 'together', from: 'last' },
  { kinds: ['mood'], way: 'together', from: 'last' },
  { kinds: ['cast-line'], way: 'together', from: 'last' },
  { kinds: ['recent-summary'], way: 'shorten', from: 'first' },
  outlineRung,
  { kinds: ['conflict'], way: 'one-by-one', from: 'last' },
  { kinds: ['next-summary'], way: 'shorten', from: 'last' },
  { kinds: ['premise'], way: 'shorten', from: 'last' },
  { kinds: ['comparable-authors', 'audience', 'genre', 'book-title'], way: 'together', from: 'last' },
  { kinds: ['character'], way: 'one-by-one', from: 'last' },
  { kinds: ['tone', 'theme', 'promise'], way: 'together', from: 'last' },
];

// A shorter rest of a text says too little to be worth its tokens. Ours.
const restCodePointsMin = 60;

export interface Fitted {
  piece: Piece;
  tokens: number;
  status: 'kept' | 'trimmed' | 'dropped';
  /** Null when kept. */
  reason: string | null;
}

export interface FittedBlock {
  readonly block: Block;
  readonly frameTokens: number;
  readonly pieces: readonly Fitted[];
}

/** Shortens and drops along the ladder until the blocks fit; over the budget only when what must stay is. */
export function fitBlocks(blocks: readonly Block[], budgetTokens: number, count: CountTokens): FittedBlock[] {
  const fitted = blocks.map((block) => measure(block, count));
  if (tokensOfLines(fitted) > budgetTokens * outlineShareMax) giveWay(fitted, outlineRung, 0, count);
  for (const rung of ladder) {
    if (tokensOf(fitted) <= budgetTokens) break;
    giveWay(fitted, rung, budgetTokens, count);
  }
  return fitted;
}

/** Everything that is sent, frames included. */
export function tokensOf(fitted: readonly FittedBlock[]): number {
  return fitted.reduce(
    (sum, block) =>
      block.pieces.reduce((rest, { tokens }) => rest + tokens, sum + (isShown(block) ? block.frameTokens : 0)),
    0,
  );
}

/** A block without pieces is left out, frame and all. */
export function isShown({ pieces }: FittedBlock): boolean {
  return pieces.some(({ status }) => status !== 'dropped');
}

/** What the lines of the outline take. */
function tokensOfLines(fitted: readonly FittedBlock[]): number {
  const lines = fitted.flatMap(({ pieces }) => pieces).filter(({ piece }) => outlineRung.kinds.includes(piece.kind));
  return lines.reduce((sum, { tokens }) => sum + tokens, 0);
}

function measure(block: Block, count: CountTokens): FittedBlock {
  return {
    block,
    frameTokens: count(`${block.open}\n${block.close}\n\n`),
    pieces: block.pieces.map((piece) => ({ piece, tokens: tokensOfPiece(piece, count), status: 'kept', reason: null })),
  };
}

/**
 * A piece with its line break. The encodings of our models begin anew after a line break that neither white space nor a
 * slash follows, and no piece or fence begins with either: so the parts of a prompt add up to the whole.
 */
function tokensOfPiece(piece: Piece, count: CountTokens): number {
  return count(`${textOf(piece)}\n`);
}

function giveWay(
  fitted: readonly FittedBlock[],
  { kinds, way, from }: Rung,
  budgetTokens: number,
  count: CountTokens,
): void {
  const found = fitted.flatMap((block) =>
    block.pieces.filter(({ piece }) => kinds.includes(piece.kind)).map((part) => ({ block, part })),
  );
  // Reckoned on from piece to piece: a book of a thousand chapters has as many lines to give way.
  let over = tokensOf(fitted) - budgetTokens;
  for (const { block, part } of from === 'last' ? found.toReversed() : found) {
    if (over <= 0 && way !== 'together') return;

    const shorter = way === 'shorten' ? shortened(part.piece, part.tokens - over, count) : undefined;
    const tokens = shorter === undefined ? 0 : tokensOfPiece(shorter, count);
    over -= part.tokens - tokens;
    part.tokens = tokens;
    part.status = shorter === undefined ? 'dropped' : 'trimmed';
    part.reason = shorter === undefined ? 'left out to fit the token budget' : 'shortened to fit the token budget';
    part.piece = shorter ?? part.piece;
    if (!isShown(block)) over -= block.frameTokens;
  }
}

/** The longest beginning that takes at most so many tokens, cut at a space where there is one; undefined when too little is left. */
function shortened(piece: Piece, tokens: number, count: CountTokens): Piece | undefined {
  const codePoints = Array.from(piece.body);
  let low = 0;
  let high = codePoints.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokensOfPiece(cut(piece, codePoints, middle), count) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low < restCodePointsMin ? undefined : cut(piece, codePoints, low);
}

function cut(piece: Piece, codePoints: readonly string[], length: number): Piece {
  const space = codePoints.lastIndexOf(' ', length);
  const end = space >= length / 2 ? space : length;
  return { ...piece, body: `${codePoints.slice(0, end).join('')}…` };
}
