import type { GraphQLSchema } from 'graphql';

declare global {
  export namespace PothosSchemaTypes {
    export interface BaseTypeOptions {
      /** Members of such a record that a tool answers by default. Absent: all selected members. */
      lean?: readonly string[];
    }
  }
}

/** Members that tools answer by default for records of a type; undefined for all. */
export function leanMembersOf(schema: GraphQLSchema, typeName: string): readonly string[] | undefined {
  const options = schema.getType(typeName)?.extensions.pothosOptions as { lean?: readonly string[] } | undefined;
  return options?.lean;
}
