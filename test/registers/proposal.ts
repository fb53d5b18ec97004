import type { Args, Register, Story } from './register.ts';
import { withChapter } from './story.ts';

const content = 'The ferry came late. Nobody was on the quay.';

/** A proposal for a chapter with text. */
async function proposed(story: Story): Promise<Args> {
  const { bookId, chapterId } = await withChapter(story, content);
  const edits = [{ chapterId, quote: 'came late', replacement: 'never came' }];
  const { proposals } = await story.call('propose_edits', { bookId, edits });
  return { bookId, proposalId: proposals[0].id };
}

async function someProposed(story: Story): Promise<Args> {
  const { bookId, proposalId } = await proposed(story);
  return { bookId, ids: [proposalId] };
}

async function withdrawn(story: Story): Promise<Args> {
  const { bookId, ids } = await someProposed(story);
  await story.call('withdraw_proposals', { bookId, ids });
  return { bookId, proposalId: (ids as string[])[0] };
}

export const proposal: Register = {
  feature: 'chapters',
  ids: {
    proposalId: {
      prefix: 'prp',
      // A text with anchors takes more statements to change, so it is not the text of most samples.
      make: async ({ call, ids: { bookId, nextChapterId: chapterId } }) => {
        await call('updateChapter', { bookId, chapterId, patch: { content } });
        const edits = [{ chapterId, paragraph: 1, replacement: 'The ferry never came.' }];
        return (await call('proposeEdits', { bookId, input: { edits } })).proposals[0].id;
      },
    },
  },
  operations: {
    proposals: { tools: { list_proposals: { args: async (story) => ({ bookId: (await proposed(story)).bookId }) } } },
    proposal: { tools: { get_proposal: { args: proposed } } },
    proposeEdits: {
      body: ({ chapterId }) => ({ edits: [{ chapterId, paragraph: 1, replacement: 'The ferry never came.' }] }),
      events: ['proposal.created'],
      unversioned: 'Nothing is changed.',
      scope: 'proposals:write',
      tools: {
        propose_edits: {
          args: async (story) => {
            const { bookId, chapterId } = await withChapter(story, content);
            return { bookId, edits: [{ chapterId, quote: 'came late', replacement: 'never came' }] };
          },
        },
      },
    },
    reviseProposal: {
      events: ['proposal.updated'],
      reader: 'proposal',
      scope: 'proposals:write',
      tools: { revise_proposal: { args: async (story) => ({ ...(await proposed(story)), replacement: 'sank' }) } },
    },
    acceptProposals: {
      ownBook: true,
      events: ['proposal.updated', 'text.updated', 'chapter.updated'],
      unversioned: 'It takes expectedVersions, of each proposal and chapter.',
      tools: { accept_proposals: { args: someProposed } },
    },
    declineProposals: {
      ownBook: true,
      events: ['proposal.updated'],
      unversioned: 'A proposal is decided once.',
      tools: { decline_proposals: { args: someProposed } },
    },
    withdrawProposals: {
      ownBook: true,
      events: ['proposal.updated'],
      unversioned: 'A proposal is decided once.',
      scope: 'proposals:write',
      tools: { withdraw_proposals: { args: someProposed } },
    },
    deleteProposal: {
      ownBook: true,
      after: 'withdrawProposals',
      events: ['proposal.deleted'],
      reader: 'proposal',
      scope: 'proposals:write',
      tools: { delete_proposal: { args: withdrawn, last: true } },
    },
  },
};
