import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, pageArgumentsOf, pageCost, pageOf, rangeOf } from '../../../graphql/connection.ts';
import { arranges } from '../../../graphql/effect.ts';
import { untilRevoked } from '../../../graphql/until-revoked.ts';
import { cursorAt, pageArguments, positionOf } from '../../page.ts';
import { bookDeleting } from '../../story/book/hooks.ts';
import { cancelRun, cancelRunsOf } from './cancel.ts';
import * as rules from './rules.ts';
import { Run } from './run-schema.ts';
import * as store from './store.ts';
import type { ProseEvent as Prose } from './watch.ts';

bookDeleting.add(async (context, key) => {
  await cancelRunsOf(context, key);
});

const RunConnection = connectionOf('Run', Run);

const runId = { required: true, description: 'The run.' } as const;

builder.queryFields((t) => ({
  run: t.field({
    type: Run,
    authScopes: { scope: 'books:read' },
    description: 'One run, immediately or after waiting for its end.',
    args: {
      runId: t.arg.id(runId),
      waitSeconds: t.arg.int({ description: rules.waitDescription, validate: { schema: rules.waitSeconds } }),
    },
    resolve: async (_root, { runId, waitSeconds }, { read, runs, caller, signal, timeAllowance: patience }) => {
      const key = { accountId: caller.accountId, runId };
      patience.allow(waitSeconds ?? 0);
      const run = waitSeconds ? await runs.wait(key, waitSeconds, signal) : await store.runById(read, key);
      return run ?? notFound('run');
    },
  }),
  runs: t.field({
    type: RunConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'The runs of a book, newest first.',
    args: {
      bookId: t.arg.id(bookId),
      ...pageArgumentsOf(t.arg, pageArguments),
    },
    resolve: async (_root, { bookId, ...page }, { read, caller }) => {
      const range = rangeOf(page, positionOf);
      const rows = await store.runsOfBook(read, { accountId: caller.accountId, bookId }, range);
      return pageOf(rows ?? notFound('book'), range, (run) => cursorAt(run.startedAt, run.id));
    },
  }),
}));

builder.mutationFields((t) => ({
  cancelRun: t.field({
    ...arranges,
    waitsForRun: true,
    type: Run,
    authScopes: { scope: 'generation:run' },
    description: 'Cancels a run. Its text so far is kept. A run that has ended is not changed.',
    args: { runId: t.arg.id(runId) },
    resolve: async (_root, { runId }, context) =>
      (await cancelRun(context, { accountId: context.caller.accountId, runId })) ?? notFound('run'),
  }),
}));

const ProseEvent = builder.objectRef<Prose>('ProseEvent').implement({
  description: 'A piece of a run’s text. The last event has the ended run and no text.',
  fields: (t) => ({
    offset: t.exposeInt('offset', {
      description:
        'End of the piece in the run’s text, code points. Pass it as `fromOffset` to continue after a lost connection.',
    }),
    text: t.exposeString('text', { description: 'The piece; empty in the last event.' }),
    run: t.expose('run', {
      type: Run,
      nullable: true,
      description: 'The ended run; null before the last event.',
    }),
  }),
});

builder.subscriptionField('proseStream', (t) =>
  t.field({
    type: ProseEvent,
    // The scope that starts a write also reads its run.
    authScopes: { anyScope: ['books:read', 'generation:run'] },
    description:
      'The text of a run as it is written, from its first character, and finally the run. For an ended run, its whole text.',
    args: {
      runId: t.arg.id(runId),
      fromOffset: t.arg.int({
        description: 'Start offset in code points. Default: 0.',
        validate: { schema: rules.fromOffset },
      }),
    },
    subscribe: async (_root, { runId, fromOffset }, context) => {
      const key = { accountId: context.caller.accountId, runId };
      const watch = (signal: AbortSignal) => context.runs.watch(key, fromOffset ?? 0, signal);
      return (await untilRevoked(context, watch)) ?? notFound('run');
    },
    resolve: (event) => event,
  }),
);
