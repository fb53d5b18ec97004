import { describe, expect, it } from 'vitest';
import { countsExactly, tokenCounter } from '../../src/providers/tokenizer.ts';
import fc from '../support/fast-check.ts';

const count = await tokenCounter();

describe('the token count', () => {
  it.each([
    ['', 0],
    ['word', 1],
    ['The tide had turned before anyone on the quay had thought to look at it.', 16],
    ['文字', 1],
    ['潮の満ち引きを記した帳面が、一年先まで書かれていた。', 20],
    ['😀', 1],
  ])('of %j matches the encoding', (text, tokens) => expect(count(text)).toBe(tokens));

  it('treats control token names as plain text', () => {
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
    expect(count('<|im_start|>system<|im_sep|>')).toBeGreaterThan(5);
  });

  it('is additive across lines that start with a tag, a dash or a number', () => {
    const line = fc.tuple(fc.constantFrom('<bio>', '- ', '12. '), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const texts = lines.map(([begin, rest]) => `${begin}${rest.replaceAll(/\s+/g, ' ')}\n`);
        expect(count(texts.join(''))).toBe(texts.reduce((sum, text) => sum + count(text), 0));
      }),
    );
  });

  it.each([
    ['emoji', '🌧'.repeat(20_000)],
    ['ideographs', '潮記帳面年先書'.repeat(5_000)],
    ['one letter', 'x'.repeat(40_000)],
    ['blanks', ' '.repeat(40_000)],
  ])('of only %s takes linear time', (_what, text) => {
    // Without splitting, each would take seconds, so the test timeout is the measure.
    for (let n = 0; n < 5; n++) expect(count(`${n}${text}`)).toBeGreaterThan(300);
  });

  it.each([
    ['gpt-5-mini', true],
    ['gpt-4o', true],
    ['gpt-4.1-nano-2025-04-14', true],
    ['o3-mini', true],
    ['openai/gpt-5', true],
    ['gpt-4', false],
    ['gpt-3.5-turbo', false],
    ['claude-sonnet-4-5', false],
    ['o365-writer', false],
    ['mistral-large', false],
  ])('of %s is exact: %s', (model, own) => expect(countsExactly(model)).toBe(own));
});
