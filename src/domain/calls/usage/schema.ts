import { invalidRequest } from '../../../errors.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { type Storage, storageOf } from '../../../limits/storage.ts';
import { Account } from '../../story/account/schema.ts';
import { RunKind } from './kind-schema.ts';
import { day, type QuotaState, quotaNames } from './rules.ts';
import * as store from './store.ts';

const QuotaName = enumOf('QuotaName', quotaNames, 'What a daily quota counts.', {
  chapters: 'Runs that write or rewrite a chapter and produced text.',
  narrations: 'Runs that narrate a chapter and produced audio.',
  outlines: 'Runs that outline, make variants or grade, and produced a result.',
  covers: 'Runs that generate cover pictures and produced one.',
  outputTokens: 'Output tokens of all runs, also without a result.',
});

const Quota = builder.objectRef<QuotaState>('Quota').implement({
  description: 'A limit of the account per UTC day. A run counts on the day on which it started.',
  fields: (t) => ({
    name: t.field({ type: QuotaName, description: 'What is counted.', resolve: ({ name }) => name }),
    limit: t.float({
      nullable: true,
      description: 'Limit per day; null for none.',
      resolve: ({ limit }) => limit || null,
    }),
    used: t.exposeFloat('used', {
      description: 'Used today, running runs included. Output tokens may exceed the limit.',
    }),
    remaining: t.float({
      nullable: true,
      description: 'Remaining today, at least 0; null without a limit. At 0 new runs fail with `quota_exceeded`.',
      resolve: ({ limit, used }) => (limit === 0 ? null : Math.max(0, limit - used)),
    }),
    resetsAt: t.expose('resetsAt', { type: 'DateTime', description: 'Next midnight, UTC, when the count restarts.' }),
  }),
});

const UsageSum = builder.interfaceRef<store.UsageSum>('UsageSum').implement({
  description: 'Sums of some runs.',
  fields: (t) => ({
    runs: t.exposeInt('runs', { description: 'All runs that started.' }),
    countedRuns: t.exposeInt('countedRuns', {
      description: 'Runs with a result or still running; quotas count these.',
    }),
    inputTokens: t.exposeFloat('inputTokens', {
      description: 'Tokens of the prompts, cached ones included.',
    }),
    cachedInputTokens: t.exposeFloat('cachedInputTokens', {
      description: 'Input tokens from the caches of providers.',
    }),
    outputTokens: t.exposeFloat('outputTokens', { description: 'Output tokens, reasoning included.' }),
    estimatedRuns: t.exposeInt('estimatedRuns', {
      description: 'Runs whose usage the provider did not fully report; the rest is estimated.',
    }),
    costMicros: t.exposeFloat('costMicros', {
      nullable: true,
      description: 'Cost in millionths of `Instance.priceCurrency`; null if no run has a price.',
    }),
    unpricedRuns: t.exposeInt('unpricedRuns', {
      description: 'Runs that `costMicros` omits: their model has no price, or their provider reported no usage.',
    }),
  }),
});

const UsageTotals = builder.objectRef<store.UsageSum>('UsageTotals').implement({
  interfaces: [UsageSum],
  description: 'Totals of the range.',
});

const UsageDay = builder.objectRef<store.Usage['days'][number]>('UsageDay').implement({
  interfaces: [UsageSum],
  description: 'The runs that started on one day.',
  fields: (t) => ({ day: t.exposeString('day', { description: 'The day in UTC, `2026-11-21`.' }) }),
});

const UsageOfKind = builder.objectRef<store.Usage['kinds'][number]>('UsageOfKind').implement({
  interfaces: [UsageSum],
  description: 'The runs of one kind in the range.',
  fields: (t) => ({
    kind: t.field({ type: RunKind, description: 'Task of the runs.', resolve: ({ kind }) => kind as 'write' }),
  }),
});

const UsageOfBook = builder.objectRef<store.Usage['books'][number]>('UsageOfBook').implement({
  interfaces: [UsageSum],
  description: 'The runs for one book in the range.',
  fields: (t) => ({
    bookId: t.exposeID('bookId', { description: 'The book; it may be deleted by now.' }),
    title: t.string({
      nullable: true,
      description: 'Its title; null if it is deleted, and for a key without `books:read`.',
      resolve: ({ title }, _args, { caller }) => (caller.scopes.includes('books:read') ? title : null),
    }),
  }),
});

const StorageUsage = builder.objectRef<Storage>('StorageUsage').implement({
  description:
    'Space that the account uses, in bytes of texts, pictures and sound. Deleted books count until they are removed for good.',
  fields: (t) => ({
    books: t.exposeFloat('books', {
      description: 'Books with their present texts, records and runs, and the copies that readers see.',
    }),
    revisions: t.exposeFloat('revisions', {
      description: 'Former texts of chapters. `deleteRevision` and `thinRevisions` free it.',
    }),
    pictures: t.exposeFloat('pictures', { description: 'Cover pictures. `deleteCover` frees it.' }),
    sound: t.exposeFloat('sound', {
      description: 'Narrations, and spoken passages that are kept so that nothing is spoken twice.',
    }),
    events: t.exposeFloat('events', { description: 'The change log of the last 30 days, counted some minutes late.' }),
    answers: t.exposeFloat('answers', {
      description: 'Answers to requests with an idempotency key, which are kept for a day.',
    }),
    total: t.exposeFloat('total', { description: 'The sum of all parts.' }),
    limit: t.float({
      nullable: true,
      description: 'Maximum of the total; null for none. A full account can change, export and delete, but not add.',
      resolve: (_storage, _args, { config }) => config.quotaBytes || null,
    }),
  }),
});

const Usage = builder.objectRef<store.Usage>('Usage').implement({
  description: 'Usage of models by the account. Deleting a book does not change it.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'First day of the range, UTC.' }),
    to: t.exposeString('to', { description: 'Last day of the range, UTC, inclusive.' }),
    totals: t.field({ type: UsageTotals, description: 'Totals of the range.', resolve: ({ totals }) => totals }),
    days: t.field({ type: [UsageDay], description: 'Days with runs, newest first.', resolve: ({ days }) => days }),
    kinds: t.field({ type: [UsageOfKind], description: 'By task of the runs.', resolve: ({ kinds }) => kinds }),
    books: t.expose('books', {
      type: [UsageOfBook],
      description: 'By book: the 200 books with the most output tokens, largest first.',
    }),
    quotas: t.field({
      type: [Quota],
      description:
        'Today’s quotas of the account, regardless of the range. They count all books, also for a token bound to some.',
      resolve: (_usage, _args, { read, caller, config }) => store.quotasOf(read, caller.accountId, config.quotas),
    }),
    storage: t.field({
      type: StorageUsage,
      description: 'Space in use now, regardless of the range. It counts all books, also for a token bound to some.',
      resolve: (_usage, _args, { read, caller }) => storageOf(read, caller.accountId),
    }),
  }),
});

const from = { description: 'First day, UTC, `2026-11-01`. Default: 29 days before the last one.' };
const to = { description: 'Last day, UTC. Default: today.' };
type Range = { from?: string | null | undefined; to?: string | null | undefined };

/** Usage over the requested days. Throws `invalid_request` for invalid or reversed dates. */
function usage({ from, to }: Range, { read, caller }: Context): Promise<store.Usage> {
  if (from && to && from > to) throw invalidRequest([{ path: 'from', message: `must not be after to, ${to}.` }]);
  return store.usageOf(read, caller, { from: from ?? undefined, to: to ?? undefined });
}

builder.queryField('usage', (t) =>
  t.field({
    type: Usage,
    bounds: 'narrowed',
    authScopes: { scope: 'account:read' },
    description: 'Usage and remaining quotas of the account.',
    args: {
      from: t.arg.string({ ...from, validate: { schema: day } }),
      to: t.arg.string({ ...to, validate: { schema: day } }),
    },
    resolve: (_root, range, context) => usage(range, context),
  }),
);

builder.objectField(Account, 'usage', (t) =>
  t.field({
    type: Usage,
    description: 'Used and remaining quotas; the same as the root field `usage`.',
    args: {
      from: t.arg.string({ ...from, validate: { schema: day } }),
      to: t.arg.string({ ...to, validate: { schema: day } }),
    },
    resolve: (_account, range, context) => usage(range, context),
  }),
);
