import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';

const rendering: Job<string, string> = {
  module: new URL('../../../prose/html.ts', import.meta.url),
  name: 'proseHtml',
};

/** Texts up to this length, all together, are rendered on the main thread: prose in 10 ms, the worst Markdown in 35 (ours). */
const inlineMax = 20_000;

/** Proses as readers see them, as HTML. */
export function readableHtml(
  work: WorkPool,
  accountId: string,
  texts: readonly string[],
  signal = new AbortController().signal,
): Promise<string[]> {
  return work.each(rendering, { accountId, inputs: texts, lengthOf: ({ length }) => length, inlineMax, signal });
}
