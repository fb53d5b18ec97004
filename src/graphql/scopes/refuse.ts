import { type DocumentNode, GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Caller } from '../../caller.ts';
import type { ReadyOperation } from '../documents.ts';
import { insufficientScope } from '../permit.ts';
import { requirementsOf } from './document.ts';
import type { Variables } from './given.ts';
import { isMet } from './readers.ts';

/**
 * Throws `insufficient_scope` if a mutation or subscription needs a scope anywhere that the caller lacks, before any of it
 * runs. A query answers the permitted fields, with an error for each other root field.
 */
export function refuseUnscoped(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, needs }: ReadyOperation,
  variables: Variables,
  { scopes }: Caller,
): void {
  if (operation.operation === OperationTypeNode.QUERY) return;
  // Most keys have every scope that the document can need, which is known without variables.
  if (needs().every((need) => isMet(need, scopes))) return;
  const lacking = requirementsOf(schema, document, operation, variables).find(({ need }) => !isMet(need, scopes));
  if (!lacking) return;
  const originalError = insufficientScope(scopes, lacking.need[0]);
  throw new GraphQLError(originalError.message, { nodes: lacking.node, originalError });
}
