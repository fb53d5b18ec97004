import { type Block, fenced, type Piece, piece, type Source } from './block.ts';
import { headedLine, lineCodePointsMax } from './book-blocks.ts';
import { clip, oneLine } from './fence.ts';
import type { PromptChapter } from './prompt-input.ts';

// docs/prompt.md, "Blocks": the last three chapters get a paragraph each.
const recentChapters = 3;
const paragraphCodePointsMax = 700;

/**
 * Block 5: the story so far. Older chapters first, one line each. A line depends only on its own chapter, so from chapter
 * to chapter the block only grows at its end and keeps its prefix.
 */
export function storyBlock(before: readonly PromptChapter[]): Block {
  const older = before.slice(0, -recentChapters).flatMap(olderLine);
  const recent = before.slice(-recentChapters).flatMap(recentParagraph);
  return fenced('story-so-far', 'story_so_far', 'nothing comes before', [...older, ...recent]);
}

/** No line for a chapter that only has a plan: the outline has that. */
function olderLine(chapter: PromptChapter): Piece[] {
  const happened = chapter.recap?.trim() || edgesOf(chapter);
  if (!happened) return [];
  return piece('older-summary', sourceOf(chapter), clip(headedLine(chapter, happened), lineCodePointsMax));
}

function recentParagraph(chapter: PromptChapter): Piece[] {
  const paragraph = headedLine(chapter, oneLine(happenedIn(chapter), paragraphCodePointsMax));
  return piece('recent-summary', sourceOf(chapter), paragraph);
}

function happenedIn(chapter: PromptChapter): string {
  if (chapter.recap?.trim()) return chapter.recap;
  const edges = edgesOf(chapter);
  if (edges === '') return chapter.summary.trim() === '' ? '' : `(planned) ${chapter.summary}`;
  return `${oneLine(chapter.summary, paragraphCodePointsMax / 2)} ${edges}`;
}

function edgesOf({ opening, closing }: PromptChapter): string {
  return [opening && `Begins: ${opening.trim()}`, closing && `Ends: ${closing.trim()}`].filter(Boolean).join(' ');
}

function sourceOf({ id, version }: PromptChapter): Source {
  return { type: 'chapter', id, version };
}
