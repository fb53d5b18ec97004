import { createHash } from 'node:crypto';
import {
  coerceInputValue,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  typeFromAST,
  validate,
} from 'graphql';
import { z } from 'zod';
import { limits } from '../limits/limits.ts';
import { costOf, documentShapeRule, refuseCostly } from './document-limits.ts';

/** A document of the manifest. */
export interface ListedDocument {
  text: string;
  document: DocumentNode;
}

/** Formats of graphql-codegen's `persistedDocuments` and Relay, and of Apollo's manifest generator. */
const manifest = z.union([
  z.record(z.string(), z.string()),
  z
    .object({
      format: z.literal('apollo-persisted-query-manifest'),
      version: z.literal(1),
      operations: z.array(z.object({ id: z.string(), body: z.string() })),
    })
    .transform(({ operations }) => operations.map(({ id, body }) => [id, body] as const)),
]);

/**
 * GraphQL over HTTP, appendix "Persisted Documents". Without a prefix it may be a hash, as Apollo and graphql-codegen send
 * it.
 */
const identifier = /^(x-[\w.~-]{1,100}:)?[\w.~-]{1,200}$/;

/** A document identifier without its prefix. */
export function bareId(id: string): string {
  return id.replace(/^sha256:(?=[\da-f]{64}$)/, '');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Documents of a manifest by id and hash. Throws for a document that cannot run, and names it. */
export function listedDocuments(schema: GraphQLSchema, json: string): ReadonlyMap<string, ListedDocument> {
  const found = new Map<string, ListedDocument>();
  for (const [given, text] of entriesOf(json)) {
    const id = bareId(given);
    const hash = sha256(text);
    const named = JSON.stringify(given);
    if (!identifier.test(id)) throw new Error(`${named} is not a document identifier`);
    if (/^[\da-f]{64}$/.test(id) && id !== hash) throw new Error(`${named} is not the SHA-256 of its document`);
    if (found.has(id) && found.get(id)?.text !== text) throw new Error(`${named} names two documents`);
    const listed = found.get(hash) ?? { text, document: checked(schema, text, named) };
    found.set(id, listed).set(hash, listed);
  }
  return found;
}

function entriesOf(json: string): (readonly [string, string])[] {
  const parsed = manifest.safeParse(jsonOf(json));
  if (!parsed.success) throw new Error('is neither a map of ids to documents nor an Apollo manifest');
  return Array.isArray(parsed.data) ? parsed.data : Object.entries(parsed.data);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
}

/** Checks a listed document against the limits of callers' documents, with minimal variables. */
function checked(schema: GraphQLSchema, text: string, named: string): DocumentNode {
  try {
    if (Buffer.byteLength(text) > limits.document.queryBytesMax) throw new Error('it is too long');
    const document = parse(text, { maxTokens: limits.document.tokensMax });
    const [fault] = validate(schema, document, [...specifiedRules, documentShapeRule]);
    if (fault) throw fault;
    for (const operation of document.definitions)
      if (operation.kind === Kind.OPERATION_DEFINITION)
        refuseCostly(costOf(schema, document, operation, leastVariables(schema, operation)));
    return document;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0]?.replace(/\.$/, '') : '';
    throw new Error(`the document ${named} cannot run here: ${why}`);
  }
}

function leastVariables(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode) {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
      const type = typeFromAST(schema, node);
      return isInputType(type) && isNonNullType(type) && !defaultValue ? [[variable.name.value, leastOf(type)]] : [];
    }),
  );
}

/** The smallest value of a type, to check a document before its first use. */
function leastOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return leastOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field, place) => (type.isOneOf ? place === 0 : isRequiredInputField(field)))
        .map((field) => [field.name, leastOf(field.type)]),
    );
  return [1, '', true, '2000-01-01T00:00:00Z'].find((value) => coerceInputValue(value, type) !== undefined);
}
