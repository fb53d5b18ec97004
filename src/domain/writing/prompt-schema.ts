import DataLoader from 'dataloader';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/operation-cache.ts';
import type { AssembledPrompt } from '../prompt/prompt.ts';
import type { PaidCall } from '../run/paid-call.ts';
import { Run } from '../run/run-schema.ts';
import { manifestsOf } from './manifest-store.ts';

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
    description: 'Parts of its first prompt; null if none were recorded. The prompt itself is not stored.',
    resolve: (run, _args, context) => manifestOf(context).load(run.id),
  }),
);
