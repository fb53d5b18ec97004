import type { BlockName, Source } from './block.ts';
import { textOf } from './block.ts';
import { type Fitted, type FittedBlock, isShown } from './budget.ts';
import type { PromptInput } from './prompt-input.ts';

/** An entry of the manifest: a block (`kind: 'block'`, its frame) or a piece in it. */
export interface ManifestEntry {
  /** Name of a block of the chapter prompt, or the tag of a block of another one. */
  block: string;
  kind: string;
  source: Source | null;
  /** 0 if omitted. The entries add up to the prompt's `tokens`. */
  tokens: number;
  /** Tokens of its full form; null if it is omitted, because they are not counted then. */
  fullTokens: number | null;
  status: 'full' | 'shortened' | 'omitted';
  /** Null if full. */
  reason: string | null;
}

const noRoom = 'no room in the token budget';

/** Each block with its pieces, and what was left out by rule. */
export function entriesOf(fitted: FittedBlock, countTokens: PromptInput['countTokens']): ManifestEntry[] {
  const { name, absent, omitted, pieces: made } = fitted.block;
  const frame: ManifestEntry = isShown(fitted)
    ? fullEntry(name, 'block', null, fitted.frameTokens)
    : omittedEntry(name, 'block', null, made.length === 0 ? absent : noRoom);
  return [
    frame,
    ...fitted.pieces.map((piece) => pieceEntry(name, piece, countTokens)),
    ...(omitted ?? []).map(({ kind, source, reason }) => omittedEntry(name, kind, source, reason)),
  ];
}

function pieceEntry(
  block: BlockName,
  { piece, form, tokens }: Fitted,
  countTokens: PromptInput['countTokens'],
): ManifestEntry {
  const { kind, source } = piece;
  const full = piece.forms.at(-1);
  if (form === null || full === undefined) return omittedEntry(block, kind, source, noRoom);
  if (form === full) return fullEntry(block, kind, source, tokens);
  const fullTokens = countTokens(`${textOf(full)}\n`);
  const reason = `shortened to fit the token budget: ${tokens} of ${fullTokens} tokens`;
  return { block, kind, source, tokens, fullTokens, status: 'shortened', reason };
}

function fullEntry(block: BlockName, kind: string, source: Source | null, tokens: number): ManifestEntry {
  return { block, kind, source, tokens, fullTokens: tokens, status: 'full', reason: null };
}

function omittedEntry(block: BlockName, kind: string, source: Source | null, reason: string): ManifestEntry {
  return { block, kind, source, tokens: 0, fullTokens: null, status: 'omitted', reason };
}

/** Says that the highest rank alone exceeds the budget. */
export function overrun(tokens: number, budgetTokens: number): ManifestEntry[] {
  if (tokens <= budgetTokens) return [];
  const reason = `what must stay takes about ${tokens} tokens, ${tokens - budgetTokens} over the budget of ${budgetTokens}`;
  return [{ ...fullEntry('rules', 'budget', null, 0), reason }];
}
