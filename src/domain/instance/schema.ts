import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';

interface Feature {
  name: string;
  enabled: boolean;
  reason: string | null;
}

/** What depends on configuration, and which variable would switch it on. */
export function featuresOf({ runs }: Pick<Context, 'runs'>): Feature[] {
  return [
    feature(
      'generation',
      runs.providers.has('text'),
      'No text provider: set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible one.',
    ),
    feature(
      'narration',
      runs.providers.has('speech'),
      'No speech provider: set SPEECH_API_KEY, or SPEECH_BASE_URL for another OpenAI-compatible one.',
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
  description: 'Something that an instance can do or not, depending on its configuration.',
  fields: (t) => ({
    name: t.exposeString('name', { description: '`generation` (chapters) or `narration` (audio).' }),
    enabled: t.exposeBoolean('enabled', { description: 'False: calls that need it answer `feature_disabled`.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is off and what switches it on; null while it is on.',
    }),
  }),
});

const Limits = builder.objectRef<Context['config']>('Limits').implement({
  description: 'The limits of this instance; 0 means none.',
  fields: (t) => ({
    requestsPerMinute: t.int({
      description: 'Requests a token a minute, in each node.',
      resolve: ({ limits }) => limits.requestsPerMinute,
    }),
    planPerMinute: t.int({
      description: 'Plan calls a token a minute, over all faces and nodes.',
      resolve: ({ limits }) => limits.planPerMinute,
    }),
    providerPerMinute: t.int({
      description: 'Runs that an account may start a minute.',
      resolve: ({ limits }) => limits.providerPerMinute,
    }),
    providerConcurrent: t.int({
      description: 'Runs of an account at the same time.',
      resolve: ({ limits }) => limits.providerConcurrent,
    }),
    generationSecondsMax: t.exposeInt('generationSecondsMax', { description: 'Longest run, seconds.' }),
  }),
});

const Instance = builder.objectRef<Context>('Instance').implement({
  description: 'What this installation can do.',
  fields: (t) => ({
    features: t.field({
      type: [FeatureType],
      description: 'What is on, what is off, and why.',
      resolve: (context) => featuresOf(context),
    }),
    limits: t.field({ type: Limits, description: 'Limits that hold for everybody.', resolve: ({ config }) => config }),
  }),
});

builder.queryField('instance', (t) =>
  t.field({
    type: Instance,
    authScopes: { scope: 'books:read' },
    description: 'What this installation can do, so that a client can ask before it offers a button.',
    resolve: (_root, _args, context) => context,
  }),
);
