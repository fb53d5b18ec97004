import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, defaultPageSize, pageCost, pageOf } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { inputOf } from '../../graphql/input.ts';
import { untilRevoked } from '../../graphql/until-revoked.ts';
import { cursorAt, pageArguments, placeOf } from '../page.ts';
import { cancelRun } from './cancel.ts';
import { rewriteChapter } from './rewrite.ts';
import * as rules from './rules.ts';
import { Run } from './run-schema.ts';
import * as store from './store.ts';
import type { ProseEvent as Prose } from './watch.ts';
import { writeChapter } from './write.ts';

const RunConnection = connectionOf('Run', Run);

const runId = { required: true, description: 'The run.' } as const;
const bookId = { required: true, description: 'The book.' } as const;
const chapterId = { required: true, description: 'The chapter.' } as const;
const waitSeconds = `Wait for the run to end, up to so many seconds, at most ${rules.waitSecondsMax}. Absent or 0: answer at once.`;

builder.queryFields((t) => ({
  run: t.field({
    type: Run,
    authScopes: { scope: 'books:read' },
    description: 'One run, at once or when it has ended.',
    args: {
      runId: t.arg.id(runId),
      waitSeconds: t.arg.int({ description: waitSeconds, validate: { schema: rules.waitSeconds } }),
    },
    resolve: async (_root, { runId, waitSeconds }, { read, runs, caller, signal, patience }) => {
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
      first: t.arg.int({
        description: 'How many at most, 1–100; default 20.',
        validate: { schema: pageArguments.first },
      }),
      after: t.arg.string({
        description: '`endCursor` of the page before.',
        validate: { schema: pageArguments.after },
      }),
    },
    resolve: async (_root, { bookId, first, after }, { read, caller }) => {
      const size = first ?? defaultPageSize;
      const rows =
        (await store.runsOfBook(
          read,
          { accountId: caller.accountId, bookId },
          size + 1,
          after ? placeOf(after)?.id : undefined,
        )) ?? notFound('book');
      return pageOf(rows, size, (run) => cursorAt(run.startedAt, run.id));
    },
  }),
}));

const WriteRequest = inputOf('WriteRequest', rules.writeRequest, 'What a write is asked; nothing is required.');
const RewriteRequest = inputOf('RewriteRequest', rules.rewriteRequest, 'What a rewrite is asked.');

/** The run as it was begun, or at its end where the caller waits for that. */
async function answered(
  { caller, patience, runs, signal }: Context,
  waitSeconds: number | null | undefined,
  begin: (accountId: string) => Promise<store.Run>,
): Promise<store.Run> {
  // Where a node has died, its lease is waited for.
  patience.allow((waitSeconds ?? 0) + rules.leaseSeconds);
  const run = await begin(caller.accountId);
  if (!waitSeconds) return run;
  return (await runs.wait({ accountId: run.accountId, runId: run.id }, waitSeconds, signal)) ?? run;
}

builder.mutationFields((t) => ({
  writeChapter: t.field({
    type: Run,
    authScopes: { scope: 'generation:run' },
    description:
      'Starts to write a chapter and answers the run; read its text with `proseStream`. A partial chapter is continued, a complete one needs `restart`. The same request while a run is active joins that run.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: WriteRequest, description: 'Wishes for this one call.' }),
      waitSeconds: t.arg.int({ description: waitSeconds, validate: { schema: rules.waitSeconds } }),
    },
    resolve: (_root, { bookId, chapterId, input, waitSeconds }, context) =>
      answered(context, waitSeconds, (accountId) =>
        writeChapter(context, { accountId, bookId, chapterId }, input ?? {}),
      ),
  }),
  rewriteChapter: t.field({
    type: Run,
    authScopes: { scope: 'generation:run' },
    description:
      'Starts to rewrite a chapter and answers the run; read its text with `proseStream`. The chapter keeps its text until the new one is finished, and then as a revision. A rewrite that was cut short goes on when it is asked for again.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: RewriteRequest, required: true, description: 'What is to become of the chapter.' }),
      waitSeconds: t.arg.int({ description: waitSeconds, validate: { schema: rules.waitSeconds } }),
    },
    resolve: (_root, { bookId, chapterId, input, waitSeconds }, context) =>
      answered(context, waitSeconds, (accountId) => rewriteChapter(context, { accountId, bookId, chapterId }, input)),
  }),
  cancelRun: t.field({
    type: Run,
    authScopes: { scope: 'generation:run' },
    description: 'Asks a run to stop; what it has written is kept. A run that has ended stays as it is.',
    args: { runId: t.arg.id(runId) },
    resolve: async (_root, { runId }, context) =>
      (await cancelRun(context, { accountId: context.caller.accountId, runId })) ?? notFound('run'),
  }),
}));

const ProseEvent = builder.objectRef<Prose>('ProseEvent').implement({
  description: 'A piece of a run’s text. The last event has no text but the run as it ended.',
  fields: (t) => ({
    offset: t.exposeInt('offset', {
      description:
        'Where the piece ends, in code points from the run’s first character: pass it as `fromOffset` to go on after a lost connection.',
    }),
    text: t.exposeString('text', { description: 'The piece; empty in the last event.' }),
    run: t.expose('run', {
      type: Run,
      nullable: true,
      description: 'Null until the last event, which has the run as it ended.',
    }),
  }),
});

builder.subscriptionField('proseStream', (t) =>
  t.field({
    type: ProseEvent,
    // Whoever may have a chapter written may read what is written.
    authScopes: { anyScope: ['books:read', 'generation:run'] },
    description:
      'The text of a run from its first character, as it comes, and at last the run. Reading a run that has ended answers its whole text.',
    args: {
      runId: t.arg.id(runId),
      fromOffset: t.arg.int({
        description: 'Where to go on, in code points; default 0, the beginning.',
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
