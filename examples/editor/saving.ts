import { readChapter, withPlainLines } from './book.ts';
import type { Draft, Versioned } from './chapter-draft.ts';
import { ApiError, Away, ask } from './client.ts';
import { reasonOf } from './notice.ts';
import {
  type ChapterPatch,
  type ChapterTextFragment,
  MergeTextDocument,
  SaveChapterDocument,
} from './operations.gen.ts';
import type { Outcome, Saving } from './save-outcome.ts';
import { runOn } from './writing.ts';

/** As for `Autosave`, with the whole record and the run that has the text. */
export type Sent =
  | { kind: 'saved' | 'stale'; record: ChapterTextFragment }
  | { kind: 'busy'; runId: string }
  | Extract<Outcome, { kind: 'away' | 'refused' | 'suggest' | 'deleted' }>;

/** Sends one save of a chapter and tells how it went. */
export async function sendDraft(
  bookId: string,
  { id: chapterId, status }: Pick<ChapterTextFragment, 'id' | 'status'>,
  { patch, expectedVersion, keepsFormer }: Saving,
): Promise<Sent> {
  // A text set by hand counts as complete; an unfinished chapter stays unfinished while its author types.
  const isUnfinished = status === 'partial' && patch.content !== undefined;
  const variables = {
    bookId,
    chapterId,
    patch: isUnfinished ? { ...patch, status } : patch,
    expectedVersion,
    keepRevision: keepsFormer,
  };
  try {
    return { kind: 'saved', record: withPlainLines((await ask(SaveChapterDocument, variables)).updateChapter) };
  } catch (error) {
    if (error instanceof Away) return { kind: 'away' };
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'conflict') return presentOf(bookId, chapterId);
    if (error.code === 'insufficient_scope') return { kind: 'suggest' };
    if (error.code === 'not_found') return { kind: 'deleted' };
    // Without an answer, a running run is found at the next change of the book.
    const run = error.code === 'invalid_state' ? await runOn(bookId, chapterId).catch(() => undefined) : undefined;
    return run ? { kind: 'busy', runId: run.id } : { kind: 'refused', message: reasonOf(error) };
  }
}

/** Saves fields besides the text. Throws the service's error. */
export async function savePatch(
  bookId: string,
  chapterId: string,
  patch: ChapterPatch,
  expectedVersion: number,
): Promise<ChapterTextFragment> {
  const variables = { bookId, chapterId, patch, expectedVersion, keepRevision: false };
  return withPlainLines((await ask(SaveChapterDocument, variables)).updateChapter);
}

/** The texts of two drafts, merged word by word by the service; undefined if they conflict, or if it has another text by now. */
export async function mergeWords(
  key: { bookId: string; chapterId: string },
  base: Draft,
  mine: Draft,
  theirs: Versioned,
): Promise<string | undefined> {
  const input = { baseText: base.content, text: mine.content };
  const answer = await ask(MergeTextDocument, { ...key, input }).catch(() => undefined);
  const { text, chapter } = answer?.mergeText ?? {};
  return chapter?.version === theirs.version ? text?.replaceAll(/\r\n?/g, '\n') : undefined;
}

async function presentOf(bookId: string, chapterId: string): Promise<Sent> {
  try {
    return { kind: 'stale', record: await readChapter(bookId, chapterId) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'away' };
    return error.code === 'not_found' ? { kind: 'deleted' } : { kind: 'refused', message: reasonOf(error) };
  }
}
