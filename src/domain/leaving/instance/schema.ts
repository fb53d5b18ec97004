import { hasScope, scopes } from '../../../caller.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { limitOf } from '../../../models.ts';
import { whyNoMp3 } from '../../making/narration/mp3.ts';
import { ScopeName } from '../../story/account/schema.ts';

interface Feature {
  name: string;
  enabled: boolean;
  reason: string | null;
}

/** Features that depend on configuration, with the variable that enables them. */
export function featuresOf({ runs }: Pick<Context, 'runs'>): Feature[] {
  return [
    feature(
      'generation',
      runs.providers.has('text'),
      'No text provider: set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible one.',
    ),
    feature(
      'narration',
      runs.providers.has('speech') && whyNoMp3() === undefined,
      runs.providers.has('speech')
        ? (whyNoMp3() ?? '')
        : 'No speech provider: set SPEECH_API_KEY, or SPEECH_BASE_URL for another OpenAI-compatible one.',
    ),
    feature(
      'covers',
      runs.providers.has('image'),
      'No image provider: set IMAGE_API_KEY, or IMAGE_BASE_URL for another OpenAI-compatible one. Covers are drawn meanwhile.',
    ),
  ];
}

function feature(name: string, enabled: boolean, whyNot: string): Feature {
  return { name, enabled, reason: enabled ? null : whyNot };
}

const FeatureType = builder.objectRef<Feature>('Feature').implement({
  description: 'A feature that depends on the configuration of the instance.',
  fields: (t) => ({
    name: t.exposeString('name', { description: '`generation` (chapters) or `narration` (audio).' }),
    enabled: t.exposeBoolean('enabled', { description: 'False: calls that need it fail with `feature_disabled`.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is disabled and how to enable it; null if it is enabled.',
    }),
  }),
});

const Limits = builder.objectRef<Context['config']>('Limits').implement({
  description: 'The limits of this instance; 0 means none.',
  fields: (t) => ({
    requestsPerMinute: t.int({
      description: 'Requests per token and minute, on each node.',
      resolve: ({ limits }) => limits.requestsPerMinute,
    }),
    accountRequestsPerMinute: t.int({
      description: 'Requests per account and minute over all its tokens, on each node.',
      resolve: ({ limits }) => limits.accountRequestsPerMinute,
    }),
    graphqlCostPerMinute: t.int({
      description: 'Cost of GraphQL documents per account and minute, on each node.',
      resolve: ({ limits }) => limits.graphqlCostPerMinute,
    }),
    planPerMinute: t.int({
      description: 'Plan calls per token and minute, over all interfaces and nodes.',
      resolve: ({ limits }) => limits.planPerMinute,
    }),
    providerPerMinute: t.int({
      description: 'Provider calls per account and minute. Each run makes one; runs that write text may make more.',
      resolve: ({ limits }) => limits.providerPerMinute,
    }),
    providerConcurrent: t.int({
      description: 'Concurrent runs per account.',
      resolve: ({ limits }) => limits.providerConcurrent,
    }),
    storageBytes: t.int({
      description: 'Bytes that an account can store; `usage.storage` shows those in use.',
      resolve: ({ quotaBytes }) => quotaBytes,
    }),
    generationSecondsMax: t.exposeInt('generationSecondsMax', { description: 'Maximum duration of a run, seconds.' }),
  }),
});

interface TextModel extends ReturnType<typeof limitOf> {
  tier: string;
  name: string;
}

const TextModelType = builder.objectRef<TextModel>('TextModel').implement({
  description: 'A model that writes text, with its limits in tokens.',
  fields: (t) => ({
    tier: t.exposeString('tier', { description: '`draft`, `standard` or `editorial`: the `modelTier` of a book.' }),
    name: t.exposeString('name', { description: 'Name of the model at its provider.' }),
    contextTokens: t.exposeInt('contextTokens', { description: 'Context of the model: prompt and answer together.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Longest answer; a longer text is written in several.' }),
    isAssumed: t.exposeBoolean('isAssumed', {
      description: 'True: the operator has not listed the model in MODEL_LIMITS, so its limits are assumed.',
    }),
  }),
});

function textModels({ models, modelLimits }: Context['config']): TextModel[] {
  return Object.entries(models).map(([tier, name]) => ({ tier, name, ...limitOf(modelLimits, name) }));
}

type DroppedParameters = ReturnType<Context['runs']['providers']['text']['droppedParameters']>[number];

const DroppedParametersType = builder.objectRef<DroppedParameters>('DroppedParameters').implement({
  description: 'Members of requests that the text provider refuses, so that this node sends requests without them.',
  fields: (t) => ({
    model: t.exposeString('model', { description: 'Name of the model at its provider.' }),
    names: t.exposeStringList('names', {
      description:
        '`stream_options`: runs have no usage. `json_schema`, `response_format`: the prompt alone describes the form of a structured reply. `max_tokens`: the answer has no limit.',
    }),
  }),
});

const Instance = builder.objectRef<Context>('Instance').implement({
  description: 'Features and limits of this instance.',
  fields: (t) => ({
    features: t.field({
      type: [FeatureType],
      description: 'Its features, and why some are disabled.',
      resolve: (context) => featuresOf(context),
    }),
    models: t.field({
      type: [TextModelType],
      description: 'The model of each tier.',
      resolve: ({ config }) => textModels(config),
    }),
    priceCurrency: t.string({
      description: 'Currency of all costs and prices, a code of ISO 4217.',
      resolve: ({ config }) => config.priceCurrency,
    }),
    droppedParameters: t.field({
      type: [DroppedParametersType],
      description: 'What the text provider refused on this node in the last 24 hours, by model; usually empty.',
      resolve: ({ runs }) => (runs.providers.has('text') ? runs.providers.text.droppedParameters() : []),
    }),
    limits: t.field({ type: Limits, description: 'Limits that apply to everyone.', resolve: ({ config }) => config }),
    scopes: t.field({
      type: [ScopeName],
      description: 'What the token of this request may do here, so that clients can hide what it may not.',
      resolve: ({ caller }) => scopes.filter((scope) => hasScope(caller.scopes, scope)),
    }),
  }),
});

builder.queryField('instance', (t) =>
  t.field({
    type: Instance,
    bounds: 'noBook',
    authScopes: { scope: 'books:read' },
    description:
      'Features and limits of this instance, and what the token may do, so that clients can hide what is disabled.',
    resolve: (_root, _args, context) => context,
  }),
);
