import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { startsRun } from '../../../graphql/effect.ts';
import { paid } from '../../calls/run/paid-schema.ts';
import { leaseSeconds, waitDescription, waitSeconds } from '../../calls/run/rules.ts';
import { Run } from '../../calls/run/run-schema.ts';
import { waitForRun } from '../../calls/run/wait.ts';
import { generateRecap, recapCall } from './make.ts';

const recaps = paid('generateRecap', {
  provider: 'text',
  type: 'RecapCall',
  about: 'Makes the recap of a chapter.',
  fields: (t) => ({ chapterId: t.id({ required: true, description: 'The chapter to sum up.' }) }),
  prepare: (context, key, { chapterId }) => recapCall(context, { ...key, chapterId }),
});

builder.mutationField('generateRecap', (t) =>
  t.field({
    ...startsRun(recaps),
    type: Run,
    authScopes: { scope: 'generation:run' },
    description:
      'Has the draft model write the recap of a chapter with text and answers the run. A run on the same text is joined.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      waitSeconds: t.arg.int({ description: waitDescription, validate: { schema: waitSeconds } }),
    },
    resolve: async (_root, { bookId, chapterId, waitSeconds }, context) => {
      // Includes the lease of a crashed node.
      context.timeAllowance.allow((waitSeconds ?? 0) + leaseSeconds);
      const run = await generateRecap(context, { accountId: context.caller.accountId, bookId, chapterId });
      return waitForRun(context, run, waitSeconds);
    },
  }),
);
