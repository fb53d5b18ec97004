import type { CountedMessages } from '../../../providers/text-provider.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import { clip } from '../../calls/prompt/fence.ts';
import { measured } from '../../calls/run/paid-call.ts';
import { repairMessages } from '../../calls/run/repair-prompt.ts';
import type { CheckedRecap, recapFaults } from './faults.ts';
import type { NewRecap } from './rules.ts';
import type { RecapSource } from './source.ts';

const checking: Job<CheckedRecap, ReturnType<typeof recapFaults>> = {
  module: new URL('./faults.ts', import.meta.url),
  name: 'recapFaults',
};

/** Characters of a faulty reply that the model sees again: twice a recap of full length. Ours. */
const replyShown = 4_000;

/** Checks recaps of one source, without a model. */
export class RecapCheck {
  readonly #work: WorkPool;
  readonly #accountId: string;
  readonly #source: RecapSource;

  constructor(work: WorkPool, accountId: string, source: RecapSource) {
    [this.#work, this.#accountId, this.#source] = [work, accountId, source];
  }

  /** Worded for the model; empty for a sound recap. Undefined is one that could not be read. */
  faultsOf(recap: NewRecap | undefined): Promise<string[]> {
    const { text, beside } = this.#source;
    const input = { recap, source: this.#source };
    return this.#work.run(checking, { accountId: this.#accountId, input, characters: text.length + beside.length });
  }

  /** The same question with the beginning of the reply and its faults: a recap is short, and so is the room of a small model. */
  promptAgain({ messages }: CountedMessages, reply: string, faults: readonly string[]): Promise<CountedMessages> {
    return measured(this.#work, this.#accountId, repairMessages(messages, clip(reply, replyShown), faults));
  }
}
