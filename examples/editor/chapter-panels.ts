import type { Book } from './book.ts';
import { followCheck, showCheck } from './check.ts';
import { panelNow } from './panes.ts';
import { showRecap } from './recap.ts';
import { followReview, showReview } from './review.ts';
import { showRevisions } from './revisions.ts';
import { showRuns } from './runs.ts';
import type { OpenChapter } from './text.ts';

/** Panels about the open chapter. */
const panels = {
  check: showCheck,
  recap: showRecap,
  review: showReview,
  revisions: showRevisions,
  runs: showRuns,
};

export function showPanels(book: Book, chapter: OpenChapter | undefined): void {
  for (const show of Object.values(panels)) void show(book, chapter);
}

export function showPanel(book: Book, chapter: OpenChapter | undefined, panel = ''): void {
  const [, show] = Object.entries(panels).find(([name]) => name === panel) ?? [];
  void show?.(book, chapter);
}

/** After a change of the book: the panel in view, and those that mark words of the text. */
export function followPanels(book: Book, chapter: OpenChapter | undefined, isOfChapter: boolean): void {
  const panel = panelNow();
  showPanel(book, chapter, panel);
  if (panel !== 'review') followReview(book, chapter, isOfChapter);
  if (panel !== 'check') followCheck(book, chapter);
}
