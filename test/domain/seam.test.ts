import { describe, expect, it } from 'vitest';
import { trimOverlap } from '../../src/domain/prompt/seam.ts';
import fc from '../support/fast-check.ts';

/** What the filter lets through when a text arrives in pieces of so many code points, over and over. */
function through(saved: string, text: string, sizes: readonly number[] = [text.length || 1]): string {
  const seam = trimOverlap(saved);
  const characters = Array.from(text);
  let output = '';
  for (let at = 0, turn = 0; at < characters.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    output += seam.push(characters.slice(at, at + size).join(''));
    at += size;
  }
  return output + seam.end();
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const words = fc
  .array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 6, maxLength: 40 })
  .map((list) => list.join(' '));
const numbers = fc
  .array(fc.stringMatching(/^[0-9]{2,6}$/), { minLength: 1, maxLength: 30 })
  .map((list) => list.join(' '));

describe('a continuation', () => {
  it('passes unchanged when it repeats nothing, however it is cut', () => {
    fc.assert(
      fc.property(words, numbers, sizes, (saved, text, cuts) => {
        expect(through(saved, text, cuts)).toBe(text);
      }),
    );
  });

  it('appears once when it begins with the end of the saved text, however it is cut', () => {
    fc.assert(
      fc.property(
        words,
        numbers,
        fc.nat(),
        sizes,
        fc.constantFrom('', ' ', '\n\n'),
        (saved, text, pick, cuts, lead) => {
          const start = pick % (saved.length - 12);
          fc.pre(saved[start] !== ' ');
          const output = through(saved, `${lead}${saved.slice(start)} ${text}`, cuts);
          expect(saved + output).toBe(`${saved} ${text}`);
        },
      ),
    );
  });

  it('comes out the same whatever the pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), sizes, (saved, text, cuts) => {
        expect(through(saved, text, cuts)).toBe(through(saved, text));
      }),
    );
  });

  it('loses nothing but white space at its start when there is nothing to repeat', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 11 }), fc.string(), (saved, text) => {
        expect(through(saved, text).trimStart()).toBe(text.trimStart());
      }),
    );
  });

  it('drops the longest repeat, not the first that would do', () => {
    const saved = 'Tick, tock, said the clock. Tick, tock, said the clock.';
    expect(through(saved, `${saved} Then it stopped.`, [3])).toBe(' Then it stopped.');
  });

  it('keeps an agreement too short to be a repeat', () => {
    expect(through('He said yes', 'yes, and again yes.')).toBe('yes, and again yes.');
  });

  it('is nothing when all of it is a repeat', () => {
    expect(through('She opened the little door.', 'opened the little door.', [4])).toBe('');
  });

  it('is held back only while a repeat is possible', () => {
    const seam = trimOverlap('The last barge before the ice was in.');
    expect(seam.push('Th')).toBe('');
    expect(seam.push('ere was')).toBe(' There was');
    expect(seam.push(' The last barge before the ice was in.')).toBe(' The last barge before the ice was in.');
  });

  it.each([
    ['goes on inside a word', 'She walked to the ligh', 'thouse.', 'thouse.'],
    ['keeps the space it brings', 'She walked', ' away.', ' away.'],
    ['brings no second space', 'She walked ', ' away.', 'away.'],
    ['gets the space missing after a sentence', 'She left.', 'He stayed.', ' He stayed.'],
    ['gets the space missing after a closing quote', '“Stop!”', 'she said.', ' she said.'],
    ['keeps a closing quote close', 'Stop!', '” she said.', '” she said.'],
    ['keeps a paragraph break it brings', 'She left.', '\n\nHe stayed.', '\n\nHe stayed.'],
    ['brings no second paragraph break', 'She left.\n\n', '\n\nHe stayed.', 'He stayed.'],
    ['completes a paragraph break', 'She left.\n', '\n\nHe stayed.', '\nHe stayed.'],
    [
      'goes on after a repeat and a paragraph end',
      'She had left the house.\n\n',
      'She had left the house.\n\nHe stayed.',
      'He stayed.',
    ],
    ['needs no space between ideographs', '她走了.', '他留下了。', '他留下了。'],
    ['starts a chapter without white space', '', '\n\nOnce.', 'Once.'],
  ])('%s', (_what, saved, text, expected) => {
    expect(through(saved, text, [1])).toBe(expected);
    expect(through(saved, text)).toBe(expected);
  });
});
