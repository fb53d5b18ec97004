import { tokenCounter } from '../../../providers/tokenizer.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import { type ExpectedAnswer, expectedProse } from './estimate.ts';
import { type AssembledPrompt, assemblePrompt, type PromptInput } from './prompt.ts';
import type { EarlierText, PromptChapter } from './prompt-input.ts';
import { sentencesOf } from './sentences.ts';

/** A chapter with the first and last characters of its text; `ends` is null without text. */
type ReadChapter = PromptChapter & { readonly ends: { head: string; tail: string } | null };

/** The input of a prompt as it was read. The job finds the sentences at the ends of the chapters. */
export type AssemblyInput = Omit<PromptInput, 'countTokens' | 'chapters' | 'earlier'> & {
  readonly chapters: readonly ReadChapter[];
  /** Texts of earlier chapters, for the room that is left; absent for none. */
  readonly earlierTexts?: readonly EarlierText[];
};

/** Below this room no text is shown, tokens. Ours. */
const roomTokensMin = 300;

interface Assembly {
  prompt: AssembledPrompt;
  expected: ExpectedAnswer;
}

const assembling: Job<AssemblyInput, Promise<Assembly>> = { module: new URL(import.meta.url), name: 'assemble' };

/** Assembles a prompt and counts its tokens. A job of the pool. */
export async function assemble(input: AssemblyInput): Promise<Assembly> {
  const whole = { ...withEdges(input), countTokens: await tokenCounter() };
  const prompt = withTexts(whole, input.earlierTexts ?? [], assemblePrompt(whole));
  return { prompt, expected: expectedProse(whole) };
}

/** The prompt with the texts for which it has room. */
function withTexts(whole: PromptInput, texts: readonly EarlierText[], prompt: AssembledPrompt): AssembledPrompt {
  const roomTokens = prompt.budgetTokens - prompt.tokens;
  if (texts.length === 0 || roomTokens < roomTokensMin) return prompt;
  return assemblePrompt({ ...whole, earlier: { texts, roomTokens } });
}

/** Finds the sentences at the ends of the chapters. */
function withEdges(input: AssemblyInput): Omit<PromptInput, 'countTokens'> {
  const chapters = input.chapters.map((chapter) => ({ ...chapter, ...edges(input.book.language, chapter) }));
  return { ...input, chapters };
}

/** First and last sentence of a chapter; null without text. */
function edges(language: string, { ends }: ReadChapter): Pick<PromptChapter, 'opening' | 'closing'> {
  if (!ends) return { opening: null, closing: null };
  return {
    opening: sentencesOf(ends.head, language).at(0) ?? null,
    closing: sentencesOf(ends.tail, language).at(-1) ?? null,
  };
}

/** Read and counted within 30 ms, characters (ours): the ends of chapters are read three times. A thread loads the tables of the tokenizer once more. */
const inlineMax = 16_000;

/** The same in the pool: counting the tokens of a whole outline takes up to a second. */
export async function assembled(work: WorkPool, accountId: string, input: AssemblyInput): Promise<Assembly> {
  return work.run(assembling, { accountId, input, inlineMax, characters: lengthOf(input) });
}

/** Length of the texts whose tokens are counted. */
function lengthOf({ chapters, cast, style, ownText, presentText, replacedText, earlierTexts }: AssemblyInput): number {
  return [
    ownText,
    presentText ?? '',
    replacedText ?? '',
    ...(earlierTexts?.map(({ text }) => text) ?? []),
    style.styleGuide ?? '',
    style.styleSample ?? '',
    ...style.avoid,
    ...cast.flatMap(({ bio, voiceProfile }) => [bio, voiceProfile]),
    ...chapters.flatMap(({ summary, notes, recap, ends }) => [
      summary,
      notes,
      recap?.events ?? '',
      recap?.state ?? '',
      ends?.head ?? '',
      ends?.tail ?? '',
    ]),
  ].reduce((sum, { length }) => sum + length, 0);
}
