import type { ImportProgress } from '../rules.ts';

/** Progress of an import, or its result. */
export interface ImportEvent<Made> {
  progress: ImportProgress | null;
  book: Made | null;
}

/** Yields the progress and finally the result of the work, or throws its error. Leaving early aborts it while possible. */
export async function* importEvents<Made>(
  work: (report: (progress: ImportProgress) => void, gone: AbortSignal) => Promise<Made>,
): AsyncGenerator<ImportEvent<Made>, void, void> {
  const gone = new AbortController();
  const unread: ImportProgress[] = [];
  let isOver = false;
  let wake = () => {};
  const made = work((progress) => {
    // Only the latest progress of a stage is kept.
    if (unread.at(-1)?.stage === progress.stage) unread.pop();
    unread.push(progress);
    wake();
  }, gone.signal);
  const over = () => {
    isOver = true;
    wake();
  };
  made.then(over, over);
  try {
    for (;;) {
      const progress = unread.shift();
      if (progress) yield { progress, book: null };
      else if (isOver) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    yield { progress: null, book: await made };
  } finally {
    gone.abort();
  }
}
