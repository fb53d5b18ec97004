import { describe, expect, it } from 'vitest';
import { roomForProse, roomOf } from '../../src/domain/calls/prompt/room.ts';
import fc from '../support/fast-check.ts';

const settings = (contextTokens: number, outputTokens: number, promptTokensMax = 32_000) => ({
  promptTokensMax,
  modelLimits: new Map([['small', { contextTokens, outputTokens }]]),
});

describe('the room for a prompt', () => {
  it('is the context without the answer and 5 %', () => {
    expect(roomOf(settings(8192, 4096), 'small', 2_800)).toEqual({
      contextTokens: 8192,
      outputTokens: 4096,
      isAssumed: false,
      outputReserveTokens: 2_800,
      budgetTokens: 4_982,
    });
  });

  it('is at most PROMPT_TOKENS_MAX', () => {
    expect(roomOf(settings(200_000, 8_000), 'small', 8_000).budgetTokens).toBe(32_000);
    expect(roomOf(settings(200_000, 8_000, 9_000), 'small', 8_000).budgetTokens).toBe(9_000);
  });

  it('is without PROMPT_TOKENS_MAX 32,000 tokens for a listed model and 24,000 for any other', () => {
    const usual = { ...settings(200_000, 8_000), promptTokensMax: undefined };
    expect(['small', 'other'].map((model) => roomOf(usual, model, 8_000).budgetTokens)).toEqual([32_000, 24_000]);
    expect(roomOf(settings(200_000, 8_000, 9_000), 'other', 8_000).budgetTokens).toBe(9_000);
  });

  it('keeps 1.4 tokens free for each ordered word, at most the longest answer of the model', () => {
    const reserve = (words?: number) => roomForProse(settings(8192, 4096), 'small', words).outputReserveTokens;
    expect([reserve(1_000), reserve(5_000), reserve()]).toEqual([1_400, 4_096, 2_800]);
  });

  it('of a model without an entry is that of 128,000/16,384, as an assumption', () => {
    const room = roomForProse(settings(8192, 4096, 1_000_000), 'other', 1_000);
    expect(room).toMatchObject({
      contextTokens: 128_000,
      outputTokens: 16_384,
      isAssumed: true,
      budgetTokens: 120_200,
    });
  });

  it('below 1,500 tokens is refused with the model, the limit and the setting', () => {
    expect(roomOf(settings(4_000, 2_300), 'small', 2_300).budgetTokens).toBe(1_500);
    expect(() => roomOf(settings(4_000, 2_301), 'small', 2_301)).toThrow(
      /^The model small has no room .* 4000 tokens of context, 2301 .*MODEL_LIMITS: small=4000\/2301.* leaves 1499 .* 1500/,
    );
  });

  it('with the answer and 5 % never exceeds the context', () => {
    const tokens = fc.integer({ min: 1, max: 300_000 });
    fc.assert(
      fc.property(tokens, tokens, fc.integer({ min: 50, max: 30_000 }), (contextTokens, outputTokens, words) => {
        fc.pre(contextTokens * 0.95 - Math.min(words * 1.4 + 1, outputTokens) >= 1_501);
        const room = roomForProse(settings(contextTokens, outputTokens), 'small', words);
        expect(room.budgetTokens + room.outputReserveTokens).toBeLessThanOrEqual(contextTokens * 0.95);
        expect(room.budgetTokens).toBeGreaterThanOrEqual(1_500);
      }),
    );
  });
});
