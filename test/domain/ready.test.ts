import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Documents, readyOf } from '../../src/graphql/documents.ts';
import { costOf } from '../../src/graphql/limits.ts';
import { schema } from '../../src/graphql/schema.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('what a document costs', () => {
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
  ])('is weighed anew for each value of a variable: %s', (_what, text, operationName) => {
    const ready = readyOf(schema, parse(text), operationName);
    const costs = [{ n: 1 }, { n: 50 }, {}, { n: null }, { n: 1 }].map(
      (variables) => ready?.costOf(variables).requested,
    );
    expect(costs).toEqual(
      [{ n: 1 }, { n: 50 }, {}, { n: null }, { n: 1 }].map((variables) => {
        const document = parse(text);
        const operation = readyOf(schema, document, operationName)?.operation;
        return operation && costOf(schema, document, operation, variables).requested;
      }),
    );
    expect(costs[1]).toBeGreaterThan(costs[0] ?? 0);
  });

  it('is weighed once where no variable says how much, and not with variables that do not fit', () => {
    const text = 'query ($b: ID!, $yes: Boolean!) { book(bookId: $b) { id characters @include(if: $yes) { id } } }';
    const ready = readyOf(schema, parse(text));
    expect(ready?.costOf({}).depth).toBe(0);
    const cost = ready?.costOf({ b: 'b', yes: false });
    expect(cost?.requested).toBeGreaterThan(0);
    expect(ready?.costOf({ b: 'c', yes: true })).toBe(cost);
  });

  it('is that of the operation that is named', () => {
    const document = parse('query A { account { id } } query B { books(first: 90) { nodes { id } } }');
    const [a, b] = ['A', 'B'].map((name) => readyOf(schema, document, name)?.costOf({}).requested ?? 0);
    expect(b).toBeGreaterThan(80);
    expect(a).toBeLessThan(5);
    expect(readyOf(schema, document)).toBeUndefined();
  });
});

describe('documents that strangers send', () => {
  const kept = (texts: readonly string[]) => {
    const documents = new Documents();
    const document = parse('{ __typename }');
    for (const text of texts) documents.keep(text, document);
    return texts.filter((text) => documents.get(text));
  };

  it('are kept by number, those that were sent last', () => {
    expect(kept(many(300).map(String))).toEqual(many(300).map(String).slice(50));
  });

  it('are kept by size', () => {
    const texts = many(10).map((index) => `${index}`.padEnd(30 * 1024));
    expect(kept(texts)).toEqual(texts.slice(6));
  });
});
