import { describe, expect, it } from 'vitest';
import { formPlaceOf, normalForm, placeIn } from '../../src/prose/normal-form.ts';
import fc, { codePoint } from '../support/fast-check.ts';

const signs = [
  ...[
    'e',
    'o',
    'q',
    ' ',
    '\n',
    '🐋',
    '\u0301',
    '\u0308',
    '\u0327',
    '\u05b0',
    '\u3099',
    '\u093c',
    'か',
    'क',
    'א',
    '가',
    '\u11a8',
  ],
  ...[
    '각'.normalize('NFD'),
    'ἀ'.normalize('NFD'),
    '\u212b',
    '\u0958',
    '\uf900',
    '\ufb1d',
    '\u1100',
    '\u1161',
    'é',
    '\u{1d15e}',
  ],
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: codePoint, maxLength: 30 }).map((text) => text.toWellFormed()),
);

describe('the normal form of a text', () => {
  it('is NFC, and each piece of the text becomes a piece of it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const form = normalForm(text);
        expect(form.text).toBe(text.normalize());
        expect(placeIn(form, 0)).toBe(0);
        expect(placeIn(form, form.text.length)).toBe(text.length);
        for (let at = 0; at < form.text.length; at += 1) {
          const [from, to] = [placeIn(form, at), placeIn(form, at + 1)];
          expect(to).toBeGreaterThanOrEqual(from);
          // Within what became one sign, or more signs, places are those around it.
          if (formPlaceOf(form, from) === at)
            expect(form.text.startsWith(text.slice(from, to).normalize(), at)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('has a place for each place of the text, in order', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const form = normalForm(text);
        let last = 0;
        for (let at = 0; at <= text.length; at += 1) {
          const place = formPlaceOf(form, at);
          expect(place).toBeGreaterThanOrEqual(last);
          expect(placeIn(form, place)).toBeGreaterThanOrEqual(at);
          last = place;
        }
        expect(last).toBe(form.text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the text itself where that is normal', () => {
    expect(normalForm('Élise, 각')).toEqual({ text: 'Élise, 각', places: undefined });
  });
});
