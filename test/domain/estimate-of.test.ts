import { describe, expect, it } from 'vitest';
import type { PaidCall } from '../../src/domain/calls/run/paid-call.ts';
import { estimateOf } from '../../src/domain/making/preview/estimate.ts';
import { arcsAfter } from '../../src/domain/making/reading/arcs-after.ts';

const price = { input: 1, cachedInput: 0.1, output: 10 };
const room = {
  contextTokens: 8_000,
  outputTokens: 1_000,
  outputReserveTokens: 500,
  budgetTokens: 6_000,
  isAssumed: false,
};
const call = (change: Partial<PaidCall> = {}): PaidCall => ({
  messages: [],
  manifest: [],
  tokens: 2_000,
  model: 'm',
  answer: { least: 50, usual: 100, most: 400 },
  repeats: 1,
  room,
  times: 1,
  ...change,
});

describe('the estimate of a call', () => {
  it('goes from one short answer to a cached prompt to two long ones', () => {
    expect(estimateOf(call(), price)).toEqual({
      inputTokens: 2_000,
      expectedOutputTokens: 100,
      costMicros: 3_000,
      low: { inputTokens: 2_000, outputTokens: 50, costMicros: 700 },
      high: { inputTokens: 4_400, outputTokens: 400, costMicros: 8_400 },
    });
  });

  it('counts each call of several', () => {
    expect(estimateOf(call({ times: 3 }), price)).toMatchObject({
      inputTokens: 6_000,
      expectedOutputTokens: 300,
      low: { outputTokens: 150 },
      high: { inputTokens: 13_200, outputTokens: 1_200 },
    });
  });

  it('reads the prompt once more for each part of an answer that is too long for the model', () => {
    const answer = { least: 50, usual: 2_000, most: 3_000 };
    const { high } = estimateOf(call({ answer, repeats: 0 }), price);
    expect(high?.inputTokens).toBe(2_000 + 2 * (2_000 + 3_000));
  });

  it('has tokens without a price, and of a picture only the prompt', () => {
    expect(estimateOf(call(), undefined)).toMatchObject({ costMicros: null, low: { costMicros: null } });
    expect(estimateOf(call({ answer: null, room: null, times: 2 }), price)).toEqual({
      inputTokens: 4_000,
      expectedOutputTokens: null,
      costMicros: null,
      low: null,
      high: null,
    });
  });
});

describe('the arcs after a reading', () => {
  it.each([
    ['a short book has none', 20, 0, 0],
    ['of a book whose recaps have room may be made', 21, 0, 1],
    ['of a long book are expected', 111, 10, 10],
  ])('%s', (_what, chapters, usual, most) => {
    const further = arcsAfter(call(), chapters);
    expect(further.usual).toEqual({ inputTokens: usual * 1_500, outputTokens: usual * 100 });
    expect(further.most.outputTokens).toBe(most * 400);
    expect(estimateOf(call({ times: chapters, further }), price).expectedOutputTokens).toBe(100 * (chapters + usual));
  });
});
