import type { SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from './context.ts';

/** The resolver of a field, as plugins wrap it. */
export type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/** Plugins are generic over the context type; this service has one. */
export function contextIn(given: unknown): Context {
  return given as Context;
}
