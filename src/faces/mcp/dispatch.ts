import type { CallToolRequestParams, CallToolResult } from '@modelcontextprotocol/server';
import type { Caller } from '../../caller.ts';
import { invalidRequest } from '../../errors.ts';
import { parse } from '../../graphql/issues.ts';
import { permit } from '../../graphql/permit.ts';
import { nearest } from '../../nearest.ts';
import type { Values } from '../faces.ts';
import type { Catalogue } from './catalogue.ts';
import { anyCaller, callShape, dispatchers, finder, findShape, readCaller } from './dispatchers.ts';
import { isPaid, previewer, type ToolEntry } from './entry.ts';
import { withoutNull } from './message.ts';
import type { Narrowing } from './narrowing.ts';
import { textOf } from './result.ts';

/** The target of a call: a tool with its arguments, or an answer that runs no operation. */
export type Target = { tool: ToolEntry; args: Values } | { answer(caller: Caller): CallToolResult };

/** The target of a `tools/call`; undefined if the connection has no such tool. */
export function targetOf(
  { name, arguments: args = {} }: CallToolRequestParams,
  catalogue: Catalogue,
  narrowing: Narrowing,
): Target | undefined {
  if (name === finder) return { answer: (caller) => search(args, catalogue, narrowing, caller) };
  if (name === readCaller || name === anyCaller) return orRefusal(() => innerTarget(name, args, catalogue, narrowing));
  const tool = catalogue.find(name, narrowing);
  return tool && orRefusal(() => previewed(tool, args, catalogue), tool);
}

/** The error is thrown later, in the answer, so that a refused call counts against the limits. Scopes come first. */
function orRefusal(target: () => Target, tool?: ToolEntry): Target {
  try {
    return target();
  } catch (error) {
    return {
      answer: (caller) => {
        if (tool) permit(caller, tool.prepared);
        throw error;
      },
    };
  }
}

/** The tool, or the preview that the arguments ask for. A preview always has all members. */
function previewed(tool: ToolEntry, args: Values, catalogue: Catalogue): Target {
  if (tool.tool.name === previewer) return previewTarget(tool, args, catalogue);
  if (!tool.preview || isPaid(tool.prepared) || args.preview !== true) return { tool, args };
  const { preview: _asked, ...others } = args;
  return { tool: tool.preview, args: withoutDetail(others) };
}

function previewTarget({ shape }: ToolEntry, args: Values, catalogue: Catalogue): Target {
  const { tool: name, arguments: inner } = parse(shape, withoutDetail(withoutNull(args, ['arguments'])));
  const tool = catalogue.previewOf(String(name));
  if (tool) return { tool, args: withoutDetail(inner as Values) };
  const message = `has no preview. These tools have one: ${catalogue.previewed().join(', ')}.`;
  throw invalidRequest([{ path: 'tool', message }]);
}

function withoutDetail({ detail: _all, ...args }: Values): Values {
  return args;
}

/** The tool that a dispatcher calls. Scope, limits, bounds and idempotency key are those of the inner call. */
function innerTarget(dispatcher: string, args: Values, catalogue: Catalogue, narrowing: Narrowing): Target {
  const { name, arguments: inner } = parse(callShape, withoutNull(args, ['arguments']));
  const tool = catalogue.find(name, narrowing);
  if (!tool) throw invalidName(reasonFor(name, dispatcher, catalogue, narrowing));
  if (dispatcher === readCaller && tool.prepared.kind !== 'query')
    throw invalidName(`is ${tool.tool.name}, which changes something. Call it with ${anyCaller}.`);
  return previewed(tool, inner, catalogue);
}

function invalidName(message: string): Error {
  return invalidRequest([{ path: 'name', message }]);
}

function reasonFor(name: string, dispatcher: string, catalogue: Catalogue, narrowing: Narrowing): string {
  if (dispatchers.includes(name)) return `is ${name}, which ${dispatcher} cannot call. Call ${name} itself.`;
  return `is not a tool of this connection.${nearestTool(name, catalogue, narrowing)} ${finder} finds tools by what they do.`;
}

/** ` Did you mean x?`, or an empty text if no name is similar. */
export function nearestTool(name: string, catalogue: Catalogue, narrowing: Narrowing): string {
  const near = nearest(
    name,
    catalogue.reachable(narrowing).map(({ tool }) => tool.name),
  );
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

function search(args: Values, catalogue: Catalogue, narrowing: Narrowing, caller: Caller): CallToolResult {
  const { query, detail } = parse(findShape, withoutNull(args, ['detail']));
  const data = catalogue.search(query, caller, narrowing).map(({ entry, listing }, place) => {
    const isWhole = detail === 'full' || place === 0;
    return {
      name: listing.name,
      description: isWhole ? listing.description : firstSentence(listing.description),
      ...(isWhole ? { inputSchema: listing.inputSchema } : {}),
      callWith: entry.prepared.kind === 'query' ? readCaller : anyCaller,
    };
  });
  const structuredContent = data.length > 0 ? { data } : { data, hint: noMatchHint };
  return { content: [textOf(JSON.stringify(structuredContent))], structuredContent };
}

/** One line about a tool. */
function firstSentence(description = ''): string {
  return /^.*?\.(?= |$)/s.exec(description)?.[0] ?? description;
}

const noMatchHint =
  'No tool does this. Use other words for what you want to do, such as "publish book", "chapter cover" or "token".';
