import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  TypeInfo,
  TypeMetaFieldDef,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Cost, costOf } from './document-limits.ts';
import { LruCache } from './lru-cache.ts';
import { type RequestedFields, requestedFieldsOf } from './requested-fields.ts';
import { neededBy } from './scopes/document.ts';
import type { Need } from './scopes/readers.ts';

/**
 * Cache limits per node for documents sent to /graphql (ours). A prepared document takes about 180 times its text: 25 MB in
 * all, or 75 MB if each spreads its fragments as often as a plan allows.
 */
const keptMax = { countMax: 250, bytesMax: 128 * 1024 };

/** Valid documents by text, so that a repeated document is not parsed or validated again. */
export class Documents {
  private readonly kept = new LruCache<DocumentNode>(keptMax);

  get(text: string): DocumentNode | undefined {
    return this.kept.get(text);
  }

  /** Adds a validated document. */
  keep(text: string, document: DocumentNode): void {
    this.kept.add(text, document, Buffer.byteLength(text));
  }
}

/** One operation of a document, with everything that does not depend on the caller and mostly not on the variables. */
export interface ReadyOperation {
  operation: OperationDefinitionNode;
  requestedFields: RequestedFields;
  costOf(variables: Readonly<Record<string, unknown>>): Cost;
  /** Scopes that the operation may need, for any variables. */
  needs(): readonly Need[];
}

const ready = new WeakMap<DocumentNode, Map<string, ReadyOperation>>();

/** Prepares an operation, once while its document is cached. Undefined if the document has no such operation. */
export function readyOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): ReadyOperation | undefined {
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const known = ready.get(document) ?? new Map<string, ReadyOperation>();
  ready.set(document, known);
  const name = operation.name?.value ?? '';
  const made = known.get(name) ?? makeReady(schema, document, operation);
  known.set(name, made);
  return made;
}

function makeReady(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): ReadyOperation {
  let cost: Cost | undefined;
  let needs: readonly Need[] | undefined;
  const isFixed = hasFixedCost(schema, document);
  return {
    operation,
    requestedFields: requestedFieldsOf(schema, document),
    costOf: (variables) => {
      if (cost) return cost;
      const found = costOf(schema, document, operation, variables);
      // Invalid variables have no cost.
      if (isFixed && found.depth > 0) cost = found;
      return found;
    },
    needs: () => {
      needs ??= neededBy(schema, document, operation);
      return needs;
    },
  };
}

/** Whether the cost is independent of the variables. */
function hasFixedCost(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isFixed = true;
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable() {
        const field = types.getFieldDef();
        if (field === TypeMetaFieldDef || typeof field?.extensions.complexity === 'function') isFixed = false;
      },
    }),
  );
  return isFixed;
}
