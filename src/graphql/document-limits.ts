import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { ServiceError } from '../errors.ts';
import { limits } from '../limits/limits.ts';
import { complexityOf } from './complexity.ts';
import { introspectionCost } from './introspection.ts';

function tooMuch(what: string, found: number, limit: number): GraphQLError {
  return new GraphQLError(
    `The document has ${what} ${found}; the limit is ${limit}. Select less, or split it into several requests.`,
  );
}

/** Validation rule: limits aliases, and root fields including those of fragments. */
export function documentShapeRule(context: ValidationContext): ASTVisitor {
  return {
    Document: {
      leave(document) {
        let aliases = 0;
        let rootFields = 0;
        for (const definition of document.definitions) {
          if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
          aliases += countAliases(definition.selectionSet);
          if (definition.kind === Kind.OPERATION_DEFINITION)
            rootFields = Math.max(rootFields, countRootFields(context, definition.selectionSet, new Map()));
        }
        if (aliases > limits.document.aliasesMax)
          context.reportError(tooMuch('aliases:', aliases, limits.document.aliasesMax));
        if (rootFields > limits.document.rootFieldsMax)
          context.reportError(tooMuch('root fields:', rootFields, limits.document.rootFieldsMax));
      },
    },
  };
}

function countAliases(set: SelectionSetNode): number {
  return set.selections.reduce((sum, selection) => {
    const own = selection.kind === Kind.FIELD && selection.alias ? 1 : 0;
    const inner =
      selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet ? countAliases(selection.selectionSet) : 0;
    return sum + own + inner;
  }, 0);
}

/** A fragment is visited once and counted per spread: visiting each spread would take years for a short document. */
function countRootFields(context: ValidationContext, set: SelectionSetNode, counted: Map<string, number>): number {
  return set.selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1;
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum + countRootFields(context, selection.selectionSet, counted);
    const name = selection.name.value;
    const fragment = context.getFragment(name);
    if (fragment && !counted.has(name)) {
      // Another rule refuses fragments that spread themselves.
      counted.set(name, 0);
      counted.set(name, countRootFields(context, fragment.selectionSet, counted));
    }
    return sum + (counted.get(name) ?? 0);
  }, 0);
}

/** Cost of an operation, and the limit. */
export interface Cost {
  requested: number;
  /** Only for a subscription: the cost of each of its events, in addition. */
  perEvent?: number;
  limit: number;
  depth: number;
  depthLimit: number;
}

/** Cost of an operation before it runs. */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  const { costMax, depthMax } = limits.document;
  const { depth, complexity, ofEvent } = complexityOf(schema, document, operation, variables);
  const requested = complexity + introspectionCost(schema, document, operation, variables, costMax);
  const events = operation.operation === OperationTypeNode.SUBSCRIPTION ? { perEvent: ofEvent } : {};
  return { requested, ...events, limit: costMax, depth, depthLimit: depthMax };
}

/** Throws `invalid_request` above the limits of depth and cost. */
export function refuseCostly({ requested, limit, depth, depthLimit }: Cost): void {
  if (depth > depthLimit) throw refusal('depth', depth, depthLimit);
  if (requested > limit) throw refusal('cost', requested, limit);
}

function refusal(what: string, found: number, limit: number): ServiceError {
  const message = `The document has a ${what} of ${found}; the limit is ${limit}. Select less, request smaller pages, or split it into several requests.`;
  return new ServiceError('invalid_request', message, { issues: [{ path: 'query', message }] });
}
