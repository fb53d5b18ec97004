import { type BlockName, type Source, textOf } from './block.ts';
import { bookBlocks } from './book-blocks.ts';
import { type FittedBlock, fitBlocks, isShown, tokensOf } from './budget.ts';
import {
  chapterBlock,
  nextChapterBlock,
  presentTextBlock,
  previousTailBlock,
  requestBlock,
  taskBlock,
} from './chapter-blocks.ts';
import { ownTextBlock } from './own-text.ts';
import { participantsOf } from './participants.ts';
import { conflictsBlock, participantsBlock } from './people-blocks.ts';
import type { PromptInput } from './prompt-input.ts';
import { storyBlock } from './story-block.ts';
import { rulesBlock } from './system-rules.ts';

export type { PromptChapter, PromptCharacter, PromptConflict, PromptInput } from './prompt-input.ts';

export interface PromptMessage {
  role: 'system' | 'user';
  content: string;
}

/** An entry of the manifest: a block (`kind: 'block'`, its frame) or a piece in it. */
export interface ManifestEntry {
  block: BlockName;
  kind: string;
  source: Source | null;
  /** 0 if dropped. The entries add up to the prompt's `tokens`. */
  tokens: number;
  status: 'kept' | 'trimmed' | 'dropped';
  /** Null if kept unchanged. */
  reason: string | null;
}

export interface AssembledPrompt {
  messages: PromptMessage[];
  manifest: ManifestEntry[];
  /** By the input's counter. */
  tokens: number;
  budgetTokens: number;
  /** Ids of the participants, viewpoint character first. */
  participants: string[];
}

/**
 * Assembles the messages for a chapter and their manifest (docs/prompt.md, "The chapter prompt"): shared parts first, then
 * variable ones. Pure and deterministic. Exceeds `budgetTokens` only if untrimmable parts do, which the manifest reports.
 * Throws a RangeError if `chapterId` is not among the chapters.
 */
export function assemblePrompt(input: PromptInput): AssembledPrompt {
  const index = input.chapters.findIndex(({ id }) => id === input.chapterId);
  const chapter = input.chapters[index];
  if (chapter === undefined) throw new RangeError('the chapter to write is not in the outline');

  const participants = participantsOf(chapter, `${input.presentText ?? ''}\n${input.ownText}`, input.cast);
  const fitted = fitBlocks(
    [
      rulesBlock(input),
      ...bookBlocks(input),
      storyBlock(input.chapters.slice(0, index)),
      chapterBlock(input, chapter),
      requestBlock(input.instructions),
      participantsBlock(participants),
      conflictsBlock(input.conflicts, participants),
      nextChapterBlock(input.chapters[index + 1]),
      previousTailBlock(input, input.chapters[index - 1]),
      ...(input.presentText ? [presentTextBlock(input.presentText, chapter)] : []),
      ownTextBlock(input, chapter, participants),
      taskBlock(input, chapter),
    ],
    input.budgetTokens,
    input.countTokens,
  );

  const tokens = tokensOf(fitted);
  const [rules, ...rest] = fitted.filter(isShown).map(render);
  return {
    messages: [
      { role: 'system', content: rules ?? '' },
      { role: 'user', content: rest.join('\n\n') },
    ],
    manifest: [...overrun(tokens, input.budgetTokens), ...fitted.flatMap(entriesOf)],
    tokens,
    budgetTokens: input.budgetTokens,
    participants: participants.map(({ id }) => id),
  };
}

function render({ block, pieces }: FittedBlock): string {
  const shown = pieces.filter(({ status }) => status !== 'dropped').map(({ piece }) => textOf(piece));
  return [block.open, ...shown, block.close].filter((text) => text !== '').join('\n');
}

function entriesOf(fitted: FittedBlock): ManifestEntry[] {
  const { name, absent, omitted, pieces: made } = fitted.block;
  const frame: ManifestEntry = isShown(fitted)
    ? { block: name, kind: 'block', source: null, tokens: fitted.frameTokens, status: 'kept', reason: null }
    : dropped(name, 'block', null, made.length === 0 ? absent : 'left out to fit the token budget');
  return [
    frame,
    ...fitted.pieces.map(({ piece: { kind, source }, tokens, status, reason }) => ({
      block: name,
      kind,
      source,
      tokens,
      status,
      reason,
    })),
    ...(omitted ?? []).map(({ kind, source, reason }) => dropped(name, kind, source, reason)),
  ];
}

function dropped(block: BlockName, kind: string, source: Source | null, reason: string): ManifestEntry {
  return { block, kind, source, tokens: 0, status: 'dropped', reason };
}

function overrun(tokens: number, budgetTokens: number): ManifestEntry[] {
  if (tokens <= budgetTokens) return [];
  const reason = `what must stay takes about ${tokens} tokens, ${tokens - budgetTokens} over the budget of ${budgetTokens}`;
  return [{ block: 'rules', kind: 'budget', source: null, tokens: 0, status: 'kept', reason }];
}
