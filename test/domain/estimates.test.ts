import { describe, expect, it } from 'vitest';
import { expectedProse } from '../../src/domain/calls/prompt/estimate.ts';
import { tokensOfRecap } from '../../src/domain/calls/prompt/recap-prompt.ts';
import { inputFor } from '../books/book.ts';
import { pilot } from '../books/pilot.ts';

const expected = (change: object) => {
  const { answer, repeats } = expectedProse({ ...inputFor(pilot, 5, () => 1), order: undefined, ...change });
  return [answer.least, answer.usual, answer.most, repeats];
};

describe('the expected answer', () => {
  const sixThousand = 'The rain came. '.repeat(2_000);

  it.each([
    ['of a write is of the usual length', {}, [560, 2_800, 8_400, 0]],
    ['of a write with an order is as long as ordered', { order: { words: 900, from: 0 } }, [630, 1_260, 2_016, 3]],
    ['of a rewrite is as long as the present text', { presentText: sixThousand }, [1_680, 8_400, 25_200, 0]],
    [
      'of a rewrite with an order is as long as ordered',
      { presentText: sixThousand, order: { words: 900, from: 0 } },
      [630, 1_260, 2_016, 3],
    ],
    ['of a text that is continued is the rest', { ownText: 'The rain came. '.repeat(500) }, [140, 700, 2_100, 0]],
    [
      'of a text that has its length is an end',
      { order: { words: 10, from: 0 }, ownText: 'The rain came. '.repeat(9) },
      [0, 200, 320, 3],
    ],
  ])('%s', (_what, change, tokens) => {
    expect(expected(change)).toEqual(tokens);
  });

  it('of a recap follows its length in the language of the chapter', () => {
    const recapOf = (text: string, language: string, perToken: number) =>
      tokensOfRecap({
        order: 1,
        title: 'One',
        language,
        text,
        names: ['Emma'],
        formerState: null,
        isFormerStale: false,
        budgetTokens: 20_000,
        countTokens: (one) => one.length / perToken,
      });
    expect(recapOf('Emma waits. '.repeat(900), 'en', 4)).toBe(12 + 1_100 / 4);
    expect(recapOf('鐘聲響了。'.repeat(900), 'zh', 1)).toBe(12 + 1_100);
  });
});
