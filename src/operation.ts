import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import type { z } from 'zod';

/** How an operation shows itself to agents. */
export interface Tool {
  name: string;
  description: string;
  /** Options that only agents have, beside those of the operation. */
  options?: z.ZodObject;
  /** Arguments of the operation that agents do not get. */
  without?: readonly string[];
  /** Prose to read: the answer's text alone, without structured content. */
  textOf?: (answer: never) => string;
  /** A download whose picture agents see beside its link. */
  shows?: boolean;
}

/** How an operation shows itself outside GraphQL. */
export interface Faces<Result, Variables> {
  /** Where the answer lies in the data. */
  answer: keyof Result & string;
  /**
   * SQL statements that it takes at most, whatever the number of rows (prose is read a few megabytes at a time): those on the way from the request to the answer, when it
   * succeeds, without BEGIN and COMMIT, the look-up of the token and the limits that are kept in the database. What a run does
   * after it has begun is not on that way.
   */
  statements: number;
  /** The variable that takes the request body (or what `variables` makes the document's of), and its shape. */
  body?: readonly [variable: string, shape: z.ZodObject];
  /** How REST reads the body, where it is not JSON of the usual size. */
  reads?: BodyForms;
  /** Query parameters over REST, arguments over MCP. */
  options?: z.ZodObject;
  /** Turns parameters and options into the document's variables, where they are not the same. */
  variables?: (input: never) => Partial<Variables>;
  /** `METHOD /path/{parameter}`, and the status where it is not 200. */
  rest?: string;
  /** Members that are selected for the ETag alone and stay out of the answer. */
  hidden?: { rest?: readonly string[]; tool?: readonly string[] };
  /** The entity tag of the answer; default its `version`. Undefined: none, for an answer that is still changing. */
  etag?: (answer: never) => string | undefined;
  /** False where an unchanged version does not mean an unchanged answer, so that there is no 304. */
  revalidates?: boolean;
  tool?: Tool;
  /** One line for the table of operations and for OpenAPI; default: the description of the schema's field. */
  summary?: string;
  /** Its answer is a run that it starts or finds: one that failed is a failure over REST and MCP, and one that has ended 200 in place of 202. */
  startsRun?: boolean;
  /** Its file is kept, so that REST serves ranges of it. */
  ranges?: boolean;
  /** It tells how far it is: REST sends that as events to those who ask for events, MCP as progress. */
  reports?: boolean;
}

/** What a body may be over REST. */
export interface BodyForms {
  bytesMax: number;
  /** What the body's object is, from its text, by media type; undefined for a text of JSON that is the object itself. JSON without an entry is read as ever. */
  types: Readonly<Record<string, (text: string) => object | undefined>>;
  /** The same of what is no text, from its bytes. */
  files?: Readonly<Record<string, (bytes: Buffer) => object>>;
}

/** A capability: one GraphQL document and its faces, as plain data. */
export interface Operation {
  document: DocumentNode;
  answer: string;
  statements: number;
  body?: readonly [variable: string, shape: z.ZodObject];
  reads?: BodyForms;
  options?: z.ZodObject;
  variables?: (input: Record<string, unknown>) => Record<string, unknown>;
  rest?: string;
  hidden?: { rest?: readonly string[]; tool?: readonly string[] };
  etag?: (answer: Record<string, unknown>) => string | undefined;
  revalidates?: boolean;
  tool?: Omit<Tool, 'textOf'> & { textOf?: (answer: Record<string, unknown>) => string };
  summary?: string;
  startsRun?: boolean;
  ranges?: boolean;
  reports?: boolean;
  /** The subscription that reads the run which the document starts or finds; such an operation streams. */
  stream?: DocumentNode;
  /** The media types of the file that the document answers a link to; REST serves the file itself. */
  file?: readonly string[];
}

/** Declares an operation; the compiler checks its answer and its variables against the document. */
export function operation<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  faces: Faces<Result, Variables>,
): Operation {
  // The document's types have done their work; the engines see plain data.
  return { document, ...faces } as unknown as Operation;
}

/** An operation whose answer is a run, read as a stream of its text by a subscription. */
export function streaming<Result, Variables, Event, EventVariables extends { runId: string; fromOffset: number }>(
  document: TypedDocumentNode<Result, Variables>,
  stream: TypedDocumentNode<Event, EventVariables>,
  faces: Faces<Result, Variables>,
): Operation {
  return { ...operation(document, faces), stream };
}

/** An operation whose answer is a `Download`: GraphQL and MCP answer the link, REST the file, made by the same field. */
export function download<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  mediaTypes: readonly string[],
  faces: Faces<Result, Variables>,
): Operation {
  return { ...operation(document, faces), file: mediaTypes };
}
