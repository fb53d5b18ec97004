import { describe, expect, it } from 'vitest';
import { recapMessages } from '../../src/domain/calls/prompt/recap-prompt.ts';
import { countTokens } from './prompt.fixture.ts';

const names = (of: string) => Array.from({ length: 500 }, (_, index) => `${of}${index}`);

describe('the prompt for a recap', () => {
  it.each([
    ['English', 'Mara Venn ', 'She waits by the lamp. '],
    ['Chinese', '王小明', '她在灯旁等着。'],
    ['Amharic', 'አበበ ቢቂላ ', 'እሷ በመብራቱ አጠገብ ትጠብቃለች። '],
  ])('stays in its budget with 500 names and a long text: %s', (_language, name, sentence) => {
    for (const budgetTokens of [1_500, 4_000, 5_782, 24_000]) {
      const input = { order: 5, title: 'Fog', language: 'en', names: names(name), text: sentence.repeat(4_000) };
      const formerState = Array.from(sentence.repeat(40)).slice(0, 800).join('');
      const messages = recapMessages({ ...input, formerState, isFormerStale: true, budgetTokens, countTokens });
      const tokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
      expect(tokens).toBeLessThanOrEqual(budgetTokens);
      expect(messages[1]?.content).toContain(`<cast>${name}0`);
    }
  });

  it('has no empty fences', () => {
    const input = {
      order: 1,
      title: '',
      language: 'en',
      names: [],
      formerState: ' ',
      isFormerStale: true,
      text: 'Rain.',
      budgetTokens: 4_000,
    };
    expect(recapMessages({ ...input, countTokens })[1]?.content).not.toMatch(/<cast>|<former_state>/);
  });
});
