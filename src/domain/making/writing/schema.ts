import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { startsRun } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { paid } from '../../calls/run/paid-schema.ts';
import { leaseSeconds, waitDescription, waitSeconds } from '../../calls/run/rules.ts';
import { Run } from '../../calls/run/run-schema.ts';
import type * as store from '../../calls/run/store.ts';
import { writeWaitSeconds } from '../recap/rules.ts';
import { rewriteCall, writeCall } from './preview.ts';
import { startProse } from './prose.ts';
import * as rules from './rules.ts';

export const WriteRequest = inputOf('WriteRequest', rules.writeRequest, 'Options of a write; all are optional.');
export const RewriteRequest = inputOf('RewriteRequest', rules.rewriteRequest, 'Instructions for a rewrite.');

/** Starts a run, and waits for its end up to `waitSeconds`. */
async function beginAndWait(
  { caller, timeAllowance, runs, signal }: Context,
  waitSeconds: number | null | undefined,
  begin: (accountId: string) => Promise<store.Run>,
): Promise<store.Run> {
  // If the run of a lost node is joined, its lease must expire first. A recap of the chapter before is waited for.
  timeAllowance.allow((waitSeconds ?? 0) + leaseSeconds + writeWaitSeconds);
  const run = await begin(caller.accountId);
  if (!waitSeconds) return run;
  return (await runs.wait({ accountId: run.accountId, runId: run.id }, waitSeconds, signal)) ?? run;
}

const writes = paid('writeChapter', {
  provider: 'text',
  type: 'WriteCall',
  about: 'Writes or continues a chapter.',
  fields: (t) => ({
    chapterId: t.id({ required: true, description: 'The chapter to write or continue.' }),
    input: t.field({ type: WriteRequest, description: 'Its options; all are optional.' }),
  }),
  prepare: (context, key, { chapterId, input }) => writeCall(context, { ...key, chapterId }, input ?? {}),
});
const rewrites = paid('rewriteChapter', {
  provider: 'text',
  type: 'RewriteCall',
  about: 'Tells a chapter anew, as a directive asks.',
  fields: (t) => ({
    chapterId: t.id({ required: true, description: 'The chapter to tell anew.' }),
    input: t.field({ type: RewriteRequest, required: true, description: 'Instructions for the rewrite.' }),
  }),
  prepare: (context, key, { chapterId, input }) => rewriteCall(context, { ...key, chapterId }, input),
});

builder.mutationFields((t) => ({
  writeChapter: t.field({
    ...startsRun(writes),
    type: Run,
    authScopes: { scope: 'generation:run' },
    description:
      'Starts to write a chapter and answers the run; read its text with `proseStream`. A partial chapter is continued, a complete one needs `continue` or `restart`. The same request while a run is active joins that run.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: WriteRequest, description: 'Options of this call; all are optional.' }),
      waitSeconds: t.arg.int({ description: waitDescription, validate: { schema: waitSeconds } }),
    },
    resolve: (_root, { bookId, chapterId, input, waitSeconds }, context) =>
      beginAndWait(context, waitSeconds, (accountId) =>
        startProse(context, { accountId, bookId, chapterId }, { kind: 'write', ...input }),
      ),
  }),
  rewriteChapter: t.field({
    ...startsRun(rewrites),
    type: Run,
    authScopes: { scope: 'generation:run' },
    description:
      'Starts to rewrite a chapter and answers the run; read its text with `proseStream`. The chapter keeps its text until the rewrite completes; then the old text becomes a revision. The same request continues a rewrite that stopped early.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: RewriteRequest, required: true, description: 'How to change the chapter.' }),
      waitSeconds: t.arg.int({ description: waitDescription, validate: { schema: waitSeconds } }),
    },
    resolve: (_root, { bookId, chapterId, input, waitSeconds }, context) =>
      beginAndWait(context, waitSeconds, (accountId) =>
        startProse(context, { accountId, bookId, chapterId }, { kind: 'rewrite', ...input }),
      ),
  }),
}));
