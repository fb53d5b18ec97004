import { z } from 'zod';
import { expectedVersion, idOf, line, text } from '../../shapes.ts';
import { anchorFields, passageMax } from '../passage/rules.ts';

export const proposalStates = ['open', 'accepted', 'declined', 'withdrawn', 'stale'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** Open and stale proposals of a book. */
export const openMax = 1_000;
/** All proposals of a book, decided ones too, also of a document. */
export const proposalsMax = 20_000;
/** Proposals of one set, and proposals that one call decides. */
export const setMax = 50;
export const decidedMax = 100;
const alternativesMax = 3;

const change = {
  replacement: text(passageMax).describe('What takes their place, up to 30,000 characters. Empty: they are deleted.'),
  alternatives: z
    .array(text(passageMax))
    .max(alternativesMax)
    .optional()
    .describe('Other replacements to choose from, at most 3.'),
  reason: text(1_000).optional().describe('Why, for those who decide. Up to 1000 characters.'),
};

export const proposedEdit = z
  .strictObject({ chapterId: idOf('chapter').describe('The chapter with the words.'), ...anchorFields, ...change })
  .meta({ title: 'ProposedEdit' })
  .describe('Words of a chapter, and what takes their place.');
export type ProposedEdit = z.output<typeof proposedEdit>;

export const newProposals = z.strictObject({
  title: line(200).optional().describe('What the proposals are about, 1–200 characters.'),
  edits: z
    .array(proposedEdit)
    .min(1)
    .max(setMax)
    .describe('1–50 changes, which form a set. All are proposed, or none.'),
});
export type NewProposals = z.output<typeof newProposals>;

export const proposalPatch = z.strictObject({
  ...anchorFields,
  replacement: change.replacement.optional(),
  alternatives: change.alternatives,
  reason: change.reason,
});
export type ProposalPatch = z.output<typeof proposalPatch>;

const ids = z.array(idOf('proposal')).min(1).max(decidedMax).describe('Ids of 1–100 proposals.');

const choice = z
  .strictObject({
    id: idOf('proposal').describe('One of `ids`.'),
    alternative: z.int().min(0).max(alternativesMax).describe('0: the replacement; n: the nth of `alternatives`.'),
  })
  .meta({ title: 'ProposalChoice' })
  .describe('Which text of a proposal is accepted.');

const versionRead = z
  .strictObject({ id: z.string().describe('A proposal or its chapter.'), version: expectedVersion })
  .meta({ title: 'VersionRead' })
  .describe('A version that you have read.');

export const acceptance = z.strictObject({
  ids,
  choices: z
    .array(choice)
    .max(decidedMax)
    .optional()
    .describe('For proposals with alternatives. Default: the replacement.'),
  partial: z
    .boolean()
    .optional()
    .describe('True: those that cannot be accepted stay as they are, and the others are. Default: all or none.'),
  expectedVersions: z
    .array(versionRead)
    .max(2 * decidedMax)
    .optional()
    .describe('Versions that must still hold, of the proposals or of their chapters.'),
});
export type Acceptance = z.output<typeof acceptance>;

export const refusal = z.strictObject({
  ids,
  reason: text(1_000).optional().describe('Why, for those who proposed. Up to 1000 characters.'),
});

export const withdrawal = z.strictObject({ ids });

/** Which proposals a list has. */
export const proposalFilter = z.strictObject({
  chapterId: idOf('chapter').optional().describe('Only those of this chapter.'),
  state: z.enum(proposalStates).optional().describe('Only those in this state.'),
  setId: idOf('proposalSet').optional().describe('Only those of this set.'),
});
export type ProposalFilter = z.output<typeof proposalFilter>;
