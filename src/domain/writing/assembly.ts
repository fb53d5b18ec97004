import { tokenCounter } from '../../providers/tokenizer.ts';
import type { Job } from '../../threads/job.ts';
import type { WorkPool } from '../../threads/pool.ts';
import { type Expectation, expectationOf } from '../prompt/estimate.ts';
import { type AssembledPrompt, assemblePrompt, type PromptInput } from '../prompt/prompt.ts';

type Input = Omit<PromptInput, 'countTokens'>;

interface Assembly {
  prompt: AssembledPrompt;
  expected: Expectation;
}

const assembling: Job<Input, Promise<Assembly>> = { module: new URL(import.meta.url), name: 'assemble' };

/** Assembles a prompt and counts its tokens. A job of the pool. */
export async function assemble(input: Input): Promise<Assembly> {
  const whole = { ...input, countTokens: await tokenCounter() };
  const prompt = assemblePrompt(whole);
  return { prompt, expected: expectationOf(whole, prompt) };
}

/** Counted within 30 ms, characters (ours). A thread loads the tables of the tokenizer once more. */
const inlineMax = 50_000;

/** The same in the pool: counting the tokens of a whole outline takes up to a second. */
export async function assembled(work: WorkPool, accountId: string, input: Input): Promise<Assembly> {
  return work.run(assembling, { accountId, input, inlineMax, characters: lengthOf(input) });
}

/** Length of the texts whose tokens are counted. */
function lengthOf({ chapters, cast, ownText, presentText }: Input): number {
  return [
    ownText,
    presentText ?? '',
    ...cast.flatMap(({ bio, voiceProfile }) => [bio, voiceProfile]),
    ...chapters.flatMap(({ summary, notes, recap }) => [summary, notes, recap ?? '']),
  ].reduce((sum, { length }) => sum + length, 0);
}
