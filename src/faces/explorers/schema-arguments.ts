import type { GraphQLArgument, GraphQLSchema } from 'graphql';
import { fieldsOf, typesOf } from './schema-shape.ts';

/** An argument is common if this many fields take it with the same type and description (ours). */
const usesMin = 7;

export interface CommonArguments {
  all: readonly { argument: GraphQLArgument; uses: number }[];
  has(argument: GraphQLArgument): boolean;
}

/** Arguments that many fields share. They are described once, on the overview. */
export function commonArgumentsOf(schema: GraphQLSchema): CommonArguments {
  const every = typesOf(schema).flatMap((type) => fieldsOf(type).flatMap(({ args }) => args));
  const groups = [...Map.groupBy(every, keyOf)].filter(([, group]) => group.length >= usesMin);
  const keys = new Set(groups.map(([key]) => key));
  return {
    all: groups.flatMap(([, group]) => group.slice(0, 1).map((argument) => ({ argument, uses: group.length }))),
    has: (argument) => keys.has(keyOf(argument)),
  };
}

function keyOf({ name, type, description }: GraphQLArgument): string {
  return `${name}: ${type} ${description}`;
}
