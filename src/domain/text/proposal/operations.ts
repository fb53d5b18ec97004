import { operation } from '../../../operation.ts';
import { paging } from '../../page.ts';
import {
  AcceptProposalsDocument,
  DeclineProposalsDocument,
  DeleteProposalDocument,
  GetProposalDocument,
  ListProposalsDocument,
  ProposeEditsDocument,
  ReviseProposalDocument,
  WithdrawProposalsDocument,
} from './operations.gen.ts';
import { acceptance, newProposals, proposalFilter, proposalPatch, refusal, withdrawal } from './rules.ts';

export const proposalOperations = [
  operation(ListProposalsDocument, {
    answer: 'proposals',
    statements: 2,
    options: proposalFilter.extend(paging.shape),
    rest: 'GET /v1/books/{bookId}/proposals',
    tool: {
      name: 'list_proposals',
      feature: 'chapters',
      isMaterial: true,
      description: 'The changes of passages that were proposed, newest first: their words, replacements and state.',
    },
  }),
  operation(GetProposalDocument, {
    answer: 'proposal',
    statements: 2,
    // Its anchor moves with the text, without a new version.
    revalidates: false,
    rest: 'GET /v1/books/{bookId}/proposals/{proposalId}',
    tool: {
      name: 'get_proposal',
      feature: 'chapters',
      isMaterial: true,
      description: 'One proposed change: its words and where they are now, its replacements, and who decided what.',
    },
  }),
  operation(ProposeEditsDocument, {
    answer: 'proposeEdits',
    statements: 9,
    body: ['input', newProposals],
    example: {
      title: 'Make the ferry later',
      edits: [
        { chapterId: 'CHAPTER_ID', quote: 'came late', replacement: 'never came', reason: 'It sank in chapter 2.' },
      ],
    },
    rest: 'POST /v1/books/{bookId}/proposals 201',
    tool: {
      name: 'propose_edits',
      isDirect: true,
      feature: 'chapters',
      // Models quote and do not count characters.
      unlisted: ['start', 'end', 'version'],
      description: 'Propose changes of passages. Somebody else decides; no text changes.',
    },
  }),
  operation(ReviseProposalDocument, {
    answer: 'reviseProposal',
    statements: 5,
    body: ['patch', proposalPatch],
    example: { replacement: 'did not come' },
    rest: 'PATCH /v1/books/{bookId}/proposals/{proposalId}',
    tool: {
      name: 'revise_proposal',
      feature: 'chapters',
      description: 'Change what you have proposed, or set it on other words. A stale proposal is open again then.',
    },
  }),
  operation(AcceptProposalsDocument, {
    answer: 'acceptProposals',
    statements: 16,
    body: ['input', acceptance],
    example: { ids: ['PROPOSAL_ID'] },
    rest: 'POST /v1/books/{bookId}/proposals/accept',
    tool: {
      name: 'accept_proposals',
      feature: 'chapters',
      description: 'Put proposed changes into the texts. The former texts are kept as revisions.',
    },
  }),
  operation(DeclineProposalsDocument, {
    answer: 'declineProposals',
    statements: 6,
    body: ['input', refusal],
    example: { ids: ['PROPOSAL_ID'], reason: 'The ferry must come.' },
    rest: 'POST /v1/books/{bookId}/proposals/decline',
    tool: {
      name: 'decline_proposals',
      feature: 'chapters',
      description: 'Decide against proposed changes, with a reason for those who proposed them. No text changes.',
    },
  }),
  operation(WithdrawProposalsDocument, {
    answer: 'withdrawProposals',
    statements: 6,
    body: ['input', withdrawal],
    example: { ids: ['PROPOSAL_ID'] },
    rest: 'POST /v1/books/{bookId}/proposals/withdraw',
    tool: {
      name: 'withdraw_proposals',
      feature: 'chapters',
      description: 'Take back changes that you have proposed and that nobody has decided on. No text changes.',
    },
  }),
  operation(DeleteProposalDocument, {
    answer: 'deleteProposal',
    statements: 5,
    rest: 'DELETE /v1/books/{bookId}/proposals/{proposalId}',
    tool: {
      name: 'delete_proposal',
      feature: 'chapters',
      description: 'Delete a proposed change for good that was accepted, declined or withdrawn. No text changes.',
      without: ['expectedVersion'],
    },
  }),
];
