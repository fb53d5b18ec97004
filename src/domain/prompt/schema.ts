import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/context.ts';
import { manifestsOf } from '../generation/manifest.ts';
import { type Preview, previewOf } from '../generation/preview.ts';
import { Run } from '../generation/run-schema.ts';
import type { AssembledPrompt } from './prompt.ts';

const PromptMessage = builder.objectRef<AssembledPrompt['messages'][number]>('PromptMessage').implement({
  description: 'One of the messages that a provider is sent, in order.',
  fields: (t) => ({
    role: t.exposeString('role', { description: '`system` for the rules, `user` for the material.' }),
    content: t.exposeString('content', { description: 'The message as the provider gets it.' }),
  }),
});

const PromptSource = builder
  .objectRef<NonNullable<AssembledPrompt['manifest'][number]['source']>>('PromptSource')
  .implement({
    description: 'The record that a part of a prompt was made from.',
    fields: (t) => ({
      type: t.exposeString('type', { description: '`book`, `plan`, `mood`, `character`, `conflict` or `chapter`.' }),
      id: t.exposeID('id', { description: 'The record; a plan goes by the id of its book.' }),
      version: t.exposeInt('version', { description: 'Its version when the prompt was put together.' }),
    }),
  });

const PromptPart = builder.objectRef<AssembledPrompt['manifest'][number]>('PromptPart').implement({
  description: 'One line of the account of a prompt: what went in, what was shortened or left out, and why.',
  fields: (t) => ({
    block: t.exposeString('block', { description: 'The block it stands in, in the order of the prompt.' }),
    kind: t.exposeString('kind', { description: '`block` for the block’s frame, else what the part is.' }),
    source: t.expose('source', {
      type: PromptSource,
      nullable: true,
      description: 'Where it comes from; null for our own words.',
    }),
    tokens: t.exposeInt('tokens', { description: 'Its share of the prompt; 0 for what was left out.' }),
    status: t.exposeString('status', { description: '`kept`, `trimmed` or `dropped`.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was trimmed, dropped or is absent; null for what is whole.',
    }),
  }),
});

const PromptEstimate = builder.objectRef<Preview['estimate']>('PromptEstimate').implement({
  description: 'What a write is likely to come to. The provider has the last word, and may count a model’s thoughts.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', { description: 'What the whole prompt comes to.' }),
    expectedOutputTokens: t.exposeInt('expectedOutputTokens', {
      description:
        'A chapter of the length that the book’s `targetWords` ask for, 2,000 words where there are none, less the text that is there.',
    }),
    costMicros: t.exposeFloat('costMicros', {
      nullable: true,
      description:
        'Cost in millionths of the currency of the configured prices, nothing cached; null where the model has no price.',
    }),
  }),
});

const PromptPreview = builder.objectRef<Preview>('PromptPreview').implement({
  description:
    'The prompt that the next write of a chapter would use. Looking at it costs nothing and asks no provider.',
  fields: (t) => ({
    messages: t.expose('messages', {
      type: [PromptMessage],
      description: 'What the provider would get.',
    }),
    manifest: t.expose('manifest', {
      type: [PromptPart],
      description: 'What it is made of, part by part.',
    }),
    tokens: t.exposeInt('tokens', { description: 'Size of the prompt in tokens, by `tokenizer`.' }),
    budgetTokens: t.exposeInt('budgetTokens', { description: 'What it may be at most; parts are trimmed to fit.' }),
    model: t.exposeString('model', { description: 'The model that would be asked, by the book’s `modelTier`.' }),
    tokenizer: t.exposeString('tokenizer', { description: 'The encoding by which tokens are counted.' }),
    tokensAreEstimated: t.exposeBoolean('tokensAreEstimated', {
      description: 'True where the model is not known to read with that encoding, so that its own count may differ.',
    }),
    estimate: t.expose('estimate', {
      type: PromptEstimate,
      description: 'What the write is likely to come to.',
    }),
    participants: t.exposeIDList('participants', {
      description: 'The characters that take part, the one whose point of view it is first.',
    }),
  }),
});

builder.queryField('promptPreview', (t) =>
  t.field({
    type: PromptPreview,
    authScopes: { scope: 'books:read' },
    description: 'The prompt that the next write of a chapter would use, with the account of its parts.',
    args: {
      bookId: t.arg.id({ required: true, description: 'The book.' }),
      chapterId: t.arg.id({ required: true, description: 'The chapter.' }),
    },
    resolve: async (_root, { bookId, chapterId }, { read, config, caller }) =>
      (await previewOf(read, config, { accountId: caller.accountId, bookId, chapterId })) ?? notFound('chapter'),
  }),
);

const manifestOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (ids: readonly string[]) => {
      const found = new Map((await manifestsOf(read, caller.accountId, ids)).map(({ id, manifest }) => [id, manifest]));
      return ids.map((id) => found.get(id) ?? null);
    }),
);

builder.objectField(Run, 'manifest', (t) =>
  t.field({
    type: [PromptPart],
    nullable: true,
    authScopes: { scope: 'books:read' },
    complexity: { field: 5, multiplier: 50 },
    description:
      'What the prompt that it began with was made of, part by part; null where the run has no such account. The prompt itself is not kept.',
    resolve: (run, _args, context) => manifestOf(context).load(run.id),
  }),
);
