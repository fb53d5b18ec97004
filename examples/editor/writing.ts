import { readChapter } from './book.ts';
import { ask, listen } from './client.ts';
import { byId, oncePerFrame } from './dom.ts';
import { attempt, notify } from './notice.ts';
import {
  CancelRunDocument,
  type ChapterTextFragment,
  type PaidCall,
  ProseStreamDocument,
  RewriteChapterDocument,
  type RunStateFragment,
  RunsOfBookDocument,
  WriteChapterDocument,
  type WriteRequest,
} from './operations.gen.ts';
import { inOurTerms } from './wording.ts';

/** A paid call that writes a chapter, and how to ask for it. */
export interface Order {
  call: PaidCall;
  question: string;
  /** What happens to the present text. */
  note?: string;
  yes: string;
  start(bookId: string): Promise<RunStateFragment>;
}

const keptNote = 'The present text is kept under Revisions.';

/** What to ask for a chapter that is not continued. */
export function requestFor({ status }: Pick<ChapterTextFragment, 'status'>): WriteRequest {
  return status === 'complete' ? { restart: true } : {};
}

/** Writes, continues or restarts a chapter. */
export function orderToWrite(
  { id: chapterId, title }: Pick<ChapterTextFragment, 'id' | 'title'>,
  input: WriteRequest,
): Order {
  const start = async (bookId: string) => {
    // A retry after a lost answer joins the same run.
    const idempotencyKey = crypto.randomUUID();
    return (await ask(WriteChapterDocument, { bookId, chapterId, input, idempotencyKey })).writeChapter;
  };
  const order = { call: { writeChapter: { chapterId, input } }, start };
  if (input.continue) return { ...order, question: `Continue “${title}”?`, yes: 'Continue' };
  if (!input.restart) return { ...order, question: `Write “${title}”?`, yes: 'Write' };
  return { ...order, question: `Rewrite “${title}”?`, note: keptNote, yes: 'Rewrite' };
}

/** Has a chapter rewritten by a directive; until that is complete, its text stays. */
export function orderToRewrite({ id: chapterId, title }: ChapterTextFragment, directive: string): Order {
  const input = { directive };
  return {
    call: { rewriteChapter: { chapterId, input } },
    question: `Rewrite “${title}” so?`,
    note: `“${directive}” ${keptNote}`,
    yes: 'Rewrite',
    async start(bookId) {
      const idempotencyKey = crypto.randomUUID();
      return (await ask(RewriteChapterDocument, { bookId, chapterId, input, idempotencyKey })).rewriteChapter;
    },
  };
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

/** Follows a run to its end, reconnecting as needed. Answers the ended run; undefined if it was not awaited. */
export async function watchRun(watch: Watch): Promise<RunStateFragment | undefined> {
  const { runId, bookId, chapterId, signal, show } = watch;
  const cancel = byId('cancel', HTMLButtonElement);
  endTold();
  const stop = () => void attempt(() => ask(CancelRunDocument, { runId }));
  cancel.addEventListener('click', stop, { signal });
  let text = '';
  // Each change of a long text takes a browser milliseconds to lay out, and pieces come faster than it paints.
  const shown = oncePerFrame(() => show(text), signal);
  try {
    const [chapter, { runs }] = await Promise.all([
      readChapter(bookId, chapterId),
      ask(RunsOfBookDocument, { bookId }),
    ]);
    const startOffset = runs.nodes.find(({ id }) => id === runId)?.startOffset ?? 0;
    let ended: RunStateFragment | undefined;
    // Offsets count code points. A continued run appends to existing text.
    text = [...chapter.content].slice(0, startOffset).join('');
    const events = listen({
      document: ProseStreamDocument,
      variables: (last) => ({ runId, fromOffset: last?.proseStream.offset ?? 0 }),
      signal,
    });
    for await (const { proseStream: event } of events) {
      text += event.text;
      if (event.text !== '') shown.soon();
      if (event.run) tellEnd(event.run, signal);
      ended = event.run ?? undefined;
    }
    return ended;
  } finally {
    shown.now();
    cancel.removeEventListener('click', stop);
  }
}

function tellEnd({ state, error }: RunStateFragment, signal: AbortSignal): void {
  const words = {
    partial: 'The time limit is reached. “Continue writing” goes on.',
    cancelled: 'Stopped. The text so far is kept.',
  };
  const text = error ? inOurTerms(error.message) : Object.entries(words).find(([name]) => name === state)?.[1];
  if (!text) return;
  endTold = notify(text);
  signal.addEventListener('abort', endTold);
}

/** Removes what was said of the last run. */
let endTold = () => {};
