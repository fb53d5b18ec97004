import { type Block, type Piece, textOf } from './block.ts';
import type { PromptInput } from './prompt-input.ts';

type CountTokens = PromptInput['countTokens'];

interface Rung {
  readonly kinds: readonly string[];
  /** `together`: in shared blocks a kind is dropped as a whole, so that chapters keep the same prefix. */
  readonly way: 'shorten' | 'one-by-one' | 'together';
  /** End of the least important piece. */
  readonly from: 'first' | 'last';
}

const outlineRung: Rung = { kinds: ['outline-line'], way: 'together', from: 'last' };

/**
 * Maximum share of the outline in a budget. A longer outline is cut first; otherwise it would displace people and events
 * and finally be cut too. Ours.
 */
const outlineShareMax = 0.6;

/**
 * Trimming order: bios, then voices, older summaries and citations (docs/prompt.md, "Trimming"; voices are ours), then the
 * rest by importance for the chapter (ours). Kinds without a step are never trimmed: rules, locks, beats, this chapter, the
 * request, tails.
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

// A shorter remainder of a text is dropped. Ours.
const restCodePointsMin = 60;

export interface Fitted {
  piece: Piece;
  tokens: number;
  status: 'kept' | 'trimmed' | 'dropped';
  /** Null if kept. */
  reason: string | null;
}

export interface FittedBlock {
  readonly block: Block;
  readonly frameTokens: number;
  readonly pieces: readonly Fitted[];
}

/** Trims blocks in order until they fit. Exceeds the budget only if the untrimmable parts do. */
export function fitBlocks(blocks: readonly Block[], budgetTokens: number, count: CountTokens): FittedBlock[] {
  const fitted = blocks.map((block) => measure(block, count));
  if (tokensOfLines(fitted) > budgetTokens * outlineShareMax) giveWay(fitted, outlineRung, 0, count);
  for (const rung of ladder) {
    if (tokensOf(fitted) <= budgetTokens) break;
    giveWay(fitted, rung, budgetTokens, count);
  }
  return fitted;
}

/** Tokens of everything that is sent, including frames. */
export function tokensOf(fitted: readonly FittedBlock[]): number {
  return fitted.reduce(
    (sum, block) =>
      block.pieces.reduce((rest, { tokens }) => rest + tokens, sum + (isShown(block) ? block.frameTokens : 0)),
    0,
  );
}

/** A block without pieces is omitted with its frame. */
export function isShown({ pieces }: FittedBlock): boolean {
  return pieces.some(({ status }) => status !== 'dropped');
}

/** Tokens of the outline's lines. */
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
 * Tokens of a piece with its line break. Our encodings start a new token after a line break unless whitespace or a slash
 * follows, and no piece starts with those, so the counts of parts add up.
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
  // Updated incrementally: a book may have a thousand lines to trim.
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

/** The longest prefix within a number of tokens, cut at a space if possible; undefined if too little is left. */
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
