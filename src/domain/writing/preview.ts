import type { Config } from '../../config.ts';
import { countsExactly, tokenizerName } from '../../providers/tokenizer.ts';
import type { AnySql } from '../../sql/connect.ts';
import type { WorkPool } from '../../threads/pool.ts';
import { bookById } from '../book/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { Expectation } from '../prompt/estimate.ts';
import type { AssembledPrompt } from '../prompt/prompt.ts';
import { costMicros } from '../usage/rules.ts';
import { assembled } from './assembly.ts';
import { nextBrief } from './brief.ts';
import type { WriteRequest } from './rules.ts';
import { refuseBoth } from './write.ts';

/** The prompt that the next write of a chapter would send, with its expected tokens and cost. */
export interface Preview extends AssembledPrompt {
  model: string;
  tokenizer: string;
  tokensAreEstimated: boolean;
  /** `costMicros`: millionths of the configured currency; null for a model without a price. */
  estimate: Expectation & { costMicros: number | null };
}

/** Undefined if there is no such chapter. */
export async function previewOf(
  sql: AnySql,
  work: WorkPool,
  { models, prices }: Pick<Config, 'models' | 'prices'>,
  key: ChapterKey,
  request: WriteRequest,
): Promise<Preview | undefined> {
  refuseBoth(request);
  const [brief, book] = await Promise.all([nextBrief(sql, key, request), bookById(sql, key)]);
  if (!brief || !book) return undefined;
  const { prompt, expected } = await assembled(work, key.accountId, brief.input);
  const model = models[book.modelTier];
  const { inputTokens, expectedOutputTokens: outputTokens } = expected;
  // The provider's cache is unknown, so none is assumed.
  const cost = costMicros(prices.get(model), { inputTokens, cachedInputTokens: 0, outputTokens });
  return {
    ...prompt,
    model,
    tokenizer: tokenizerName,
    tokensAreEstimated: !countsExactly(model),
    estimate: { ...expected, costMicros: cost },
  };
}
