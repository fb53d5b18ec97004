import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Asked, askedOf } from './asked.ts';
import { type AnswerEvent, type Compiled, compile, compileEvents } from './compiled/compile.ts';
import { type Cost, costOf } from './limits.ts';
import { Remembered } from './remembered.ts';

/** What each node keeps of the documents that come to /graphql (ours). Made ready, one takes about 180 times its text: 25 MB in all, and 75 MB where each spreads its fragments as often as a plan allows. */
const keptMax = { countMax: 250, bytesMax: 128 * 1024 };

/** Valid documents by their texts: what is sent again is neither parsed nor validated again. */
export class Documents {
  private readonly kept = new Remembered<DocumentNode>(keptMax);

  get(text: string): DocumentNode | undefined {
    return this.kept.get(text);
  }

  /** Keeps a document that has been found valid. */
  keep(text: string, document: DocumentNode): void {
    this.kept.add(text, document, Buffer.byteLength(text));
  }
}

/** One operation of a document, with all that does not hang on who asks, and mostly not on the variables. */
export interface Ready {
  operation: OperationDefinitionNode;
  asked: Asked;
  costOf(variables: Readonly<Record<string, unknown>>): Cost;
  /** Looked at when a document is not too costly; undefined where graphql-js has to execute it. */
  compiled(): Compiled | undefined;
  /** The same for the events of a subscription. */
  events(): AnswerEvent | undefined;
}

const ready = new WeakMap<DocumentNode, Map<string, Ready>>();

/** An operation made ready, once as long as its document is kept; undefined where the document has no such operation. */
export function readyOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): Ready | undefined {
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const known = ready.get(document) ?? new Map<string, Ready>();
  ready.set(document, known);
  const name = operation.name?.value ?? '';
  const made = known.get(name) ?? madeReady(schema, document, operation);
  known.set(name, made);
  return made;
}

function madeReady(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Ready {
  let cost: Cost | undefined;
  let compiled: Compiled | undefined | null = null;
  let events: AnswerEvent | undefined | null = null;
  const isFixed = hasFixedCost(schema, document);
  return {
    operation,
    asked: askedOf(schema, document),
    costOf: (variables) => {
      if (cost) return cost;
      const found = costOf(schema, document, operation, variables);
      // Nothing is known of one whose variables do not fit.
      if (isFixed && found.depth > 0) cost = found;
      return found;
    },
    compiled: () => {
      if (compiled === null) compiled = compile(schema, document, operation.name?.value);
      return compiled;
    },
    events: () => {
      if (events === null) events = compileEvents(schema, document, operation.name?.value);
      return events;
    },
  };
}

/** True where no variable says how much is asked for. */
function hasFixedCost(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isFixed = true;
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable() {
        if (typeof types.getFieldDef()?.extensions.complexity === 'function') isFixed = false;
      },
    }),
  );
  return isFixed;
}
