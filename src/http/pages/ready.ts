import { type DocumentNode, Kind, parse, print, type VariableDefinitionNode } from 'graphql';
import { type Values, variablesOf } from '../../adapters/faces.ts';
import type { OpenApiDocument } from '../../adapters/openapi.ts';
import { operationIdOf } from '../../adapters/openapi-operation.ts';
import { definitionOf, inputSchema, type JsonSchema, parametersOf } from '../../adapters/schemas.ts';
import type { Prepared } from '../../graphql/execute.ts';
import type { Ids } from './ids.ts';

/** A document that can be run as it stands. */
export interface Ready {
  name: string;
  about: string;
  kind: string;
  query: string;
  /** JSON. */
  variables: string;
}

/** The group of an operation, by its id in the OpenAPI document. */
export type Tags = ReadonlyMap<string, string>;

export interface ReadyGroup {
  name: string;
  ready: Ready[];
}

type Written = readonly [about: string, document: string];

/** More than one capability at once, as the screens of an editor ask for them. */
const screens: readonly Written[] = [
  [
    'A whole screen of an editor in one request.',
    `query EditorScreen($bookId: ID!) {
  book(bookId: $bookId) {
    title status wordCount version
    plan { themeStatement povLock tenseLock beatSheet { name beats { label start end } } }
    characters { id name want fear lie isPov version }
    conflicts { kind intensity from { name } to { name } }
    chapters { id order title status wordCount version }
    moodReferences { kind title note }
  }
}`,
  ],
  [
    'Who stands against whom, and how strongly.',
    `query ConflictMatrix($bookId: ID!) {
  characters(bookId: $bookId) { id name }
  conflicts(bookId: $bookId) { from { name } to { name } kind intensity status }
}`,
  ],
];

/** Subscriptions that no route reads. */
const live: readonly Written[] = [
  [
    'What changes in a book, as it changes; leave it open and change something.',
    `subscription BookChanged($bookId: ID!) {
  bookChanged(bookId: $bookId) {
    id type at version
    chapter { title status wordCount version }
    character { name version }
    conflict { kind intensity version }
  }
}`,
  ],
  [
    'Makes a book of a manuscript and tells how far it is.',
    `subscription ImportWithProgress {
  bookImport(input: { format: markdown, title: "Imported", content: "# One\\n\\nIt begins.\\n\\n# Two\\n\\nIt ends." }) {
    progress { stage done total percent }
    book { id title wordCount }
  }
}`,
  ],
];

/** What an operation can be given where the author has nothing of the kind, or where only they can say. */
const fallbacks: Readonly<Record<string, unknown>> = { Int: 0, Float: 0, Boolean: false };

/** A document for every capability, grouped as the REST reference groups them; each says its group itself, so that a new one is here by itself. */
export function readyGroups(operations: readonly Prepared[], tags: Tags, ids: Ids): ReadyGroup[] {
  const groups = new Map<string, Ready[]>([
    ['Screens', screens.map((one) => writtenOf(one, ids))],
    ['Live', live.map((one) => writtenOf(one, ids))],
  ]);
  const known = new Set<string>();
  const add = (group: string, ready: Ready) => {
    if (known.has(ready.name)) return;
    known.add(ready.name);
    groups.set(group, [...(groups.get(group) ?? []), ready]);
  };
  for (const prepared of operations) {
    const { document, rest, stream } = prepared.operation;
    // A second document for a field serves agents; here the one of its route is enough.
    if (!rest && operations.some(({ field, operation }) => field === prepared.field && operation.rest)) continue;
    const group = tags.get(operationIdOf(nameOf(document))) ?? 'More';
    add(group, { ...readyOf(document, valuesFor(prepared, ids), ids), about: prepared.description });
    if (stream) add(group, { ...readyOf(stream, {}, ids), about: 'The text of a run as it comes.' });
  }
  return [...groups].map(([name, ready]) => ({ name, ready }));
}

/** The tag of each operation in the OpenAPI document, by its id there. */
export function tagsOf({ paths }: Pick<OpenApiDocument, 'paths'>): Tags {
  const routes = Object.values(paths).flatMap((path) => Object.values(path));
  return new Map(routes.map(({ operationId, tags: [tag = ''] }) => [operationId, tag]));
}

function writtenOf([about, text]: Written, ids: Ids): Ready {
  return { ...readyOf(parse(text), {}, ids), about };
}

function readyOf(document: DocumentNode, values: Values, ids: Ids): Omit<Ready, 'about'> {
  const definition = definitionOf(document);
  const others = document.definitions.filter((one) => one !== definition);
  const given = (definition.variableDefinitions ?? []).flatMap((variable) => {
    const value = givenFor(variable, values, ids);
    return value === undefined ? [] : [[variable.variable.name.value, value] as const];
  });
  return {
    name: nameOf(document),
    kind: definition.operation,
    query: print({ ...document, definitions: [definition, ...others] }),
    variables: given.length > 0 ? JSON.stringify(Object.fromEntries(given), null, 2) : '',
  };
}

function nameOf(document: DocumentNode): string {
  return definitionOf(document).name?.value ?? '';
}

/** Undefined for what may be left out. */
function givenFor({ variable, type, defaultValue }: VariableDefinitionNode, values: Values, ids: Ids): unknown {
  const name = variable.name.value;
  if (values[name] !== undefined) return values[name];
  if (type.kind !== Kind.NON_NULL_TYPE || defaultValue) return undefined;
  const typeName = print(type.type);
  if (typeName === 'ID') return ids[name] ?? standIn(name);
  return typeName in fallbacks ? fallbacks[typeName] : standIn(name);
}

/** What the operation makes of the ids, its defaults and the least that its body may be. */
function valuesFor(prepared: Prepared, ids: Ids): Values {
  const { operation } = prepared;
  const known = Object.fromEntries(parametersOf(prepared).map((name) => [name, ids[name] ?? standIn(name)]));
  const defaults = operation.options?.safeParse({}).data ?? {};
  const body = operation.body && (exampleOf(inputSchema(operation.body[1])) as Values);
  return variablesOf(prepared, { ...defaults, ...known }, body);
}

/** `runId` becomes `RUN_ID`. */
function standIn(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase();
}

/** The least that a schema allows. */
function exampleOf(schema: JsonSchema | boolean | undefined, name = ''): unknown {
  if (typeof schema !== 'object') return null;
  const { type, enum: choices, properties = {}, required = [], minLength = 0, minimum = 0, items, anyOf } = schema;
  if (choices) return choices[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0], name);
  if (type === 'object')
    return Object.fromEntries(required.map((member) => [member, exampleOf(properties[member], member)]));
  if (type === 'array') return (schema.minItems ?? 0) > 0 && !Array.isArray(items) ? [exampleOf(items, name)] : [];
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return false;
  return standIn(name).padEnd(minLength, '.');
}
