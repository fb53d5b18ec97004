import type { Tool } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import type { z } from 'zod';
import { type Issue, invalidRequest } from '../errors.ts';
import type { Scope } from '../graphql/context.ts';
import type { Prepared } from '../graphql/execute.ts';
import { sentBackMembers, type Values } from './faces.ts';
import { listedInput, listedOutput } from './mcp-listing.ts';
import { answerFor, argumentsOf, toolInputSchema, toolInputShape, toolOutputSchema } from './schemas.ts';

/** The parts of the service by which a list can be narrowed, and the tools of each. The first that fits a name has it. */
const featureNames = {
  conflicts: /conflict/,
  characters: /character/,
  plan: /plan|beat|mood/,
  outline: /outline/,
  generation: /generation|brief|usage|^(re)?write_|^narrate_|_run/,
  chapters: /chapter|revision|staleness/,
  books: /./,
} as const;
export type Feature = keyof typeof featureNames;
export const features = Object.keys(featureNames) as Feature[];

/** What a connection narrows the tools to. */
export interface Narrowing {
  features?: readonly Feature[];
  readOnly?: boolean;
  /** Every call is about this book. */
  bookId?: string;
}

/** One tool as it is listed, and all that a call needs, made once at start. */
export interface ToolEntry {
  prepared: Prepared;
  feature: Feature;
  /** What a call may send, ids, options and body in one. */
  shape: z.ZodObject;
  /** Which of that is the body. */
  bodyKeys: ReadonlySet<string>;
  /** Whether a call ends without waiting for others and has no progress to tell. */
  isPrompt: boolean;
  /** Members that may be sent back as they were read and are passed over. */
  readOnly: ReadonlySet<string>;
  listing: Tool;
  /** For a connection that is about one book, and does not have to name it. */
  listingOfBook: Tool;
}

/** Lists that are kept: there are no more ways to narrow than this in practice, and a flood of others only costs time. */
const listsMax = 500;

/** Every tool, found by name or listed for whoever asks. */
export class Catalogue {
  private readonly entries: readonly ToolEntry[];
  private readonly byName: ReadonlyMap<string, ToolEntry>;
  private readonly lists = new Map<string, Tool[]>();

  constructor(schema: GraphQLSchema, operations: readonly Prepared[]) {
    this.entries = operations.flatMap((prepared) =>
      prepared.operation.tool ? entryOf(schema, operations, prepared, prepared.operation.tool) : [],
    );
    this.byName = new Map(this.entries.map((entry) => [entry.listing.name, entry]));
  }

  /** Undefined for what is not there or was narrowed away; what only a scope forbids is found, and refused by name. */
  find(name: string, narrowing: Narrowing): ToolEntry | undefined {
    const entry = this.byName.get(name);
    return entry && isWithin(entry, narrowing) ? entry : undefined;
  }

  list(scopes: readonly Scope[], narrowing: Narrowing): Tool[] {
    const { features: wanted = features, readOnly = false, bookId } = narrowing;
    const key = [[...scopes].sort(), [...wanted].sort(), readOnly, bookId !== undefined].join(' ');
    const known = this.lists.get(key);
    if (known) return known;
    const listed = this.within(narrowing)
      .filter(({ prepared: { scope } }) => !scope || scopes.includes(scope))
      .map(({ listing, listingOfBook }) => (bookId === undefined ? listing : listingOfBook));
    if (this.lists.size >= listsMax) this.lists.clear();
    this.lists.set(key, listed);
    return listed;
  }

  /** Whatever its scope. */
  within(narrowing: Narrowing): ToolEntry[] {
    return this.entries.filter((entry) => isWithin(entry, narrowing));
  }

  all(): Tool[] {
    return this.entries.map(({ listing }) => listing);
  }
}

/** Reads what a connection asks for; `name` says how it calls each of its settings. */
export function narrowingOf(
  given: { features?: string | null; readOnly?: string | null; book?: string | null },
  name: Record<keyof typeof given, string>,
): Narrowing {
  const issues: Issue[] = [];
  const wanted = given.features ? given.features.split(',').map((feature) => feature.trim()) : [];
  const known = wanted.filter(isFeature);
  if (known.length < wanted.length)
    issues.push({ path: name.features, message: `must be of ${features.join(', ')}, comma-separated.` });
  if (given.readOnly && !/^(true|false)$/.test(given.readOnly))
    issues.push({ path: name.readOnly, message: 'must be true or false.' });
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    ...(known.length > 0 ? { features: [...new Set(known)] } : {}),
    ...(given.readOnly === 'true' ? { readOnly: true } : {}),
    ...(given.book ? { bookId: given.book } : {}),
  };
}

function isFeature(name: string): name is Feature {
  return Object.hasOwn(featureNames, name);
}

function isWithin({ prepared, feature }: ToolEntry, { features: wanted, readOnly, bookId }: Narrowing): boolean {
  if (readOnly && prepared.kind !== 'query') return false;
  // What lists books or makes another one is about none.
  if (bookId !== undefined && /^(GET|POST) \/v1\/books(\/import)?( |$)/.test(prepared.operation.rest ?? ''))
    return false;
  return !wanted || wanted.includes(feature);
}

function entryOf(
  schema: GraphQLSchema,
  operations: readonly Prepared[],
  prepared: Prepared,
  tool: NonNullable<Prepared['operation']['tool']>,
): ToolEntry {
  const shape = toolInputShape(prepared);
  const outputSchema = toolOutputSchema(prepared, answerFor(schema, prepared, 'tool'));
  const listing = {
    name: tool.name,
    title: tool.name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
    description: tool.description,
    inputSchema: listedInput(toolInputSchema(prepared, argumentsOf(schema, prepared))),
    ...(outputSchema ? { outputSchema: listedOutput(outputSchema) } : {}),
    annotations: annotationsOf(prepared),
    // Both are schemas of objects, which their type does not say.
  } as Tool;
  return {
    prepared,
    feature: features.find((feature) => featureNames[feature].test(tool.name)) ?? 'books',
    shape,
    isPrompt: isPrompt(prepared, shape),
    bodyKeys: new Set(Object.keys(prepared.operation.body?.[1].shape ?? {})),
    readOnly: readOnlyArguments(sentBackMembers(schema, operations, prepared), shape),
    listing,
    listingOfBook: withoutBook(listing),
  };
}

function isPrompt({ operation: { stream, startsRun, reports, file } }: Prepared, { shape }: z.ZodObject): boolean {
  return !stream && !startsRun && !reports && !file && !('waitSeconds' in shape);
}

/** Members of the answer that may be sent back and are passed over, unless they are arguments too. */
function readOnlyArguments(members: ReadonlySet<string>, { shape }: z.ZodObject): ReadonlySet<string> {
  return new Set([...members].filter((name) => !(name in shape)));
}

/** Every hint is given: what is left out, hosts take for the worst. */
function annotationsOf({
  kind,
  scope,
  operation,
}: Prepared): Required<Omit<NonNullable<Tool['annotations']>, 'title'>> {
  const name = operation.tool?.name ?? '';
  const isRead = kind === 'query';
  return {
    readOnlyHint: isRead,
    destructiveHint: /^(delete|remove)_/.test(name),
    idempotentHint: isRead || /^(update|set|save|restore|delete|remove|cancel|publish)_/.test(name),
    openWorldHint: scope === 'generation:run',
  };
}

function withoutBook(listing: Tool): Tool {
  const { properties = {}, required = [] } = listing.inputSchema;
  const { bookId: _bound, ...others } = properties as Values;
  return {
    ...listing,
    inputSchema: {
      ...listing.inputSchema,
      properties: others,
      required: required.filter((name) => name !== 'bookId'),
    } as Tool['inputSchema'],
  };
}
