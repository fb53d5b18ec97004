import { expect, it } from 'vitest';
import { builder } from '../../src/graphql/builder.ts';
import '../../src/schema.ts';

it('the schema rejects a root field that does not declare its books', () => {
  builder.queryField('everything', (t) => t.string({ description: 'All there is.', resolve: () => '' }));
  expect(() => builder.toSchema()).toThrow(/^Query\.everything requires no bookId or runId/);
});
