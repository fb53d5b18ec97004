import type { Transferable } from 'node:worker_threads';

/** A pure function that can run in another thread: an export of a module, with structured-cloneable input and output. */
export interface Job<Input, Output> {
  module: URL;
  name: string;
  /** Never called: it ties the types of input and output to the job. */
  types?: (input: Input) => Output;
}

export interface JobOrder<Input> {
  accountId: string;
  input: Input;
  /** Length of the texts in the input, the measure of the work. */
  characters: number;
  /** Longer texts are processed in a thread. Default: 2,000. */
  inlineMax?: number;
  /** What identifies the input, if it is shorter: ids with versions. Default: the input. */
  identity?: unknown;
}

/** A job on many inputs. */
export interface EachOrder<Input> {
  accountId: string;
  inputs: readonly Input[];
  /** Length of the texts in an input, the measure of the work. */
  lengthOf(input: Input): number;
  /** Longer texts, all together, are processed in a thread. Default: that of other jobs. */
  inlineMax?: number;
  signal: AbortSignal;
}

/** A job on a whole book, whose input comes in parts and whose output in pieces. */
export interface LongJob<Input, Part, Piece> {
  module: URL;
  name: string;
  /** Never called: it ties the types to the job. */
  types?: LongFunction<Input, Part, Piece>;
}

type LongFunction<Input, Part, Piece> = (input: Input, stream: JobStream<Part, Piece>) => Promise<void>;

export interface JobStream<Part, Piece> {
  parts: readonly Part[];
  /** Sends a piece; resolves when it was taken. Await it for all but a few small pieces. */
  post(piece: Piece, transfer?: Transferable[]): Promise<void>;
  /** Aborts only on the main thread; a thread is ended instead. */
  signal: AbortSignal;
}

export interface LongJobOrder<Input, Part, Piece> {
  accountId: string;
  input: Input;
  /** Further input, of at most a megabyte each. */
  parts?: readonly Part[];
  characters: number;
  /** Longer texts are processed in a thread. Default: that of short jobs. */
  inlineMax?: number;
  msMax: number;
  signal: AbortSignal;
  take(piece: Piece): void;
}
