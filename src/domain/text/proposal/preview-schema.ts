import DataLoader from 'dataloader';
import { z } from 'zod';
import { charged } from '../../../graphql/answer-size.ts';
import { builder } from '../../../graphql/builder.ts';
import { endOf } from '../../../graphql/context.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { anchorWords } from '../anchor/schema.ts';
import { Chapter } from '../chapter/schema.ts';
import { DiffPart } from '../comparison/schema.ts';
import { textCost } from '../texts/text-schema.ts';
import { contentWith, diffsOf } from './preview.ts';
import { decidedMax } from './rules.ts';
import { type AnsweredProposal, offerOf, Proposal } from './schema.ts';

builder.objectField(Chapter, 'contentWith', (t) =>
  t.string({
    authScopes: { scope: 'books:read' },
    // The text is read and made again.
    complexity: 4 * textCost,
    description:
      'Its prose as it would be with proposals accepted. Fails with `invalid_state`, as accepting them would.',
    args: {
      proposalIds: t.arg.idList({
        required: true,
        description: `Proposals of this chapter, at most ${decidedMax}.`,
        validate: { schema: z.array(z.string()).max(decidedMax) },
      }),
    },
    resolve: async ({ id: chapterId, bookId }, { proposalIds }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      return charged(context, await contentWith(context.read, key, proposalIds));
    },
  }),
);

/** Compares the words of each proposal once per operation. */
const diffLoader = perOperation((context) => {
  const { work, caller } = context;
  return new DataLoader(
    async (proposals: readonly AnsweredProposal[]) => {
      const compared = proposals.map(async (one) => ({
        language: one.language,
        exact: (await anchorWords(one, context)).exact,
        replacement: (await offerOf(one, context)).replacement,
      }));
      return diffsOf(work, caller.accountId, await Promise.all(compared), endOf(context));
    },
    { cacheKeyFn: ({ id }) => id },
  );
});

builder.objectField(Proposal, 'diff', (t) =>
  t.field({
    type: [DiffPart],
    // Two passages of up to 30,000 characters are compared.
    complexity: 10 * textCost,
    description:
      'How it would change its words: equal and deleted parts form these, equal and inserted ones the replacement.',
    resolve: (proposal, _args, context) => diffLoader(context).load(proposal),
  }),
);
