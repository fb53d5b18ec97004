import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode } from 'graphql';

const name = { kind: Kind.NAME, value: 'idempotencyKey' } as const;
const variable = { kind: Kind.VARIABLE, name } as const;

/** Adds the variable `idempotencyKey` to a document and passes it to the root field, so that documents need not name it. */
export function withIdempotencyKey(document: DocumentNode): DocumentNode {
  const definitions = document.definitions.map((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? withVariable(one) : one,
  );
  return { ...document, definitions };
}

function withVariable(operation: OperationDefinitionNode): OperationDefinitionNode {
  const [root, ...others] = operation.selectionSet.selections;
  if (root?.kind !== Kind.FIELD) return operation;
  const field: FieldNode = {
    ...root,
    arguments: [...(root.arguments ?? []), { kind: Kind.ARGUMENT, name, value: variable }],
  };
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'String' } } as const;
  return {
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), { kind: Kind.VARIABLE_DEFINITION, variable, type }],
    selectionSet: { ...operation.selectionSet, selections: [field, ...others] },
  };
}
