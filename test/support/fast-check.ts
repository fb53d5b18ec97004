import fc from 'fast-check';

// Every run has the same cases, so a new failure is caused by a change. `npm run proofs` sets a new seed each time.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

const surrogates = { first: 0xd800, count: 0x800 };

/** A code point that is no surrogate. The unit `binary` of the package keeps a table of all of them: 1.6 s and 144 MB a worker. */
export const codePoint: fc.Arbitrary<string> = fc.nat(0x10_ffff - surrogates.count).map(
  (nth) => String.fromCodePoint(nth < surrogates.first ? nth : nth + surrogates.count),
  (value) => {
    const [point, ...more] = Array.from(String(value), (character) => character.codePointAt(0) ?? 0);
    if (point === undefined || more.length > 0) throw new Error('Not one code point.');
    return point < surrogates.first ? point : point - surrogates.count;
  },
);

export default fc;
