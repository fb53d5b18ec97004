import { bookId, chapterId } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { starts } from '../../graphql/effect.ts';
import { leaseSeconds, waitDescription, waitSeconds } from '../run/rules.ts';
import { Run } from '../run/run-schema.ts';
import { waitForRun } from '../run/wait.ts';
import { generateRecap } from './make.ts';

builder.mutationField('generateRecap', (t) =>
  t.field({
    ...starts,
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
