import { expect, it, onTestFinished, vi } from 'vitest';
import { firstSentences, sentencesOf } from '../../src/domain/calls/prompt/sentences.ts';
import fc from '../support/fast-check.ts';

const pieces = ['Rain fell. ', 'Mr. ', 'J. ', '“No!” ', '…', '* * *\n\n', '雨が降る。', ' ', 'Why? ', 'and'];

it('the sentences of a text are together the text, and none is empty', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const sentences = sentencesOf(text, 'en');
      expect(sentences.join('')).toBe(text);
      expect(sentences).not.toContain('');
    }),
  );
});

it('an end without words belongs to the last sentence', () => {
  expect(sentencesOf('Rain fell. It stopped. * * *', 'en')).toEqual(['Rain fell. ', 'It stopped. * * *']);
  expect(sentencesOf('* * *', 'en')).toEqual(['* * *']);
  expect(sentencesOf('', 'en')).toEqual([]);
});

it('the first sentences are found without reading the rest of the text', () => {
  const spy = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  onTestFinished(() => spy.mockRestore());
  expect(firstSentences('Rain fell. '.repeat(10_000), 'en', 25)).toBe('Rain fell. Rain fell.');
  // The text once, and each sentence that is looked at.
  expect(spy.mock.calls.length).toBeLessThan(10);
});
