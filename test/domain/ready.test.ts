import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../src/graphql/document-limits.ts';
import { Documents, readyOperation } from '../../src/graphql/documents.ts';
import { schema } from '../../src/schema.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the cost of a document', () => {
  it.each<[what: string, text: string, operationName?: string]>([
    ['an argument', 'query ($n: Int) { books(first: $n) { nodes { title } } }'],
    ['an argument, with a default', 'query ($n: Int = 100) { books(first: $n) { nodes { title } } }'],
    ['an argument in a fragment', 'query ($n: Int) { ...F } fragment F on Query { books(first: $n) { nodes { id } } }'],
    [
      'an argument of one operation of two',
      'query A($n: Int) { books(first: $n) { nodes { id } } } query B { books { nodes { id } } }',
      'A',
    ],
    ['an argument under a condition', 'query ($n: Int) { books(first: $n) @include(if: true) { nodes { id } } }'],
  ])('is computed for each value of a variable: %s', (_what, text, operationName) => {
    const ready = readyOperation(schema, parse(text), operationName);
    const costs = [{ n: 1 }, { n: 50 }, {}, { n: null }, { n: 1 }].map(
      (variables) => ready?.costOf(variables).requested,
    );
    expect(costs).toEqual(
      [{ n: 1 }, { n: 50 }, {}, { n: null }, { n: 1 }].map((variables) => {
        const document = parse(text);
        const operation = readyOperation(schema, document, operationName)?.operation;
        return operation && costOf(schema, document, operation, variables).requested;
      }),
    );
    expect(costs[1]).toBeGreaterThan(costs[0] ?? 0);
  });

  it('is computed once if no variable affects it, and not for invalid variables', () => {
    const text = 'query ($b: ID!, $yes: Boolean!) { book(bookId: $b) { id characters @include(if: $yes) { id } } }';
    const ready = readyOperation(schema, parse(text));
    expect(ready?.costOf({}).depth).toBe(0);
    const cost = ready?.costOf({ b: 'b', yes: false });
    expect(cost?.requested).toBeGreaterThan(0);
    expect(ready?.costOf({ b: 'c', yes: true })).toBe(cost);
  });

  it('is that of the named operation', () => {
    const document = parse('query A { account { id } } query B { books(first: 90) { nodes { id } } }');
    const [a, b] = ['A', 'B'].map((name) => readyOperation(schema, document, name)?.costOf({}).requested ?? 0);
    expect(b).toBeGreaterThan(80);
    expect(a).toBeLessThan(5);
    expect(readyOperation(schema, document)).toBeUndefined();
  });
});

describe('the cache of valid documents', () => {
  const kept = (texts: readonly string[]) => {
    const documents = new Documents();
    const document = parse('{ __typename }');
    for (const text of texts) documents.keep(text, document);
    return texts.filter((text) => documents.get(text));
  };

  it('keeps a limited number, most recent first', () => {
    expect(kept(many(300).map(String))).toEqual(many(300).map(String).slice(50));
  });

  it('keeps a limited size', () => {
    const texts = many(10).map((index) => `${index}`.padEnd(30 * 1024));
    expect(kept(texts)).toEqual(texts.slice(6));
  });
});
