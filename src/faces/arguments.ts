import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, print } from 'graphql';
import type { z } from 'zod';
import type { PreparedOperation } from '../graphql/execute.ts';
import { type FaceName, parseRoute } from './faces.ts';

/** Names of the path parameters of an operation. Without a REST line: the required ids of its document. */
export function parametersOf({ operation }: Pick<PreparedOperation, 'operation'>): string[] {
  if (operation.rest) return parseRoute(operation.rest).parameters;
  const others = { ...operation.options?.shape, ...operation.tool?.options?.shape };
  return (definitionOf(operation.document).variableDefinitions ?? [])
    .filter(({ type }) => print(type) === 'ID!')
    .map(({ variable }) => variable.name.value)
    .filter((name) => !(name in others));
}

/** Descriptions by argument name. */
export type ArgumentDescriptions = Readonly<Record<string, string>>;

/** Descriptions of the arguments of the root field, by the variable of the document that is passed to each. */
export function argumentDescriptions(
  schema: GraphQLSchema,
  { operation, field }: PreparedOperation,
): ArgumentDescriptions {
  const definition = definitionOf(operation.document);
  const declared = schema.getRootType(definition.operation)?.getFields()[field]?.args ?? [];
  const [root] = definition.selectionSet.selections;
  const given = root?.kind === Kind.FIELD ? (root.arguments ?? []) : [];
  return Object.fromEntries(
    given.flatMap(({ name, value }) => {
      const description = declared.find((argument) => argument.name === name.value)?.description;
      return value.kind === Kind.VARIABLE && description ? [[value.name.value, description]] : [];
    }),
  );
}

/** The operation of a document that has exactly one. Throws if there is none. */
export function definitionOf(document: DocumentNode): OperationDefinitionNode {
  const definition = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!definition) throw new Error('The document has no operation.');
  return definition;
}

/** Zod types of arguments by name. */
export type Fields = Readonly<Record<string, z.core.SomeType>>;

/** Options of an operation on a face: all arguments besides the path parameters and the body. */
export function optionsOf({ operation }: PreparedOperation, face: FaceName): Fields {
  if (face === 'rest') return operation.options?.shape ?? {};
  return without({ ...operation.options?.shape, ...operation.tool?.options?.shape }, operation.tool?.without);
}

/** The fields without those of these names. */
export function without(fields: Fields, names: readonly string[] = []): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
