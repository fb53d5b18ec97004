import { validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compile, compileEvents } from '../../src/graphql/compiled/compile.ts';
import { withIdempotencyKey } from '../../src/graphql/keyed-document.ts';
import { schema } from '../../src/graphql/schema.ts';
import { operations } from '../../src/operations.ts';

const takesKey = (field: string) =>
  schema
    .getMutationType()
    ?.getFields()
    [field]?.args.some(({ name }) => name === 'idempotencyKey') ?? false;

/** Every document that this service runs of its own accord, by the name of its operation. */
const documents = operations.flatMap(({ document, stream }) => {
  const [definition] = document.definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error('A document begins with its operation.');
  const [selection] = definition.selectionSet.selections;
  const isKeyed = selection?.kind === 'Field' && takesKey(selection.name.value);
  const name = definition.name?.value ?? '';
  return [
    { name, document },
    ...(isKeyed ? [{ name: `${name} under a key`, document: withIdempotencyKey(document) }] : []),
    ...(stream ? [{ name: `${name} as a stream`, document: stream }] : []),
  ];
});

describe('the documents of the operations', () => {
  // A start binds them without looking at them again.
  it.each(documents)('fit the schema: $name', ({ document }) => {
    expect(validate(schema, document)).toEqual([]);
  });

  it.each(documents)('have a plan: $name', ({ document }) => {
    expect(compile(schema, document) ?? compileEvents(schema, document)).toBeDefined();
  });
});
