import type { Scope } from '../../src/caller.ts';
import type { IdPrefix } from '../../src/ids/id.ts';
import type { Feature } from '../../src/operation.ts';
import type { Database } from '../../src/sql/connect.ts';

export type Args = Record<string, unknown>;

/** Ids by the name of the parameter that takes them. */
export interface Ids {
  [parameter: string]: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON; tests look into them freely.
export type Answer = any;

/** A sequence of tool calls that makes a book, writes it and removes it. */
export interface Story {
  /** The answer of a tool. The tool is called now if it has not been called in this story. */
  answer(tool: string): Promise<Answer>;
  /** One more call of a tool. */
  call(tool: string, args: Args): Promise<Answer>;
}

export interface ToolSample {
  /** Arguments that the tool accepts in a story. */
  args: (story: Story) => Args | Promise<Args>;
  /** Runs after all other tools, because it removes a record. Among these the last aggregate comes first. */
  last?: boolean;
}

/** Facts about one operation that tests need and that cannot be derived from the operation itself. */
export interface Sample {
  /** A valid body. Default: the `example` beside the operation. */
  body?: Args | ((ids: Ids) => Args);
  /** The body of a different request, for an operation that takes no id. */
  otherBody?: Args;
  /** The options that the operation requires. */
  options?: Record<string, string>;
  /** The mutation that must come first, so that there is something to restore. */
  after?: string;
  /** The types of the events that the sample writes for the book, each once. Required for a mutation. */
  events?: readonly string[];
  /** Why the mutation takes no `expectedVersion`. */
  unversioned?: string;
  /** The query that reads the changed record; null if there is none except lists. */
  reader?: string | null;
  /** The scope, where it is neither `books:read` for a query nor `books:write` for a mutation. */
  scope?: Scope;
  /** The sample changes so much of a book that each call needs a book of its own. */
  ownBook?: boolean;
  /** The answer has a secret, which an idempotency key does not replay. */
  isShownOnce?: boolean;
  /** Samples of its tools, by name. */
  tools?: Record<string, ToolSample>;
}

/** The tools for creating a sample record. */
export interface Making {
  /** The ids created so far, by this aggregate and those listed before it. */
  ids: Ids;
  database: Database;
  /** Calls an operation over REST by the name of its field. */
  call(field: string, input?: Args): Promise<Answer>;
  /** Creates a record of the book over REST and returns its id. */
  make(field: string, input: Args): Promise<string>;
}

export interface IdSample {
  prefix: IdPrefix;
  make(making: Making): Promise<string>;
  /** Each account creates this record through the service. Other records are copied from a template by SQL. */
  isMadeEachTime?: boolean;
}

export interface Register {
  /** The feature by which `?features=` selects the tools of this aggregate. */
  feature?: Feature;
  /** The id parameters of operations: prefix, and how to create such a record. */
  ids?: Record<string, IdSample>;
  /** By the name of the GraphQL field. */
  operations: Record<string, Sample>;
}
