import { countWords } from '../../../prose/words.ts';
import type { CountedMessages, TextProvider } from '../../../providers/text-provider.ts';
import { enoughShare, extensionsMax, type Order } from '../../calls/prompt/order.ts';
import { asTold } from '../../calls/run/as-told.ts';
import type { LiveRun } from '../../calls/run/live.ts';
import { patiently } from '../../calls/run/patience.ts';
import type { Work } from '../../calls/run/work.ts';
import { type CallAssignment, Reply } from './reply.ts';

/** Input of a run that writes the text of a chapter. */
export interface Assignment extends Omit<CallAssignment, 'ownText' | 'prompt'> {
  /** The text to continue; empty to start from the beginning. */
  savedText: string;
  /** The prompt to continue a text. */
  promptFor: (ownText: string) => Promise<CountedMessages>;
  /** The ordered length; undefined without one. */
  order: Order | undefined;
}

/** The work of a run that writes a text. `follow` runs after the run has completed. */
export function writingWork(assignment: Assignment, follow: NonNullable<Work['follow']>): Work {
  return { perform: ({ text }, live, idleMsMax) => consume(text, live, assignment, idleMsMax), follow };
}

/** No further round after one that adds less than this share of the text. */
const growthMin = 0.1;

/**
 * Calls the provider until it reports the end of the chapter. Calls it again after a reply that was cut for length, and to
 * extend a text that is too short. Throws ProviderFailure or RunStopped.
 */
async function consume(
  provider: TextProvider,
  live: LiveRun,
  assignment: Assignment,
  idleMsMax: number,
): Promise<void> {
  let { lostWord } = assignment;
  let rounds = 0;
  for (;;) {
    const { signal } = live.stop;
    await live.calls.next(signal);
    const { reply, isDone } = await asTold(live, async () => {
      const ownText = assignment.savedText + live.pieces.join('');
      const prompt = await patiently(signal, () => assignment.promptFor(ownText));
      const reply = new Reply(provider, live, { ...assignment, lostWord, ownText, prompt }, idleMsMax, rounds > 0);
      try {
        return { reply, isDone: await live.counting((report) => reply.read().finally(() => report(reply.usage))) };
      } finally {
        if (reply.added !== '') lostWord = reply.lostWord;
      }
    });
    if (isDone && (rounds === extensionsMax || !isTooShort(reply, live, assignment, rounds))) return;
    if (isDone) rounds += 1;
  }
}

/** Whether a text that the provider reports as complete is too short and still grows. */
function isTooShort(
  { added }: Reply,
  live: LiveRun,
  { savedText, language, order }: Assignment,
  rounds: number,
): boolean {
  if (order === undefined) return false;
  const words = countWords(savedText + live.pieces.join(''), language) - order.from;
  if (words >= order.words * enoughShare) return false;
  return rounds === 0 || countWords(added, language) >= words * growthMin;
}
