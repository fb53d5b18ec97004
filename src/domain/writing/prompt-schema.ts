import DataLoader from 'dataloader';
import { perOperation } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import type { AssembledPrompt } from '../prompt/prompt.ts';
import { Run } from '../run/run-schema.ts';
import { manifestsOf } from './manifest.ts';
import { type Preview, previewOf } from './preview.ts';
import { WriteRequest } from './schema.ts';

const PromptMessage = builder.objectRef<AssembledPrompt['messages'][number]>('PromptMessage').implement({
  description: 'A message to the provider.',
  fields: (t) => ({
    role: t.exposeString('role', { description: '`system` for the rules, `user` for the material.' }),
    content: t.exposeString('content', { description: 'Text of the message.' }),
  }),
});

const PromptSource = builder
  .objectRef<NonNullable<AssembledPrompt['manifest'][number]['source']>>('PromptSource')
  .implement({
    description: 'Source record of a part of a prompt.',
    fields: (t) => ({
      type: t.exposeString('type', { description: '`book`, `plan`, `mood`, `character`, `conflict` or `chapter`.' }),
      id: t.exposeID('id', { description: 'Id of the record; for a plan, that of its book.' }),
      version: t.exposeInt('version', { description: 'Its version when the prompt was built.' }),
    }),
  });

const PromptPart = builder.objectRef<AssembledPrompt['manifest'][number]>('PromptPart').implement({
  description: 'One part of a prompt: included, shortened or left out, and why.',
  fields: (t) => ({
    block: t.exposeString('block', { description: 'The block that contains it.' }),
    kind: t.exposeString('kind', { description: '`block` for the frame of the block, else the kind of the part.' }),
    source: t.expose('source', {
      type: PromptSource,
      nullable: true,
      description: 'Source record; null for fixed text.',
    }),
    tokens: t.exposeInt('tokens', { description: 'Its tokens in the prompt; 0 if it was left out.' }),
    status: t.exposeString('status', { description: '`kept`, `trimmed` or `dropped`.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was trimmed, dropped or is absent; null if it was kept.',
    }),
  }),
});

const PromptEstimate = builder.objectRef<Preview['estimate']>('PromptEstimate').implement({
  description: 'Estimate for a write. The provider’s own count may differ, for example by reasoning tokens.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', { description: 'Tokens of the whole prompt.' }),
    expectedOutputTokens: t.exposeInt('expectedOutputTokens', {
      description:
        'Tokens of the ordered words, or of 2,000 words if none are ordered, minus the words that are there.',
    }),
    costMicros: t.exposeFloat('costMicros', {
      nullable: true,
      description:
        'Cost in millionths of the currency of the configured prices, without caching; null if the model has no price.',
    }),
  }),
});

const PromptPreview = builder.objectRef<Preview>('PromptPreview').implement({
  description: 'The prompt that the next write of a chapter would use. Reading it costs nothing and calls no provider.',
  fields: (t) => ({
    messages: t.expose('messages', {
      type: [PromptMessage],
      description: 'Messages to the provider, in order.',
    }),
    manifest: t.expose('manifest', {
      type: [PromptPart],
      description: 'Its parts, in the order of the prompt.',
    }),
    tokens: t.exposeInt('tokens', { description: 'Size of the prompt in tokens, by `tokenizer`.' }),
    budgetTokens: t.exposeInt('budgetTokens', { description: 'Maximum tokens; parts are trimmed to fit.' }),
    model: t.exposeString('model', { description: 'The model that would be used, from the book’s `modelTier`.' }),
    tokenizer: t.exposeString('tokenizer', { description: 'Encoding that tokens are counted with.' }),
    tokensAreEstimated: t.exposeBoolean('tokensAreEstimated', {
      description: 'True if the model may use another encoding, so that its own count may differ.',
    }),
    estimate: t.expose('estimate', {
      type: PromptEstimate,
      description: 'Expected tokens and cost of the write.',
    }),
    participants: t.exposeIDList('participants', {
      description: 'The characters that take part, the viewpoint character first.',
    }),
  }),
});

builder.queryField('promptPreview', (t) =>
  t.field({
    type: PromptPreview,
    authScopes: { scope: 'books:read' },
    description: 'The prompt that the next write of a chapter would use, with its parts.',
    args: {
      bookId: t.arg.id({ required: true, description: 'The book.' }),
      chapterId: t.arg.id({ required: true, description: 'The chapter.' }),
      input: t.arg({ type: WriteRequest, description: 'Options of that write; all are optional.' }),
    },
    resolve: async (_root, { bookId, chapterId, input }, { read, work, config, caller }) => {
      const key = { accountId: caller.accountId, bookId, chapterId };
      return (await previewOf(read, work, config, key, input ?? {})) ?? notFound('chapter');
    },
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
    description: 'Parts of its first prompt; null if none were recorded. The prompt itself is not stored.',
    resolve: (run, _args, context) => manifestOf(context).load(run.id),
  }),
);
