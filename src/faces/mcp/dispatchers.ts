import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { inputSchema } from '../schemas.ts';
import type { ToolEntry } from './entry.ts';
import { foundMax } from './find.ts';

/** The dispatchers: three tools that find and call tools outside the list. */
export const finder = 'find_tool';
export const readCaller = 'call_read_tool';
export const anyCaller = 'call_tool';
export const dispatchers: readonly string[] = [finder, readCaller, anyCaller];

export const findShape = z.strictObject({
  query: z.string().trim().min(1).max(500).describe('What you want to do, in a few English words.'),
  detail: z.enum(['concise', 'full']).optional().describe('`full` answers every schema.'),
});
export const callShape = z.strictObject({
  name: z.string().min(1).describe('Name of the tool, from find_tool.'),
  arguments: z.looseObject({}).default({}).describe('Arguments by its inputSchema.'),
});

const hints = { idempotentHint: false, openWorldHint: false, destructiveHint: false, readOnlyHint: true };

const listings = {
  [finder]: {
    name: finder,
    title: 'Find tool',
    description: `Find tools that are not listed here: covers, narration, outlines, publishing, export, revisions, statistics, keys. Answers at most ${foundMax}, the best with its input schema.`,
    inputSchema: inputSchema(findShape),
    annotations: { ...hints, idempotentHint: true },
  },
  [readCaller]: {
    name: readCaller,
    title: 'Call read tool',
    description: 'Call a tool from find_tool that only reads.',
    inputSchema: inputSchema(callShape),
    annotations: { ...hints, idempotentHint: true },
  },
  [anyCaller]: {
    name: anyCaller,
    title: 'Call tool',
    description: 'Call any tool from find_tool, also one that changes or deletes something.',
    inputSchema: inputSchema(callShape),
    annotations: { ...hints, readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
} as unknown as Readonly<Record<string, Tool>>;

/** The dispatchers that are useful for these unlisted tools. */
export function dispatchersFor(unlisted: readonly ToolEntry[]): Tool[] {
  const isRead = ({ prepared }: ToolEntry) => prepared.kind === 'query';
  const names = [
    ...(unlisted.length > 0 ? [finder] : []),
    ...(unlisted.some(isRead) ? [readCaller] : []),
    ...(unlisted.every(isRead) ? [] : [anyCaller]),
  ];
  return names.flatMap((name) => listings[name] ?? []);
}
