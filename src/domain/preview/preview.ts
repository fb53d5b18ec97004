import type { z } from 'zod';
import { invalidRequest } from '../../errors.ts';
import { parse } from '../../graphql/issues.ts';
import { countsExactly, tokenizerName } from '../../providers/tokenizer.ts';
import type { BookKey } from '../book/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { coverCall } from '../cover/generate.ts';
import { outlineCall } from '../outline/generate.ts';
import { gradeCall } from '../outline/grade.ts';
import { variantsCall } from '../outline/variants.ts';
import { readCall } from '../reading/read.ts';
import { recapCall } from '../recap/make.ts';
import type { PaidCall } from '../run/paid-call.ts';
import type { RunContext } from '../run/start.ts';
import { costMicros } from '../usage/rules.ts';
import { type ProseCall, rewriteCall, writeCall } from '../writing/preview.ts';
import { type PaidOperation, type PreviewInput, requestShapes } from './rules.ts';

type PreviewContext = Pick<RunContext, 'sql' | 'config' | 'work'>;

/** The book of a call, with the chapter or the variant that it is about. */
interface Subject extends BookKey {
  chapterId: string | null;
  variantId: string | null;
}

/** What a paid operation would send, with its expected tokens and cost. */
export interface Preview extends PaidCall, Pick<ProseCall, 'participants' | 'names'> {
  tokenizer: string;
  tokensAreEstimated: boolean;
  /** Of all calls. `costMicros`: millionths of the configured currency; null if it cannot be known. */
  estimate: { inputTokens: number; expectedOutputTokens: number | null; costMicros: number | null };
}

/** The first call of a paid operation. Calls no provider and changes nothing. Throws as the operation does. */
export async function previewOf(
  context: PreviewContext,
  subject: Subject,
  operation: PaidOperation,
  input: PreviewInput,
): Promise<Preview> {
  const call = await callOf(context, subject, operation, input);
  const { model, times } = call;
  const inputTokens = call.inputTokens ?? call.tokens * times;
  const expectedOutputTokens = call.expectedOutputTokens && call.expectedOutputTokens * times;
  const price = context.config.prices.get(model);
  // The provider's cache is unknown, so none is assumed.
  const known = expectedOutputTokens && { inputTokens, cachedInputTokens: 0, outputTokens: expectedOutputTokens };
  return {
    participants: [],
    names: { recognised: [], ambiguous: [], near: [] },
    ...call,
    tokenizer: tokenizerName,
    tokensAreEstimated: !countsExactly(model),
    estimate: { inputTokens, expectedOutputTokens, costMicros: known ? costMicros(price, known) : null },
  };
}

function callOf(
  context: PreviewContext,
  subject: Subject,
  operation: PaidOperation,
  input: PreviewInput,
): Promise<PaidCall | ProseCall> {
  const { write, rewrite, recap, read, outline, variants, grade, cover } = requestShapes;
  const requestOf = <Shape extends z.ZodType>(shape: Shape) => parse(shape, input, { input }, ['input']);
  switch (operation) {
    case 'write':
      return writeCall(context, ofChapter(subject), requestOf(write));
    case 'rewrite':
      return rewriteCall(context, ofChapter(subject), requestOf(rewrite));
    case 'recap':
      requestOf(recap);
      return recapCall(context, ofChapter(subject));
    case 'read':
      return readCall(context, subject, requestOf(read));
    case 'outline':
      return outlineCall(context, subject, requestOf(outline));
    case 'variants':
      return variantsCall(context, subject, requestOf(variants));
    case 'grade':
      return gradeCall(context, subject, requestOf(grade));
    case 'cover':
      return coverCall(context, subject, requestOf(cover));
  }
}

function ofChapter({ accountId, bookId, chapterId }: Subject): ChapterKey {
  const message = 'is required for an operation on a chapter. List the chapters of the book for their ids.';
  if (chapterId === null) throw invalidRequest([{ path: 'chapterId', message }]);
  return { accountId, bookId, chapterId };
}
