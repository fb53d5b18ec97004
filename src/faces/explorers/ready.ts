import { type DocumentNode, Kind, parse, print, type VariableDefinitionNode } from 'graphql';
import type { PreparedOperation } from '../../graphql/execute.ts';
import { definitionOf, parametersOf } from '../arguments.ts';
import { type Values, variablesOf } from '../faces.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { operationIdOf } from '../openapi/operation.ts';

/** An example document. It can run once its placeholders for ids are replaced. */
export interface ReadyDocument {
  name: string;
  about: string;
  kind: string;
  query: string;
  /** JSON. */
  variables: string;
}

/** Group of each operation, by its id in the OpenAPI document. */
type Tags = ReadonlyMap<string, string>;

export interface ReadyGroup {
  name: string;
  ready: ReadyDocument[];
}

type Example = readonly [about: string, document: string];

/** Several root fields in one request, for a screen of an editor. */
const screens: readonly Example[] = [
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
    'All conflicts of a book, with their intensity.',
    `query ConflictMatrix($bookId: ID!) {
  characters(bookId: $bookId) { id name }
  conflicts(bookId: $bookId) { from { name } to { name } kind intensity status }
}`,
  ],
];

/** Subscriptions without a route. */
const live: readonly Example[] = [
  [
    'Changes of a book as they happen. Leave it open and change something.',
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
    'Imports a manuscript as a book and reports progress.',
    `subscription ImportWithProgress {
  bookImport(input: { format: markdown, title: "Imported", content: "# One\\n\\nIt begins.\\n\\n# Two\\n\\nIt ends." }) {
    progress { stage done total percent }
    book { id title wordCount }
  }
}`,
  ],
];

/** Values of required variables that are not ids, by type. */
const fallbacks: Readonly<Record<string, unknown>> = { Int: 0, Float: 0, Boolean: false };

/** A document for every operation, in the groups of the REST reference. */
export function readyGroups(operations: readonly PreparedOperation[], tags: Tags): ReadyGroup[] {
  const groups = new Map<string, ReadyDocument[]>([
    ['Screens', screens.map(exampleOf)],
    ['Live', live.map(exampleOf)],
  ]);
  const known = new Set<string>();
  const add = (group: string, ready: ReadyDocument) => {
    if (known.has(ready.name)) return;
    known.add(ready.name);
    groups.set(group, [...(groups.get(group) ?? []), ready]);
  };
  for (const prepared of operations) {
    const { document, rest, stream } = prepared.operation;
    // A field may have a second document for MCP. Here the document of its route is enough.
    if (!rest && operations.some(({ field, operation }) => field === prepared.field && operation.rest)) continue;
    const group = tags.get(operationIdOf(nameOf(document))) ?? 'More';
    add(group, { ...readyOf(document, valuesFor(prepared)), about: prepared.description });
    if (stream) add(group, { ...readyOf(stream, {}), about: 'The text of a run as it is written.' });
  }
  return [...groups].map(([name, ready]) => ({ name, ready }));
}

/** Tag of each operation in the OpenAPI document, by operation id. */
export function tagsOf({ paths }: Pick<OpenApiDocument, 'paths'>): Tags {
  const routes = Object.values(paths).flatMap((path) => Object.values(path));
  return new Map(routes.map(({ operationId, tags: [tag = ''] }) => [operationId, tag]));
}

function exampleOf([about, text]: Example): ReadyDocument {
  return { ...readyOf(parse(text), {}), about };
}

function readyOf(document: DocumentNode, values: Values): Omit<ReadyDocument, 'about'> {
  const definition = definitionOf(document);
  const others = document.definitions.filter((one) => one !== definition);
  const given = (definition.variableDefinitions ?? []).flatMap((variable) => {
    const value = valueFor(variable, values);
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

/** The value of a variable; undefined if the document can do without it. */
function valueFor({ variable, type, defaultValue }: VariableDefinitionNode, values: Values): unknown {
  const name = variable.name.value;
  if (values[name] !== undefined) return values[name];
  if (type.kind !== Kind.NON_NULL_TYPE || defaultValue) return undefined;
  const typeName = print(type.type);
  return typeName in fallbacks ? fallbacks[typeName] : placeholderFor(name);
}

/** Variables of the operation from placeholder ids, defaults and the example body. */
function valuesFor(prepared: PreparedOperation): Values {
  const { operation } = prepared;
  const known = Object.fromEntries(parametersOf(prepared).map((name) => [name, placeholderFor(name)]));
  const defaults = operation.options?.safeParse({}).data ?? {};
  return variablesOf(prepared, { ...defaults, ...known }, operation.body && { ...operation.example });
}

/** `runId` becomes `RUN_ID`, which newest-ids.js replaces by an id. */
function placeholderFor(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase();
}
