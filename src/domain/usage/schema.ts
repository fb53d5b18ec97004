import { invalidRequest } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { Account } from '../account/schema.ts';
import { RunKind } from '../generation/run-schema.ts';
import { day, type QuotaState, quotaNames } from './rules.ts';
import * as store from './store.ts';

const QuotaName = enumOf('QuotaName', quotaNames, 'What an account may have a day.', {
  chapters: 'Runs that write or rewrite a chapter, one for each that wrote text.',
  narrations: 'Runs that narrate a chapter, one for each that had something spoken.',
  outlines: 'Outlines, variants and grades, one for each that came about.',
  covers: 'Runs that make pictures for a cover, one for each that made any.',
  outputTokens: 'What models wrote, whatever for, also where nothing came of it.',
});

const Quota = builder.objectRef<QuotaState>('Quota').implement({
  description: 'A limit of the account for one UTC day. A run counts on the day on which it began.',
  fields: (t) => ({
    name: t.field({ type: QuotaName, description: 'What is counted against the limit.', resolve: ({ name }) => name }),
    limit: t.float({
      nullable: true,
      description: 'The most of it in a day; null for no limit.',
      resolve: ({ limit }) => limit || null,
    }),
    used: t.exposeFloat('used', {
      description: 'What today’s runs have used, those under way included. Output tokens may end above the limit.',
    }),
    remaining: t.float({
      nullable: true,
      description: 'What is left of today, 0 at least; null without a limit. At 0 new runs are `quota_exceeded`.',
      resolve: ({ limit, used }) => (limit === 0 ? null : Math.max(0, limit - used)),
    }),
    resetsAt: t.expose('resetsAt', { type: 'DateTime', description: 'The next midnight in UTC, when it begins anew.' }),
  }),
});

const UsageSum = builder.interfaceRef<store.UsageSum>('UsageSum').implement({
  description: 'Sums of some runs.',
  fields: (t) => ({
    runs: t.exposeInt('runs', { description: 'Runs that began, whatever came of them.' }),
    countedRuns: t.exposeInt('countedRuns', {
      description: 'Those of them with something to show, or still under way: a quota counts these.',
    }),
    inputTokens: t.exposeFloat('inputTokens', {
      description: 'Tokens of the prompts that were sent, cached ones included.',
    }),
    cachedInputTokens: t.exposeFloat('cachedInputTokens', {
      description: 'Those of them that providers had in their caches.',
    }),
    outputTokens: t.exposeFloat('outputTokens', { description: 'Tokens that models wrote, their thoughts included.' }),
    estimatedRuns: t.exposeInt('estimatedRuns', {
      description: 'Runs of which the provider did not count everything; what is missing was counted by us.',
    }),
    costMicros: t.exposeFloat('costMicros', {
      nullable: true,
      description: 'Cost in millionths of the currency of the configured prices; null where no run has a price.',
    }),
    unpricedRuns: t.exposeInt('unpricedRuns', {
      description: 'Runs that `costMicros` leaves out: their model has no price, or their provider did not count.',
    }),
  }),
});

const UsageTotals = builder.objectRef<store.UsageSum>('UsageTotals').implement({
  interfaces: [UsageSum],
  description: 'Everything from the first day to the last.',
});

const UsageDay = builder.objectRef<store.Usage['days'][number]>('UsageDay').implement({
  interfaces: [UsageSum],
  description: 'The runs that began on one day.',
  fields: (t) => ({ day: t.exposeString('day', { description: 'The day in UTC, `2026-11-21`.' }) }),
});

const UsageOfKind = builder.objectRef<store.Usage['kinds'][number]>('UsageOfKind').implement({
  interfaces: [UsageSum],
  description: 'The runs of one kind, over the days that were asked for.',
  fields: (t) => ({
    kind: t.field({ type: RunKind, description: 'What they were for.', resolve: ({ kind }) => kind as 'write' }),
  }),
});

const UsageOfBook = builder.objectRef<store.Usage['books'][number]>('UsageOfBook').implement({
  interfaces: [UsageSum],
  description: 'The runs for one book, over the days that were asked for.',
  fields: (t) => ({
    bookId: t.exposeID('bookId', { description: 'The book, which may be gone by now.' }),
    title: t.string({
      nullable: true,
      description: 'What it is called; null once it is deleted, and for a key without `books:read`.',
      resolve: ({ title }, _args, { caller }) => (caller.scopes.includes('books:read') ? title : null),
    }),
  }),
});

const Usage = builder.objectRef<store.Usage>('Usage').implement({
  description: 'What models have written for the account. It stays as it is when a book is deleted.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'First day that is counted, in UTC.' }),
    to: t.exposeString('to', { description: 'Last day, UTC, included.' }),
    totals: t.field({ type: UsageTotals, description: 'The sums of it all.', resolve: ({ totals }) => totals }),
    days: t.field({ type: [UsageDay], description: 'Days with runs, last first.', resolve: ({ days }) => days }),
    kinds: t.field({ type: [UsageOfKind], description: 'By what the runs were for.', resolve: ({ kinds }) => kinds }),
    books: t.expose('books', {
      type: [UsageOfBook],
      description: 'By book: the 200 with the most output tokens, largest first.',
    }),
    quotas: t.field({
      type: [Quota],
      description: 'How the quotas stand today, whichever days the rest is about.',
      resolve: (_usage, _args, { read, caller, config }) => store.quotasOf(read, caller.accountId, config.quotas),
    }),
  }),
});

const from = { description: 'First day, UTC, `2026-11-01`. Default: 29 days before the last one.' };
const to = { description: 'Last day, UTC. Default: today.' };
type Range = { from?: string | null | undefined; to?: string | null | undefined };

/** The days asked for; days that do not exist, or the wrong way round, are `invalid_request`. */
function usage({ from, to }: Range, { read, caller }: Context): Promise<store.Usage> {
  if (from && to && from > to) throw invalidRequest([{ path: 'from', message: `must not be after to, ${to}.` }]);
  return store.usageOf(read, caller.accountId, { from: from ?? undefined, to: to ?? undefined });
}

builder.queryField('usage', (t) =>
  t.field({
    type: Usage,
    authScopes: { scope: 'account:read' },
    description: 'What the account has used and what is left of its quotas.',
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
    description: 'What it has used and what is left of its quotas; the same as the root field `usage`.',
    args: {
      from: t.arg.string({ ...from, validate: { schema: day } }),
      to: t.arg.string({ ...to, validate: { schema: day } }),
    },
    resolve: (_account, range, context) => usage(range, context),
  }),
);
