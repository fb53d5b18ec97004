import { type Block, fenced, piece, type Source } from './block.ts';
import { headOf } from './book-blocks.ts';
import { oneLine, tagged } from './fence.ts';
import type { PromptChapter } from './prompt-input.ts';

/** Chapters whose edges are shown. */
const chaptersShown = 3;

/** How the last chapters begin and end, so that this one does otherwise. One that has begun can only end otherwise. */
export function edgesBlock(before: readonly PromptChapter[], hasBegun: boolean): Block {
  const withText = before.filter(({ opening, closing }) => (opening && !hasBegun) || closing);
  const pieces = withText.slice(-chaptersShown).flatMap((chapter) => {
    const { id, version, opening, closing } = chapter;
    const source: Source = { type: 'chapter', id, version };
    const begins = hasBegun ? undefined : tagged('begins', oneLine(opening ?? ''));
    const edges = [begins, tagged('ends', oneLine(closing ?? ''))];
    return piece(
      'edges',
      source,
      'sources',
      [headOf(chapter), ...edges.filter((edge) => edge !== undefined)].join(' '),
    );
  });
  return fenced('recent-edges', 'recent_edges', 'no chapter before has a text', pieces);
}
