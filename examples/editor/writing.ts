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

/** Starts to write a chapter, asking first where a finished text would make room. Throws what the service says against it. */
export async function startRun(bookId: string, chapter: ChapterTextFragment): Promise<RunStateFragment | undefined> {
  const restart = chapter.status === 'complete';
  const question =
    'This chapter has a finished text. Shall it be written anew? The present text is kept under Revisions.';
  if (restart && !(await confirmed(question, 'Write anew'))) return undefined;
  // Sent again after a lost answer, it joins the same run.
  const idempotencyKey = crypto.randomUUID();
  const { writeChapter } = await ask(WriteChapterDocument, {
    bookId,
    chapterId: chapter.id,
    input: { restart },
    idempotencyKey,
  });
  return writeChapter;
}

/** The run that is writing or rewriting a chapter now. */
export async function runOn(bookId: string, chapterId: string): Promise<RunStateFragment | undefined> {
  const { runs } = await ask(RunsOfBookDocument, { bookId });
  return runs.nodes.find((run) => run.chapterId === chapterId && run.state === 'running' && run.kind !== 'summarize');
}

interface Watch {
  runId: string;
  bookId: string;
  chapterId: string;
  signal: AbortSignal;
  /** Shows the chapter’s text with what has come so far. */
  show(text: string): void;
}

/** Follows a run to its end, over lost connections too, and tells how it ended. */
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
    // Offsets count code points. A run that goes on writes behind a text that stands.
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
  if (error) notify(`${error.message} What was written is kept; “Go on writing” takes it up there.`);
  else if (state === 'partial') notify('The time for one run is over. “Go on writing” takes it up where it stopped.');
  else if (state === 'cancelled') notify('Stopped. What was written is kept.');
}
