import { describe, expect, it } from 'vitest';
import { ValueCount } from '../../src/http/value-count.ts';
import { limits } from '../../src/limits/limits.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';

/** Whether a body in pieces of these lengths is refused. */
function isRefused(text: string, lengths: readonly number[]): boolean {
  const count = new ValueCount();
  const bytes = Buffer.from(text);
  let at = 0;
  for (const length of [...lengths, bytes.length]) {
    count.add(bytes.subarray(at, at + length));
    at += length;
  }
  try {
    count.refuseTooMany();
    return false;
  } catch {
    return true;
  }
}

/** Values of JSON, counted after parsing. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, member) => sum + valuesOf(member), 0);
}

describe('the number of values of a body', () => {
  const texts = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', '{', 'a', 'é', '🌊'), maxLength: 20 });
  const values = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, 7),
      texts,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(texts, tie('value'), { maxKeys: 4 }),
    ),
  })).value;

  it('is that of the parsed body, however it is quoted and wherever it is divided', () => {
    fc.assert(
      fc.property(values, fc.array(fc.nat(9), { maxLength: 30 }), (value, lengths) => {
        // As many values as fit beside this one.
        const room = limits.bodyValues - 1 - valuesOf(value);
        const filled = (count: number) => `[${JSON.stringify(value)}${',0'.repeat(count)}]`;
        expect(isRefused(filled(room), lengths)).toBe(false);
        expect(isRefused(filled(room + 1), lengths)).toBe(true);
      }),
      { numRuns: proof(100, 3_000) },
    );
  });
});
