import { expect, it } from 'vitest';
import { summaryOf } from '../../.ci/summary.ts';

it('the summary of CI has the slowest files, the sum of each section, and what failed', () => {
  const output = `
== the first section ==
 \u001B[32m✓\u001B[39m \u001B[42m service \u001B[49m test/contract/books.test.ts \u001B[2m(9 tests)\u001B[22m\u001B[33m 2400\u001B[2mms\u001B[22m
 ❯  service  test/contract/search.test.ts (12 tests | 1 failed) 7600ms
   ✓ finds a word 900ms
 ↓  processes  test/commands/clock.test.ts (1 test | 1 skipped)
== the second section ==
 ✓ editor.test.ts (7 tests) 51400ms

\u001B[31m⎯⎯⎯⎯⎯⎯⎯\u001B[39m Failed Tests 1 \u001B[31m⎯⎯⎯⎯⎯⎯⎯\u001B[39m

 FAIL  editor.test.ts > saves
AssertionError: expected 1 to be 2

 Test Files  1 failed | 35 passed (36)

== the third section ==
⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯
Error: late
 Test Files  1 failed (1)
`;
  expect(summaryOf(output)).toBe(`== the ten slowest files of tests ==
   51 s  suites editor.test.ts
    8 s  service test/contract/search.test.ts
    2 s  service test/contract/books.test.ts
== files of tests, summed up ==
   10 s  the first section
   51 s  the second section
== failed ==
 FAIL  editor.test.ts > saves
AssertionError: expected 1 to be 2
Error: late`);
});

it('the summary of CI says that failures were left out', () => {
  const output = `⎯⎯ Failed Tests 1 ⎯⎯\n${'a line\n'.repeat(103)} Test Files 1 failed\n`;
  expect(summaryOf(output).split('\n').slice(-2)).toEqual(['a line', '3 more lines stand above, after "Failed".']);
});
