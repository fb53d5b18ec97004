import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import type { z } from 'zod';

/** The parts of the service by which a list of tools can be narrowed. */
export const features = [
  'books',
  'chapters',
  'characters',
  'conflicts',
  'plan',
  'outline',
  'generation',
  'account',
] as const;
export type Feature = (typeof features)[number];

/** How an operation shows itself to agents. */
interface Tool {
  name: string;
  description: string;
  feature: Feature;
  /** Whether `tools/list` shows it by itself. The others are found with find_tool. */
  isDirect?: boolean;
  /** Names in the release before, which can still be called. */
  formerly?: readonly string[];
  /** Whether it lists or makes books, and so is about none that a connection could be bound to. */
  spansBooks?: boolean;
  /** Whether its chapter is one that was deleted or replaced. */
  ofArchived?: boolean;
  /** Members of the answered record that a lean answer has beside those that its type declares. */
  also?: readonly string[];
  /** The next call, told behind the prose that it answers. */
  next?: (args: Readonly<Record<string, unknown>>) => string;
  /** How to reach the same on an instance without the provider. */
  withoutProvider?: string;
  /** Options that only agents have, beside those of the operation. */
  options?: z.ZodObject;
  /** Arguments of the operation that the tool does not have. */
  without?: readonly string[];
  /** Arguments, also within others, that it takes and does not list, because they are for programs. */
  unlisted?: readonly string[];
  /**
   * Answers prose without structured content. A line before it, in the same block, names the book, the chapter and the
   * `revisionId` of the arguments or the answer.
   */
  textOf?: (answer: never, args: Readonly<Record<string, unknown>>) => string;
  /** What that line says of the prose; default: that it is material. */
  about?: string;
  /** The call that reads on, told at the end of that line. */
  readOn?: (answer: never, args: Readonly<Record<string, unknown>>) => string;
  /** Says so in structured content, too: for answers with notes or proposals of others. */
  isMaterial?: boolean;
  /** The file is a picture that the tool answers next to its link. */
  shows?: boolean;
}

/** Media types of a body over REST. */
export interface BodyForms {
  bytesMax: number;
  /**
   * Converts text of a media type to the body's object. Undefined means that the text is JSON of the object itself. Without
   * an entry JSON is read as usual.
   */
  types: Readonly<Record<string, (text: string) => object | undefined>>;
  /** The same for binary media types. */
  files?: Readonly<Record<string, (bytes: Buffer) => object>>;
}

/** A capability: one GraphQL document and how it is presented outside GraphQL, as plain data. */
export interface Operation {
  document: DocumentNode;
  /** Member of the data that holds the answer. */
  answer: string;
  /**
   * Upper bound of SQL statements between request and successful answer, for any number of rows (prose is read a few
   * megabytes at a time). Not counted: BEGIN, COMMIT, the token look-up, rate limits that are kept in the database, and
   * what a run does after its start.
   */
  statements: number;
  /** Variable that takes the request body (or the input of `variables`), and its shape. */
  body?: readonly [variable: string, shape: z.ZodObject];
  /** A valid body for documentation pages: ids are placeholders such as `CHARACTER_ID`, and a change names one field. */
  example?: object;
  /** How REST reads a body that is not JSON of the usual size. */
  reads?: BodyForms;
  /** Query parameters of REST, arguments of MCP. */
  options?: z.ZodObject;
  /** Maps parameters and options to the variables of the document, if they differ. */
  variables?: (input: Record<string, unknown>) => Record<string, unknown>;
  /** `METHOD /path/{parameter}`, followed by the status if it is not 200. */
  rest?: string;
  /** Members that are selected only for the ETag and left out of the answer. */
  hidden?: { rest?: readonly string[]; tool?: readonly string[] };
  /** Members of the record that REST and MCP answer beside `data`. */
  beside?: readonly string[];
  /** Entity tag of the answer; default: its `version`. Undefined means none, for an answer that still changes. */
  etag?: (answer: Record<string, unknown>) => string | undefined;
  /** Whether null is a valid answer. */
  answersNull?: boolean;
  /** False if the answer can change without its version, so that there is no 304. */
  revalidates?: boolean;
  tool?: Omit<Tool, 'textOf' | 'readOn'> & {
    textOf?: (answer: Record<string, unknown>, args: Readonly<Record<string, unknown>>) => string;
    readOn?: (answer: Record<string, unknown>, args: Readonly<Record<string, unknown>>) => string;
  };
  /** One line for the table of operations and OpenAPI; default: the description of the root field. */
  summary?: string;
  /**
   * The answer is a run that it starts or joins. Over REST and MCP a failed run is an error; over REST a finished one is
   * 200 instead of 202.
   */
  startsRun?: boolean;
  /** The file is stored, so REST serves ranges of it. */
  ranges?: boolean;
  /** The file is made of the whole book for each request. */
  makesFile?: boolean;
  /** It reports progress: as events over REST if the caller accepts them, as progress over MCP. */
  reports?: boolean;
  /** A provider is paid for it, and `callPreview` shows what it would send first. Its field says the same (`calls`). */
  isPaid?: boolean;
  /** Its preview, which starts nothing. REST: `?preview=true`. MCP: `preview_call` for a paid tool, else the argument `preview`. */
  preview?: Operation;
  /** The subscription that reads the run which the document starts or joins. Set for operations that stream. */
  stream?: DocumentNode;
  /** Media types of the file to which the document answers a link. REST serves the file itself. */
  file?: readonly string[];
}

/** What a declaration states besides its documents, with the types of its answer and variables. */
type Faces<Result, Variables> = Omit<
  Operation,
  'document' | 'stream' | 'file' | 'answer' | 'variables' | 'etag' | 'tool'
> & {
  answer: keyof Result & string;
  variables?: (input: never) => Partial<Variables>;
  etag?: (answer: never) => string | undefined;
  tool?: Tool;
};

/** Declares an operation. The compiler checks its answer and variables against the document. */
export function operation<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  faces: Faces<Result, Variables>,
): Operation {
  // The document's types have been checked; the faces use plain data.
  return { document, ...faces } as unknown as Operation;
}

/** An operation that answers a run, with a subscription that streams its text. */
export function streaming<Result, Variables, Event, EventVariables extends { runId: string; fromOffset: number }>(
  document: TypedDocumentNode<Result, Variables>,
  stream: TypedDocumentNode<Event, EventVariables>,
  faces: Faces<Result, Variables>,
): Operation {
  return { ...operation(document, faces), stream };
}

/** An operation that answers a `Download`: GraphQL and MCP answer the link, REST the file of the same field. */
export function download<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  mediaTypes: readonly string[],
  faces: Faces<Result, Variables>,
): Operation {
  return { ...operation(document, faces), file: mediaTypes };
}
