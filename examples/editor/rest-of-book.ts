import type { Book, Chapter } from './book.ts';
import { ask, listen, pause } from './client.ts';
import { byId, h } from './dom.ts';
import { notify, reasonOf, tellTrouble } from './notice.ts';
import { CancelRunDocument, ProseStreamDocument, type RunState, RunsOfBookDocument } from './operations.gen.ts';
import { agreed } from './spend.ts';
import { inOurTerms } from './wording.ts';
import { orderToWrite } from './writing.ts';

/** Pause between looks at a recap that is being made. */
const pollMs = 1_000;
/** Prompts do without a recap that takes longer. */
const recapMsMax = 60_000;

/** Has all chapters written that are not complete, one after the other, while the page shows the book. */
export function showRest(book: Book, flush: () => Promise<void>, signal: AbortSignal): void {
  const state = h('p', { class: 'hint', role: 'status' });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const bar = h('progress', { 'aria-label': 'Chapters written' });
  const start = h('button', { type: 'button', 'data-feature': 'generation' }, 'Write the rest of the book');
  const stop = h('button', { type: 'button' }, 'Stop writing the rest');
  let stopping: AbortController | undefined;

  const show = () => {
    const isAtWork = stopping !== undefined;
    start.hidden = isAtWork || pendingOf(book).length === 0;
    for (const element of [bar, stop]) element.hidden = !isAtWork;
  };
  start.addEventListener('click', () => {
    void tellTrouble(trouble, async () => {
      await flush();
      const pending = pendingOf(book);
      if (stopping || !(await isWanted(book, pending, signal))) return;
      stopping = new AbortController();
      bar.max = pending.length;
      const tell = (done: number, { title }: Chapter) => {
        bar.value = done;
        state.textContent = `Writing “${title}”, ${done + 1} of ${pending.length}. Keep this page open.`;
      };
      show();
      await writeAll(book, pending, tell, { left: signal, stopped: stopping.signal }).finally(() => {
        stopping = undefined;
        state.textContent = '';
        show();
      });
    });
  });
  stop.addEventListener('click', () => stopping?.abort());
  const place = byId('rest', HTMLElement);
  place.replaceChildren(start, bar, state, stop, trouble);
  book.watch(show, signal);
}

const pendingOf = ({ data }: Book) => data.chapters.filter(({ status }) => status === 'empty' || status === 'partial');

async function isWanted({ id: bookId }: Book, pending: readonly Chapter[], signal: AbortSignal): Promise<boolean> {
  const [first] = pending;
  if (!first) return false;
  const count = pending.length === 1 ? 'One chapter' : `${pending.length} chapters`;
  return agreed({
    bookId,
    call: orderToWrite(first, {}).call,
    count: pending.length,
    question: 'Write the rest of the book?',
    note: `${count} without a complete text, in order. Each knows the ones before it.`,
    yes: 'Write',
    signal,
  });
}

/** A book that is left keeps the chapter that is being written, and gets no other. */
interface Ends {
  left: AbortSignal;
  stopped: AbortSignal;
}

async function writeAll(
  book: Book,
  pending: readonly Chapter[],
  tell: (done: number, chapter: Chapter) => void,
  ends: Ends,
): Promise<void> {
  const signal = AbortSignal.any([ends.left, ends.stopped]);
  for (const [done, chapter] of pending.entries()) {
    if (signal.aborted) return;
    // Somebody else may have written it meanwhile.
    if (!pendingOf(book).some(({ id }) => id === chapter.id)) continue;
    tell(done, chapter);
    // A run that has reached its time limit is continued.
    for (let state: RunState = 'partial'; state === 'partial'; ) {
      state = await written(book, chapter, ends);
      if (state === 'cancelled' || state === 'failed') return;
    }
    await recapped(book.id, signal);
  }
  if (!signal.aborted) notify('The book is written to its end.');
}

/** Writes or continues a chapter, and answers how the run ended. */
async function written(book: Book, chapter: Chapter, { left, stopped }: Ends): Promise<RunState> {
  const { id: runId } = await orderToWrite(chapter, {}).start(book.id);
  await book.refresh();
  const cancel = () => void ask(CancelRunDocument, { runId }).catch((error) => notify(reasonOf(error)));
  stopped.addEventListener('abort', cancel);
  try {
    const events = listen({
      document: ProseStreamDocument,
      variables: (last) => ({ runId, fromOffset: last?.proseStream.offset ?? 0 }),
      signal: left,
    });
    for await (const { proseStream } of events) {
      const { run } = proseStream;
      if (run?.error) throw new Error(inOurTerms(run.error.message));
      if (run) return run.state;
    }
    return 'cancelled';
  } finally {
    stopped.removeEventListener('abort', cancel);
    await book.refresh();
  }
}

/** The next prompt has the recap of a chapter, if it comes in time. */
async function recapped(bookId: string, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < recapMsMax && !signal.aborted; waited += pollMs) {
    const { runs } = await ask(RunsOfBookDocument, { bookId });
    if (!runs.nodes.some(({ kind, state }) => kind === 'summarize' && state === 'running')) return;
    await pause(pollMs, signal);
  }
}
