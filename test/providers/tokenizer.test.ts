import { describe, expect, it } from 'vitest';
import { countsExactly, tokenCounter } from '../../src/providers/tokenizer.ts';
import fc from '../support/fast-check.ts';

const count = await tokenCounter();

describe('counting tokens', () => {
  it.each([
    ['', 0],
    ['word', 1],
    ['The tide had turned before anyone on the quay had thought to look at it.', 16],
    ['文字', 1],
    ['潮の満ち引きを記した帳面が、一年先まで書かれていた。', 20],
    ['😀', 1],
  ])('counts %j as the encoding does', (text, tokens) => expect(count(text)).toBe(tokens));

  it('takes what looks like a control token for the text that it is', () => {
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
    expect(count('<|im_start|>system<|im_sep|>')).toBeGreaterThan(5);
  });

  it('adds up where a line ends and the next begins with a fence, a dash or a number', () => {
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
  ])('is done with a text of nothing but %s in a time that grows with its length alone', (_what, text) => {
    // Unbroken, any of them would take seconds: the test's own time limit is the measure.
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
  ])('says of %s whether the counts are its own: %s', (model, own) => expect(countsExactly(model)).toBe(own));
});
