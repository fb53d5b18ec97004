import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../../caller.ts';
import type { PreparedOperation } from '../../graphql/execute.ts';
import { hasTool, isPermitted } from '../../graphql/permit.ts';
import { isMasked } from '../masked.ts';
import { dispatchersFor } from './dispatchers.ts';
import { entryOf, isPaid, type ToolEntry } from './entry.ts';
import { ToolFinder } from './find.ts';
import { withoutRequired } from './listing.ts';
import type { Narrowing } from './narrowing.ts';

/** Lists in the cache (ours). In practice there are fewer combinations of rights and settings; more only cost time. */
const listsMax = 500;

/** All tools. Finds a tool by name, searches tools by words, and lists the tools of a caller. */
export class Catalogue {
  private readonly entries: readonly ToolEntry[];
  private readonly byName: ReadonlyMap<string, ToolEntry>;
  private readonly lists = new Map<string, ListedTool[]>();
  private readonly finder: ToolFinder;

  constructor(schema: GraphQLSchema, operations: readonly PreparedOperation[]) {
    this.entries = operations.flatMap((prepared) =>
      prepared.operation.tool ? entryOf(schema, operations, prepared, prepared.operation.tool) : [],
    );
    this.byName = new Map(this.entries.flatMap((entry) => entry.names.map((name) => [name, entry])));
    this.finder = new ToolFinder(this.entries);
  }

  /** A tool by name, if the connection allows it, whether it is listed or not. Scopes are not checked here. */
  find(name: string, narrowing: Narrowing): ToolEntry | undefined {
    const entry = this.byName.get(name);
    return entry && isReachable(entry, narrowing) ? entry : undefined;
  }

  /** The preview of a paid tool, also on a connection that may only read. */
  previewOf(name: string): ToolEntry | undefined {
    const entry = this.byName.get(name);
    return entry && isPaid(entry.prepared) ? entry.preview : undefined;
  }

  /** The names of the paid tools with a preview. */
  previewed(): string[] {
    return this.entries.filter(({ tool }) => this.previewOf(tool.name)).map(({ tool }) => tool.name);
  }

  /** All tools that the connection allows, whatever the scopes of the caller. */
  reachable(narrowing: Narrowing): ToolEntry[] {
    return this.entries.filter((entry) => isReachable(entry, narrowing));
  }

  /** Tools that match a query, best first. Only tools that the caller may call. */
  search(query: string, caller: Caller, narrowing: Narrowing): { entry: ToolEntry; listing: ListedTool }[] {
    const isCallable = (entry: ToolEntry) => isReachable(entry, narrowing) && mayCall(caller, entry);
    return this.finder.find(query, isCallable).map((entry) => ({ entry, listing: listingFor(entry, narrowing) }));
  }

  /** The answer to `tools/list` for a caller: listed tools, then the dispatchers that reach the others. Cached. */
  list(caller: Caller, narrowing: Narrowing): ListedTool[] {
    const key = JSON.stringify([
      [...caller.scopes].sort(),
      ...[caller.readOnly, caller.bookIds !== null, caller.tools],
      ...[narrowing.tools, [...(narrowing.features ?? [])].sort(), narrowing.readOnly, narrowing.bookId !== undefined],
    ]);
    const cached = this.lists.get(key);
    if (cached) return cached;
    const listed = this.listFor(caller, narrowing);
    if (this.lists.size >= listsMax) this.lists.clear();
    this.lists.set(key, listed);
    return listed;
  }

  private listFor(caller: Caller, narrowing: Narrowing): ListedTool[] {
    const callable = this.reachable(narrowing).filter((entry) => mayCall(caller, entry));
    const listed = callable.filter((entry) => isListed(entry, narrowing, caller));
    const others = isCore(narrowing, caller) ? callable.filter((entry) => !listed.includes(entry)) : [];
    const tools = listed.map((entry) => {
      const tool = listingFor(entry, narrowing);
      // Clients validate answers against the listed schema, and this caller may get reduced answers.
      return isMasked(entry.mask, caller.scopes) ? withoutRequired(tool) : tool;
    });
    return [...tools, ...dispatchersFor(others)];
  }

  /** The list of a connection for a key with all scopes, and the tools outside it (`others`). */
  within(narrowing: Narrowing): { listed: ToolEntry[]; dispatchers: ListedTool[]; others: ToolEntry[] } {
    const reachable = this.reachable(narrowing);
    const listed = reachable.filter((entry) => isListed(entry, narrowing));
    const others = isCore(narrowing) ? reachable.filter((entry) => !listed.includes(entry)) : [];
    return { listed, dispatchers: dispatchersFor(others), others };
  }
}

function mayCall(caller: Caller, { prepared, names }: ToolEntry): boolean {
  return isPermitted(caller, prepared) && hasTool(caller, names);
}

/** Whether a list has only the core tools. A key that is bound to tools gets all of them. */
function isCore({ tools, features }: Narrowing, caller?: Caller): boolean {
  return (tools ?? (features || caller?.tools ? 'all' : 'core')) === 'core';
}

function isListed({ tool }: ToolEntry, narrowing: Narrowing, caller?: Caller): boolean {
  if (narrowing.features && !narrowing.features.includes(tool.feature)) return false;
  return !isCore(narrowing, caller) || (tool.isDirect ?? false);
}

/** Whether a connection allows a tool. A read-only or one-book connection refuses other tools even by name. */
function isReachable({ prepared, tool }: ToolEntry, { readOnly, bookId }: Narrowing): boolean {
  if (readOnly && prepared.kind !== 'query') return false;
  return bookId === undefined || !tool.spansBooks;
}

/** The definition of a tool on a connection: without `bookId` if the connection has one. */
export function listingFor({ listing, listingOfBook }: ToolEntry, { bookId }: Narrowing): ListedTool {
  return bookId === undefined ? listing : listingOfBook;
}
