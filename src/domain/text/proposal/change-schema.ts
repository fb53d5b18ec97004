import type { Caller } from '../../../caller.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { arranges, changes, creates, removes } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { requireScope } from '../../../graphql/permit.ts';
import { versionArgument } from '../../../graphql/versions.ts';
import { savingOf } from '../texts/edit-schema.ts';
import { type AcceptedProposals as Accepted, acceptProposals } from './accept.ts';
import { deleteProposal } from './delete.ts';
import { proposeEdits } from './propose.ts';
import { reviseProposal } from './revise.ts';
import * as rules from './rules.ts';
import { keptProposals, Proposal } from './schema.ts';
import { settleProposals } from './settle.ts';
import type * as store from './store.ts';

const NewProposals = inputOf('NewProposals', rules.newProposals, 'Changes to propose together.');
const ProposalPatch = inputOf('ProposalPatch', rules.proposalPatch, 'What to change of a proposal.');
const ProposalAcceptance = inputOf('ProposalAcceptance', rules.acceptance, 'Proposals to accept.');
const ProposalRefusal = inputOf('ProposalRefusal', rules.refusal, 'Proposals to decline.');
const ProposalWithdrawal = inputOf('ProposalWithdrawal', rules.withdrawal, 'Proposals to take back.');

const ProposalSet = builder.objectRef<{ proposals: store.Proposal[] }>('ProposalSet').implement({
  description: 'Proposals that were made together.',
  kept: keptProposals,
  fields: (t) => ({
    setId: t.id({
      description: 'Opaque, `pset_…`.',
      resolve: ({ proposals }) => proposals[0]?.setId ?? '',
    }),
    proposals: t.expose('proposals', { type: [Proposal], description: 'In the order of the edits.' }),
  }),
});

const ChapterVersion = builder.objectRef<Accepted['chapters'][number]>('ChapterVersion').implement({
  description: 'A chapter whose text has changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The chapter that has changed.' }),
    version: t.exposeInt('version', { description: 'Its new version.' }),
  }),
});

const AcceptedProposals = builder.objectRef<Accepted>('AcceptedProposals').implement({
  description: 'Proposals after a call that accepts them.',
  kept: keptProposals,
  fields: (t) => ({
    proposals: t.expose('proposals', {
      type: [Proposal],
      description: 'All that were named. With `partial`, some may not be accepted.',
    }),
    chapters: t.expose('chapters', {
      type: [ChapterVersion],
      description: 'The chapters that have changed; none if the texts had the replacements.',
    }),
  }),
});

const DecidedProposals = builder.objectRef<{ proposals: store.Proposal[] }>('DecidedProposals').implement({
  description: 'Proposals after a decision.',
  kept: keptProposals,
  fields: (t) => ({ proposals: t.expose('proposals', { type: [Proposal], description: 'All that were named.' }) }),
});

const DeletedProposal = builder.objectRef<{ id: string }>('DeletedProposal').implement({
  description: 'A decided proposal that is gone for good.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'Opaque, `prp_…`.' }),
  }),
});

const proposes = { scope: 'proposals:write' } as const;

/** A key revises and withdraws its own proposals; those of others need the scope to change books. */
function requireOwn(caller: Caller, { tokenId }: store.Proposal): void {
  if (tokenId !== caller.tokenId) requireScope(caller, 'books:write');
}

builder.mutationFields((t) => ({
  proposeEdits: t.field({
    ...creates,
    type: ProposalSet,
    authScopes: proposes,
    description:
      'Proposes changes of passages, on which somebody else decides. No text changes. Allowed while a run writes. The key needs `books:read` too.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewProposals, required: true, description: 'The changes, all or none.' }),
    },
    resolve: async (_root, { bookId, input }, { sql, caller }) => {
      // By trying quotes, a caller could find out the text.
      requireScope(caller, 'books:read');
      return { proposals: await proposeEdits(sql, { accountId: caller.accountId, bookId }, caller, input) };
    },
  }),
  reviseProposal: t.field({
    ...changes,
    type: Proposal,
    authScopes: proposes,
    description:
      'Changes an open or stale proposal. With a quote, paragraph or span it is for other words, and open. Those of other keys need `books:write`. The key needs `books:read` too.',
    args: {
      bookId: t.arg.id(bookId),
      proposalId: t.arg.id({ required: true, description: 'The proposal.' }),
      patch: t.arg({ type: ProposalPatch, required: true, description: 'Fields to change; omitted fields stay.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, proposalId, patch, expectedVersion }, { sql, caller }) => {
      requireScope(caller, 'books:read');
      const key = { accountId: caller.accountId, bookId, proposalId };
      return reviseProposal(sql, key, (one) => requireOwn(caller, one), patch, expectedVersion ?? undefined);
    },
  }),
  acceptProposals: t.field({
    ...changes,
    repeatable: 'keyed',
    type: AcceptedProposals,
    authScopes: { scope: 'books:write' },
    description:
      'Puts proposals into the texts: one save of each chapter, which keeps the former text. All or none, unless `partial`. One that is accepted already changes nothing. Fails with `invalid_state` while a run writes the chapter.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: ProposalAcceptance, required: true, description: 'Which, and with which texts.' }),
    },
    resolve: (_root, { bookId, input }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      const mayRead = context.caller.scopes.includes('books:read');
      return acceptProposals(context.sql, key, input, savingOf(context, true), mayRead);
    },
  }),
  declineProposals: t.field({
    ...arranges,
    type: DecidedProposals,
    authScopes: { scope: 'books:write' },
    description: 'Decides against proposals, all or none. One that is declined already does not change.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: ProposalRefusal, required: true, description: 'Which, and why.' }),
    },
    resolve: async (_root, { bookId, input: { ids, reason } }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      return {
        proposals: await settleProposals(sql, key, ids, { state: 'declined', tokenId: caller.tokenId, reason }),
      };
    },
  }),
  withdrawProposals: t.field({
    ...arranges,
    type: DecidedProposals,
    authScopes: proposes,
    description: 'Takes proposals back, all or none. Those of other keys need `books:write`.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: ProposalWithdrawal, required: true, description: 'Proposals to take back.' }),
    },
    resolve: async (_root, { bookId, input: { ids } }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const decision = { state: 'withdrawn', tokenId: caller.tokenId } as const;
      return { proposals: await settleProposals(sql, key, ids, decision, (one) => requireOwn(caller, one)) };
    },
  }),
  deleteProposal: t.field({
    ...removes,
    type: DeletedProposal,
    authScopes: proposes,
    description:
      'Deletes a decided proposal for good. A key deletes what it has withdrawn; all others need `books:write`. Fails with `invalid_state` while it is open or stale.',
    args: {
      bookId: t.arg.id(bookId),
      proposalId: t.arg.id({ required: true, description: 'The proposal.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, proposalId, expectedVersion }, { sql, caller }) => {
      const check = (one: store.Proposal) => {
        if (one.state === 'withdrawn') requireOwn(caller, one);
        else requireScope(caller, 'books:write');
      };
      const key = { accountId: caller.accountId, bookId, proposalId };
      return deleteProposal(sql, key, check, expectedVersion ?? undefined);
    },
  }),
}));
