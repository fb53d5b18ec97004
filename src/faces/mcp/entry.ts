import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import type { PreparedOperation } from '../../graphql/execute.ts';
import type { Operation } from '../../operation.ts';
import { answerFor } from '../answer-schema.ts';
import { type ArgumentDescriptions, argumentDescriptions } from '../arguments.ts';
import { sentBackMembers, type Values } from '../faces.ts';
import { type Mask, maskOf } from '../masked.ts';
import { previewOption } from '../preview.ts';
import type { JsonSchema } from '../schemas.ts';
import { type Lean, leanOf } from './lean.ts';
import { listedInput, listedOutput, withoutNullTypes } from './listing.ts';
import { type IdArgument, idArgumentsOf } from './names.ts';
import { toolInputSchema, toolInputShape, toolOutputSchema } from './tool-schema.ts';

type Tool = NonNullable<Operation['tool']>;

/** A tool: its definition in `tools/list`, and the data that calls need. Made once at start. */
export interface ToolEntry {
  prepared: PreparedOperation;
  tool: Tool;
  /** Current name and former names; a call may use any of them. */
  names: readonly string[];
  /** The arguments that take ids. */
  ids: readonly IdArgument[];
  /** All arguments of a call: ids, options and body. */
  shape: z.ZodObject;
  /** The preview: of a paid tool by `preview_call`, of another one by its argument `preview`. */
  preview: ToolEntry | undefined;
  /** Optional arguments for which null is the same as nothing. Members of a body take null where the record does. */
  omissible: readonly string[];
  /** Arguments that belong to the body. */
  bodyKeys: ReadonlySet<string>;
  /** Whether a call ends at once: it does not wait for a run and reports no progress. */
  isPrompt: boolean;
  /** Read-only members, which a caller may send back and which are ignored. */
  readOnly: ReadonlySet<string>;
  mask: Mask;
  lean: Lean;
  listing: ListedTool;
  /** Definition without `bookId`, for a connection that is bound to one book. */
  listingOfBook: ListedTool;
}

export function entryOf(
  schema: GraphQLSchema,
  operations: readonly PreparedOperation[],
  prepared: PreparedOperation,
  tool: Tool,
): ToolEntry {
  const lean = leanOf(schema, prepared, answerFor(schema, prepared, 'tool'));
  const more = {
    ...(lean.hasMore ? { detail } : {}),
    ...(prepared.preview && !isPaid(prepared) ? previewOption.shape : {}),
  };
  const shape = toolInputShape(prepared, {}, more);
  const ids = idArgumentsOf(shape);
  const about = withNameDescriptions(argumentDescriptions(schema, prepared), ids);
  const bodyKeys = new Set(Object.keys(prepared.operation.body?.[1].shape ?? {}));
  const optional = optionalIn(shape);
  const single = optional.filter((name) => !(clears(prepared) && bodyKeys.has(name)));
  const outputSchema = toolOutputSchema(prepared, lean.selected);
  const listing = {
    name: tool.name,
    title: tool.name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
    description: tool.description,
    inputSchema: withoutNullTypes(listedInput(toolInputSchema(prepared, about, more), tool.unlisted), single),
    ...(outputSchema ? { outputSchema: orPreview(prepared, listedOutput(outputSchema)) } : {}),
    annotations: annotationsOf(prepared),
    // The SDK wants schemas of objects. Ours are, but their type is wider.
  } as ListedTool;
  return {
    prepared,
    tool,
    names: [tool.name, ...(tool.formerly ?? [])],
    ids,
    shape,
    preview:
      prepared.preview &&
      entryOf(
        schema,
        operations,
        prepared.preview,
        isPaid(prepared) ? { ...tool, name: previewer, formerly: [] } : tool,
      ),
    isPrompt: isPrompt(prepared, shape),
    omissible: optional.filter((name) => !bodyKeys.has(name)),
    bodyKeys,
    readOnly: readOnlyArguments(sentBackMembers(schema, operations, prepared), shape),
    mask: maskOf(schema, prepared),
    lean,
    listing,
    listingOfBook: withoutBook(listing),
  };
}

/** The schema of the answer. A preview is another record, which clients check against the same schema. */
function orPreview(prepared: PreparedOperation, { required, additionalProperties, ...schema }: JsonSchema): JsonSchema {
  return prepared.preview && !isPaid(prepared)
    ? schema
    : { ...schema, ...(required && { required }), ...(additionalProperties !== undefined && { additionalProperties }) };
}

/** The tool that previews those that a provider is paid for. */
export const previewer = 'preview_call';

/** Whether a provider is called, so that the call may cost money. */
export const isPaid = ({ effect }: PreparedOperation) => effect?.calls !== undefined;

/** Whether the tool changes a record, where null clears a field. */
function clears({ effect }: PreparedOperation): boolean {
  return effect?.space === 'changes';
}

function optionalIn({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((name) => z.safeParse(shape[name] as z.ZodType, undefined).success);
}

/** Argument of tools whose concise answer omits members. */
const detail = z.enum(['concise', 'full']).optional().describe('`full`: every field.');

/** Describes id arguments that also accept names. */
function withNameDescriptions(about: ArgumentDescriptions, ids: readonly IdArgument[]): ArgumentDescriptions {
  const named = ids.filter(({ name, kind }) => about[name] && kind in nameDescriptions);
  return { ...about, ...Object.fromEntries(named.map(({ name, kind }) => [name, nameDescriptions[kind] ?? ''])) };
}

const nameDescriptions: ArgumentDescriptions = {
  chapter: 'Id, number or title of the chapter.',
  character: 'Id or name of the character.',
};

function isPrompt(
  { operation: { stream, startsRun, reports, file } }: PreparedOperation,
  { shape }: z.ZodObject,
): boolean {
  return !stream && !startsRun && !reports && !file && !('waitSeconds' in shape);
}

/** Members that are read-only and not arguments. */
function readOnlyArguments(members: ReadonlySet<string>, { shape }: z.ZodObject): ReadonlySet<string> {
  return new Set([...members].filter((name) => !(name in shape)));
}

/** Sets every hint, because hosts assume the worst for a missing one. */
function annotationsOf({ effect }: PreparedOperation): Required<Omit<NonNullable<ListedTool['annotations']>, 'title'>> {
  return {
    readOnlyHint: !effect,
    destructiveHint: effect?.destructive ?? false,
    idempotentHint: effect?.repeatable !== false,
    openWorldHint: effect?.calls !== undefined,
  };
}

function withoutBook(listing: ListedTool): ListedTool {
  const { properties = {}, required = [] } = listing.inputSchema;
  const { bookId: _bound, ...others } = properties as Values;
  return {
    ...listing,
    inputSchema: {
      ...listing.inputSchema,
      properties: others,
      required: required.filter((name) => name !== 'bookId'),
    } as ListedTool['inputSchema'],
  };
}
