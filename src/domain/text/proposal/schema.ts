import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { charged } from '../../../graphql/answer-size.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, pageArgumentsOf, pageCost, pageOf, rangeOf } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { cursorAt, type PageRange, pageArguments, positionOf } from '../../page.ts';
import { ChangeAuthor } from '../../story/account/author-schema.ts';
import { anchorsTurned } from '../anchor/hooks.ts';
import { Anchor, type AnsweredAnchor, keptAnchor } from '../anchor/schema.ts';
import { Chapter } from '../chapter/schema.ts';
import { textRestored } from '../texts/hooks.ts';
import { proposalRecord } from './record.ts';
import { reopenUndone } from './reopen.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

anchorsTurned.add(store.followAnchors);
textRestored.add(reopenUndone);

export const ProposalState = enumOf(
  'ProposalState',
  rules.proposalStates,
  'State of a proposal, by its text or by a decision.',
  {
    open: 'It can be accepted.',
    accepted: 'Its text is in the chapter.',
    declined: 'Somebody decided against it.',
    withdrawn: 'Its author took it back.',
    stale: 'Its words were changed. It is open again when they return.',
  },
);

/** The texts that a proposal offers. */
type Offer = Pick<store.Proposal, 'replacement' | 'alternatives'>;

/** A proposal in answers. One that was stored under an idempotency key is without its texts. */
export type AnsweredProposal = AnsweredAnchor &
  Omit<store.Proposal, keyof Offer | keyof AnsweredAnchor> &
  Partial<Offer>;

/** Loads texts of proposals that stored answers name, in one statement per operation. */
const offersIn = perOperation(
  ({ read, caller }: Context) =>
    new DataLoader(async (ids: readonly string[]) => {
      const rows = await store.proposalsByIds(read, caller, ids);
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id): Offer => found.get(id) ?? { replacement: '', alternatives: [] });
    }),
);

/** The texts of a proposal; none if it was deleted since its answer was stored. */
export async function offerOf(
  { id, replacement, alternatives = [] }: AnsweredProposal,
  context: Context,
): Promise<Offer> {
  return replacement === undefined ? offersIn(context).load(id) : { replacement, alternatives };
}

/** A proposal as it is stored under an idempotency key. */
function keptProposal(proposal: AnsweredProposal, context: Context): Promise<AnsweredProposal> {
  const { replacement: _replacement, alternatives: _alternatives, ...rest } = proposal;
  return keptAnchor(rest, context);
}

export const Proposal = builder.objectRef<AnsweredProposal>('Proposal').implement({
  description: 'A change of a passage on which somebody else decides.',
  kept: keptProposal,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `prp_…`.' }),
    bookId: t.exposeID('bookId', { description: 'The book that contains its chapter.' }),
    chapterId: t.exposeID('chapterId', { description: 'The chapter whose text it would change.' }),
    setId: t.exposeID('setId', { description: 'The set that it was proposed with, `pset_…`.' }),
    title: t.exposeString('title', { description: 'What the set is about; may be empty.' }),
    anchor: t.field({ type: Anchor, description: 'The words to be replaced.', resolve: (proposal) => proposal }),
    replacement: t.string({
      description: 'What takes their place; empty deletes them.',
      resolve: async (proposal, _args, context) => charged(context, (await offerOf(proposal, context)).replacement),
    }),
    alternatives: t.stringList({
      description: 'Other replacements to choose from, at most 3. None 30 days after the decision.',
      resolve: async (proposal, _args, context) =>
        (await offerOf(proposal, context)).alternatives.map((one) => charged(context, one)),
    }),
    reason: t.exposeString('reason', { description: 'Why, in the words of its author; may be empty.' }),
    author: t.field({
      type: ChangeAuthor,
      description: 'Who proposed it.',
      resolve: ({ tokenId, authorKind }) => ({ tokenId, kind: authorKind }),
    }),
    state: t.expose('state', { type: ProposalState, description: 'Open, stale, or how it was decided.' }),
    choice: t.exposeInt('choice', {
      nullable: true,
      description: 'Which text was accepted: 0 for the replacement, n for the nth alternative. Null unless accepted.',
    }),
    decidedBy: t.exposeID('decidedBy', {
      nullable: true,
      description: 'The key that accepted, declined or withdrew it; null before.',
    }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When; null before.' }),
    decisionReason: t.exposeString('decisionReason', {
      nullable: true,
      description: 'Why it was declined; null if nothing was said.',
    }),
    version: t.exposeInt('version', { description: 'Counts its changes, from 1.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was proposed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it changed last.' }),
  }),
});

/** An answer with proposals, as it is stored under an idempotency key. */
export async function keptProposals<Of extends { proposals: AnsweredProposal[] }>(
  answer: Of,
  context: Context,
): Promise<Of> {
  return { ...answer, proposals: await Promise.all(answer.proposals.map((one) => keptProposal(one, context))) };
}

implementNode(proposalRecord, Proposal, ({ read, caller }, ids) => store.proposalsByIds(read, caller, ids));

const ProposalConnection = connectionOf('Proposal', Proposal);
const cursorOf = ({ createdAt, id }: store.Proposal) => cursorAt(createdAt, id);

/** Pages of the same range are loaded together, for all chapters of an operation. */
const pagesOf = perOperation(() => new Map<string, DataLoader<string, store.Proposal[]>>());

function pageLoader(context: Context, state: rules.ProposalState | undefined, range: PageRange) {
  const loaders = pagesOf(context);
  const key = JSON.stringify([state, range]);
  const { read, caller } = context;
  const loader =
    loaders.get(key) ??
    new DataLoader(async (chapterIds: readonly string[]) => {
      const rows = await store.proposalsOfChapters(read, caller.accountId, chapterIds, state, range);
      const found = Map.groupBy(rows, ({ chapterId }) => chapterId);
      return chapterIds.map((id) => found.get(id) ?? []);
    });
  loaders.set(key, loader);
  return loader;
}

builder.objectField(Chapter, 'proposals', (t) =>
  t.field({
    type: ProposalConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'Proposals for its text, newest first.',
    args: {
      state: t.arg({ type: ProposalState, description: 'Only those in this state; absent: all.' }),
      ...pageArgumentsOf(t.arg, pageArguments),
    },
    resolve: async (chapter, { state, ...page }, context) => {
      const range = rangeOf(page, positionOf);
      return pageOf(await pageLoader(context, state ?? undefined, range).load(chapter.id), range, cursorOf);
    },
  }),
);

builder.queryFields((t) => ({
  proposals: t.field({
    type: ProposalConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'Proposals for the texts of a book, newest first.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id({ description: 'Only those of this chapter.' }),
      state: t.arg({ type: ProposalState, description: 'Only those in this state.' }),
      setId: t.arg.id({ description: 'Only those of this set.' }),
      ...pageArgumentsOf(t.arg, pageArguments),
    },
    resolve: async (_root, { bookId, chapterId, state, setId, ...page }, { read, caller }) => {
      const range = rangeOf(page, positionOf);
      const filter = { chapterId: chapterId ?? undefined, state: state ?? undefined, setId: setId ?? undefined };
      const rows = await store.proposalsOfBook(read, { accountId: caller.accountId, bookId }, filter, range);
      return pageOf(rows ?? notFound('book'), range, cursorOf);
    },
  }),
  proposal: t.field({
    type: Proposal,
    authScopes: { scope: 'books:read' },
    description: 'One proposal.',
    args: {
      bookId: t.arg.id(bookId),
      proposalId: t.arg.id({ required: true, description: 'The proposal.' }),
    },
    resolve: async (_root, { bookId, proposalId }, { read, caller }) =>
      (await store.proposalById(read, { accountId: caller.accountId, bookId, proposalId })) ?? notFound('proposal'),
  }),
}));
