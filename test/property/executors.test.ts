import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { runInBothExecutors } from '../support/executors.ts';
import { fakeSchema } from '../support/fake-store.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { randomDocument } from '../support/random-document.ts';
import { SeededRandom } from '../support/seeded-random.ts';

const numRuns = proof(200, 4000);

describe('a random document', () => {
  it('has equal data, errors and resolver calls in the compiled executor and graphql-js', async () => {
    let compiledCount = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { text, variables } = randomDocument(fakeSchema, new SeededRandom(seed));
        const document = parse(text);
        expect(validate(fakeSchema, document).map(String)).toEqual([]);
        const { isCompiled, found, expected } = await runInBothExecutors({ document, variables, seed });
        if (isCompiled) compiledCount += 1;
        expect(found).toEqual(expected);
      }),
      { numRuns },
    );
    expect(compiledCount).toBeGreaterThan(numRuns * 0.7);
  });
});
