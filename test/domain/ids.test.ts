import { GraphQLID, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { variableIssues } from '../../src/graphql/variables.ts';
import { schema } from '../../src/schema.ts';

describe('GraphQL ids', () => {
  it('do not modify the global ID scalar of graphql-js', () => {
    expect(schema.getType('ID')).toBe(GraphQLID);
    expect(GraphQLID.coerceInputValue('any text')).toBe('any text');
    expect(GraphQLID.coerceInputValue(7)).toBe('7');
  });

  it.each([{ secret: 'text' }, ['bk_1'], true, 1.5])('of another type are reported by path only: %j', (id) => {
    const operation = getOperationAST(parse('query ($bookId: ID!) { book(bookId: $bookId) { id } }'));
    if (!operation) throw new Error('The document has no operation.');
    expect(variableIssues(schema, operation, { bookId: id })).toEqual([
      { path: 'bookId', message: 'must be an id, which is a string.' },
    ]);
  });
});
