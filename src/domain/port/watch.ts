import type { ImportProgress } from './rules.ts';

/** How far an import is, or what it has made. */
export interface ImportEvent<Made> {
  progress: ImportProgress | null;
  book: Made | null;
}

/** Tells of work that reports its progress, and at last what it made; throws what it throws. Who stops listening ends it, as long as it can be ended. */
export async function* importEvents<Made>(
  work: (report: (progress: ImportProgress) => void, gone: AbortSignal) => Promise<Made>,
): AsyncGenerator<ImportEvent<Made>, void, void> {
  const gone = new AbortController();
  const unread: ImportProgress[] = [];
  let isOver = false;
  let wake = () => {};
  const made = work((progress) => {
    // Of one stage, only how far it is by now.
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
