import { builder } from '../../../graphql/builder.ts';
import type { Estimate } from './estimate.ts';

const EstimateBound = builder.objectRef<NonNullable<Estimate['low']>>('EstimateBound').implement({
  description: 'Tokens and price of all calls of a run in one case.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', { description: 'Tokens that the model reads.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Tokens that it writes, without reasoning.' }),
    costMicros: t.exposeFloat('costMicros', {
      nullable: true,
      description: 'Price in millionths of `Instance.priceCurrency`; null if the model has none.',
    }),
  }),
});

export const PromptEstimate = builder.objectRef<Estimate>('PromptEstimate').implement({
  description: 'Estimate for all calls of a run. The provider’s own count may differ, for example by reasoning tokens.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', {
      description: 'Tokens of the prompts of all calls. Of a reading: with those of the arcs that usually follow.',
    }),
    expectedOutputTokens: t.exposeInt('expectedOutputTokens', {
      nullable: true,
      description:
        'Tokens of the usual answer. Of a chapter: those of the ordered words, else those of the text to rewrite or of 2,000 words, minus the words that are there. Of a recap: its full length in the language of the chapter. Null for pictures.',
    }),
    costMicros: t.exposeFloat('costMicros', {
      nullable: true,
      description:
        'Cost in millionths of `Instance.priceCurrency`, without caching; null if the model has no price, and for pictures.',
    }),
    low: t.expose('low', {
      type: EstimateBound,
      nullable: true,
      description: 'If the answer is as short as may be and the provider has cached the prompt. Null for pictures.',
    }),
    high: t.expose('high', {
      type: EstimateBound,
      nullable: true,
      description:
        'If the answers are as long as may be and each is asked for again as often as the run may: prose that is too short three times, JSON with faults once. Null for pictures.',
    }),
  }),
});
