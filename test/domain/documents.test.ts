import { validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compile, compileEvents } from '../../src/executor/compile.ts';
import { withIdempotencyKey } from '../../src/graphql/keyed-document.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';

const takesKey = (field: string) =>
  schema
    .getMutationType()
    ?.getFields()
    [field]?.args.some(({ name }) => name === 'idempotencyKey') ?? false;

/** Every document that the service itself runs, by operation name. */
const documents = operations.flatMap(({ document, stream }) => {
  const [definition] = document.definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error('A document begins with its operation.');
  const [selection] = definition.selectionSet.selections;
  const isKeyed = selection?.kind === 'Field' && takesKey(selection.name.value);
  const name = definition.name?.value ?? '';
  return [
    { name, document },
    ...(isKeyed ? [{ name: `${name} with an idempotency key`, document: withIdempotencyKey(document) }] : []),
    ...(stream ? [{ name: `${name} as a stream`, document: stream }] : []),
  ];
});

describe('the documents of the operations', () => {
  // At startup they are bound without validation.
  it.each(documents)('are valid against the schema: $name', ({ document }) => {
    expect(validate(schema, document)).toEqual([]);
  });

  it.each(documents)('can be compiled: $name', ({ document }) => {
    expect(compile(schema, document) ?? compileEvents(schema, document)).toBeDefined();
  });
});
