import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { chargeBytes, refuseAnswer } from '../../../graphql/answer-size.ts';
import { builder } from '../../../graphql/builder.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import type { AssembledPrompt } from '../prompt/prompt.ts';
import type { PaidCall } from './paid-call.ts';
import { manifestsOf, messagesWithin, promptsOf, type RunPrompt } from './prompt-store.ts';
import { runTextDays } from './rules.ts';
import { Run } from './run-schema.ts';
import { runById } from './store.ts';

export const PromptMessage = builder.objectRef<PaidCall['messages'][number]>('PromptMessage').implement({
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
      type: t.exposeString('type', {
        description: '`book`, `plan`, `style`, `mood`, `character`, `conflict` or `chapter`.',
      }),
      id: t.exposeID('id', { description: 'Id of the record; for a plan, that of its book.' }),
      version: t.exposeInt('version', { description: 'Its version when the prompt was built.' }),
    }),
  });

export const PromptPart = builder.objectRef<AssembledPrompt['manifest'][number]>('PromptPart').implement({
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
    fullTokens: t.exposeInt('fullTokens', {
      nullable: true,
      description: 'Tokens of its full form; null if it was left out, because they are not counted then.',
    }),
    status: t.exposeString('status', { description: '`full`, `shortened` or `omitted`.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was shortened, omitted or is absent; null if it is full.',
    }),
  }),
});

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
    description: 'Parts of its first prompt; null if none were recorded. They stay when `prompt` is gone.',
    resolve: (run, _args, context) => manifestOf(context).load(run.id),
  }),
);

const promptOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (ids: readonly string[]) => {
      const found = new Map((await promptsOf(read, caller.accountId, ids)).map((prompt) => [prompt.runId, prompt]));
      return ids.map((id) => found.get(id) ?? null);
    }),
);

/** Messages are long and loaded separately. */
const messagesOf = perOperation(
  (context) =>
    new DataLoader(async (ids: readonly string[]) => {
      const { read, caller, answerRoom } = context;
      const sent = (await messagesWithin(read, caller.accountId, ids, answerRoom.bytes)) ?? refuseAnswer(context);
      const found = new Map(sent.map((one) => [one.runId, one]));
      return ids.map((id) => found.get(id));
    }),
);

const SentPrompt = builder.objectRef<RunPrompt>('RunPrompt').implement({
  description: `The first prompt of a run, as it was sent. It is kept for ${runTextDays} days.`,
  fields: (t) => ({
    messages: t.field({
      type: [PromptMessage],
      complexity: { field: 40, multiplier: 2 },
      description: 'Messages to the provider, in order.',
      resolve: async ({ runId }, _args, context) => {
        const sent = await messagesOf(context).load(runId);
        chargeBytes(context, sent?.bytes ?? 0);
        return sent?.messages ?? [];
      },
    }),
    manifest: t.expose('manifest', {
      type: [PromptPart],
      complexity: { field: 5, multiplier: 50 },
      description: 'Its parts, in the order of the prompt.',
    }),
    tokens: t.int({
      description: 'Its size in tokens, as the service counts them.',
      resolve: ({ manifest }) => manifest.reduce((sum, { tokens }) => sum + tokens, 0),
    }),
    keptUntil: t.expose('keptUntil', { type: 'DateTime', description: 'When it is deleted.' }),
  }),
});

builder.objectField(Run, 'prompt', (t) =>
  t.field({
    type: SentPrompt,
    nullable: true,
    authScopes: { scope: 'books:read' },
    complexity: 5,
    description: `What it sent first; null ${runTextDays} days later, for narrations, and for runs of older versions of Fabula.`,
    resolve: ({ id }, _args, context) => promptOf(context).load(id),
  }),
);

const noPrompt = `Prompts are kept for ${runTextDays} days. Narrations have none, nor do runs of older versions of Fabula.`;

builder.queryField('runPrompt', (t) =>
  t.field({
    type: SentPrompt,
    authScopes: { scope: 'books:read' },
    complexity: 5,
    description: 'What a run sent first. `not_found` if the run has no prompt.',
    args: { runId: t.arg.id({ required: true, description: 'The run.' }) },
    resolve: async (_root, { runId }, context) => {
      const prompt = await promptOf(context).load(runId);
      if (prompt) return prompt;
      if (!(await runById(context.read, { accountId: context.caller.accountId, runId }))) notFound('run');
      return notFound('prompt', noPrompt);
    },
  }),
);
