import type { TextMessage } from '../../../providers/text-provider.ts';
import { tokenCounter } from '../../../providers/tokenizer.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import type { AnswerTokens } from '../prompt/estimate.ts';
import type { ManifestEntry } from '../prompt/manifest.ts';
import type { Room } from '../prompt/room.ts';

/** Messages with the tokens of their parts. */
export interface MeasuredMessages {
  messages: readonly TextMessage[];
  manifest: ManifestEntry[];
  tokens: number;
}

/** Tokens read and written. */
export interface TokensOfCalls {
  inputTokens: number;
  outputTokens: number;
}

/** The calls that follow a run: usually, and at most. */
export interface FurtherCalls {
  usual: TokensOfCalls;
  most: TokensOfCalls;
}

/** A paid call as its run makes it first. */
export interface PaidCall extends MeasuredMessages {
  model: string;
  /** Null if it is not text. */
  answer: AnswerTokens | null;
  /** Maximum number of times that the run asks again, for an answer that has faults or is too short. */
  repeats: number;
  /** Null for a model that makes no text. */
  room: Room | null;
  /** Number of calls. */
  times: number;
  /** Tokens of all calls together, if they differ in size. */
  inputTokens?: number;
  /** Calls for something else that follow. */
  further?: FurtherCalls;
}

const counting: Job<string[], Promise<number[]>> = { module: new URL(import.meta.url), name: 'tokensOfEach' };

/** Tokens of each text. A job of the pool. */
export async function tokensOfEach(texts: readonly string[]): Promise<number[]> {
  const countTokens = await tokenCounter();
  return texts.map(countTokens);
}

/** Counted within 30 ms, characters (ours). A thread loads the tables of the tokenizer once more. */
const inlineMax = 50_000;

/** The same, in a thread if the texts are long. */
export async function tokensOfEachIn(work: WorkPool, accountId: string, texts: string[]): Promise<number[]> {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  return work.run(counting, { accountId, input: texts, inlineMax, characters });
}

/** Counts the tokens of messages by their parts. */
export async function measured(
  work: WorkPool,
  accountId: string,
  messages: readonly TextMessage[],
): Promise<MeasuredMessages> {
  const parts = messages.flatMap(partsOf);
  const counts = await tokensOfEachIn(
    work,
    accountId,
    parts.map(({ text }) => text),
  );
  const manifest = parts.map(({ block }, index): ManifestEntry => {
    const tokens = counts[index] ?? 0;
    return { block, kind: 'block', source: null, tokens, fullTokens: tokens, status: 'full', reason: null };
  });
  return { messages, manifest, tokens: counts.reduce((sum, count) => sum + count, 0) };
}

/** The rules, each tagged block with the white space behind it, and what is asked. Together they are the whole message. */
function partsOf({ role, content }: TextMessage): { block: string; text: string }[] {
  if (role === 'system') return [{ block: 'rules', text: content }];
  const parts: { block: string; text: string }[] = [];
  let rest = content;
  while (rest !== '') {
    const tag = /^<([a-z_]+)>/.exec(rest)?.[1];
    const end = tag ? rest.indexOf(`</${tag}>`) + tag.length + 3 : rest.search(/\n\n<[a-z_]+>/);
    const length = end > 0 ? end + (/^\s*/.exec(rest.slice(end))?.[0].length ?? 0) : rest.length;
    parts.push({ block: tag?.replaceAll('_', '-') ?? 'task', text: rest.slice(0, length) });
    rest = rest.slice(length);
  }
  return parts;
}
