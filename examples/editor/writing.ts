import { readChapter } from './book.ts';
import { ask, listen } from './client.ts';
import { byId } from './dom.ts';
import { attempt, confirmed, notify } from './notice.ts';
import {
  CancelRunDocument,
  type ChapterTextFragment,
  ProseStreamDocument,
  type RunStateFragment,
  RunsOfBookDocument,
  WriteChapterDocument,
} from './operations.gen.ts';

/** Starts to write a chapter; confirms first if a complete text would be replaced. Throws the service's error. */
export async function startRun(bookId: string, chapter: ChapterTextFragment): Promise<RunStateFragment | undefined> {
  const restart = chapter.status === 'complete';
  const question = 'This chapter is complete. Rewrite it? The current text is kept under Revisions.';
  if (restart && !(await confirmed(question, 'Rewrite'))) return undefined;
  // A retry after a lost answer joins the same run.
  const idempotencyKey = crypto.randomUUID();
  const { writeChapter } = await ask(WriteChapterDocument, {
    bookId,
    chapterId: chapter.id,
    input: { restart },
    idempotencyKey,
  });
  return writeChapter;
}

/** The run that is writing or rewriting a chapter. */
export async function runOn(bookId: string, chapterId: string): Promise<RunStateFragment | undefined> {
  const { runs } = await ask(RunsOfBookDocument, { bookId });
  return runs.nodes.find((run) => run.chapterId === chapterId && run.state === 'running' && run.kind !== 'summarize');
}

interface Watch {
  runId: string;
  bookId: string;
  chapterId: string;
  signal: AbortSignal;
  /** Shows the chapter's text with the output so far. */
  show(text: string): void;
}

/** Follows a run to its end, reconnecting as needed; answers how it ended. */
export async function watchRun({ runId, bookId, chapterId, signal, show }: Watch): Promise<void> {
  const cancel = byId('cancel', HTMLButtonElement);
  const stop = () => void attempt(() => ask(CancelRunDocument, { runId }));
  cancel.addEventListener('click', stop, { signal });
  try {
    const [chapter, { runs }] = await Promise.all([
      readChapter(bookId, chapterId),
      ask(RunsOfBookDocument, { bookId }),
    ]);
    const startOffset = runs.nodes.find(({ id }) => id === runId)?.startOffset ?? 0;
    // Offsets count code points. A continued run appends to existing text.
    let text = [...chapter.content].slice(0, startOffset).join('');
    const events = listen({
      document: ProseStreamDocument,
      variables: (last) => ({ runId, fromOffset: last?.proseStream.offset ?? 0 }),
      signal,
    });
    for await (const { proseStream: event } of events) {
      text += event.text;
      if (event.text !== '') show(text);
      if (event.run) tellEnd(event.run);
    }
  } finally {
    cancel.removeEventListener('click', stop);
  }
}

function tellEnd({ state, error }: RunStateFragment): void {
  if (error) notify(error.message);
  else if (state === 'partial') notify('The run reached its time limit. “Continue writing” resumes it.');
  else if (state === 'cancelled') notify('Stopped. The text so far is kept.');
}
