import { invalidRequest } from '../../errors.ts';
import type { BookKey } from '../book/store.ts';
import { coverCall } from '../cover/generate.ts';
import { type CoverRequest, coverRequest } from '../cover/rules.ts';
import { outlineCall } from '../outline/generate.ts';
import { gradeCall } from '../outline/grade.ts';
import type { GradeRequest, OutlineRequest, VariantsRequest } from '../outline/rules.ts';
import { variantsCall } from '../outline/variants.ts';
import { profileCall } from '../profile/make.ts';
import { readCall } from '../reading/read.ts';
import type { ReadRequest } from '../reading/rules.ts';
import { recapCall } from '../recap/make.ts';
import type { PaidCall as Prepared } from '../run/paid-call.ts';
import type { RunContext } from '../run/start.ts';
import { type ProseCall, rewriteCall, writeCall } from '../writing/preview.ts';
import type { RewriteRequest, WriteRequest } from '../writing/rules.ts';
import type { paidMutations } from './rules.ts';

type CallContext = Pick<RunContext, 'sql' | 'config' | 'work'>;
type Optional<Input> = { input?: Input | null | undefined };

/** The arguments of each paid mutation, without the book. */
export interface PaidCalls extends Record<(typeof paidMutations)[number], object> {
  writeChapter: { chapterId: string } & Optional<WriteRequest>;
  rewriteChapter: { chapterId: string; input: RewriteRequest };
  generateOutline: Optional<OutlineRequest>;
  generateOutlineVariants: { input: VariantsRequest };
  gradeOutline: { variantId?: string | null | undefined } & Optional<GradeRequest>;
  generateRecap: { chapterId: string };
  readManuscript: Optional<ReadRequest>;
  generateProfile: object;
  generateCovers: Optional<CoverRequest>;
}

/** One paid call: exactly one member is there. */
export type PaidCall = { readonly [Name in keyof PaidCalls]?: PaidCalls[Name] | null | undefined };

/** Prepares the first provider call of a paid mutation. Throws as the mutation does, except for a run in progress. */
export function preparedCall(context: CallContext, key: BookKey, call: PaidCall): Promise<Prepared | ProseCall> {
  const { writeChapter, rewriteChapter, generateRecap, gradeOutline } = call;
  if (writeChapter) return writeCall(context, { ...key, chapterId: writeChapter.chapterId }, writeChapter.input ?? {});
  if (rewriteChapter)
    return rewriteCall(context, { ...key, chapterId: rewriteChapter.chapterId }, rewriteChapter.input);
  if (generateRecap) return recapCall(context, { ...key, chapterId: generateRecap.chapterId });
  if (gradeOutline) {
    const subject = { ...key, variantId: gradeOutline.variantId ?? null };
    return gradeCall(context, subject, gradeOutline.input ?? {});
  }
  if (call.generateOutline) return outlineCall(context, key, call.generateOutline.input ?? {});
  if (call.generateOutlineVariants) return variantsCall(context, key, call.generateOutlineVariants.input);
  if (call.readManuscript) return readCall(context, key, call.readManuscript.input ?? {});
  if (call.generateProfile) return profileCall(context, key);
  if (call.generateCovers) return coverCall(context, key, call.generateCovers.input ?? coverRequest.parse({}));
  throw invalidRequest([{ path: 'call', message: 'names no paid operation.' }]);
}
