import { type BlockName, type Source, textOf } from './block.ts';
import { bookBlocks } from './book-blocks.ts';
import { type FittedBlock, fitBlocks, isShown, tokensOf } from './budget.ts';
import {
  chapterBlock,
  nextChapterBlock,
  ownTailBlock,
  presentTextBlock,
  previousTailBlock,
  requestBlock,
  taskBlock,
} from './chapter-blocks.ts';
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

/** One line of the account of a prompt: a block as such (`kind: 'block'`, its frame) or a piece inside it. */
export interface ManifestEntry {
  block: BlockName;
  kind: string;
  source: Source | null;
  /** 0 for what is dropped. All entries together are the prompt's `tokens`. */
  tokens: number;
  status: 'kept' | 'trimmed' | 'dropped';
  /** Null for what is kept as it is. */
  reason: string | null;
}

export interface AssembledPrompt {
  messages: PromptMessage[];
  manifest: ManifestEntry[];
  /** By the input's own count. */
  tokens: number;
  budgetTokens: number;
  /** Ids of the characters that take part, the viewpoint character first. */
  participants: string[];
}

/**
 * The messages for one chapter and the account of what is in them (docs/generation.md, "The chapter prompt"): what is the same for
 * all chapters first, what changes after it. Pure: equal inputs give equal bytes. Exceeds `budgetTokens` only when what
 * must stay does, and the manifest then says so. Throws a RangeError when `chapterId` is not among the chapters.
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
      ownTailBlock(input, chapter),
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
