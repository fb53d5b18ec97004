import type { ErrorCode, ErrorDetails } from '../errors.ts';

/** A call of an exported function, sent to a thread. */
export interface Task {
  /** URL of the module. */
  module: string;
  /** Name of the export. */
  name: string;
  input: unknown;
}

/** The end of a task. A refusal is a `ServiceError`, whose class does not survive the way between threads. */
export type Answer =
  | { output: unknown }
  | { fault: unknown }
  | { refusal: { code: ErrorCode; message: string; details: ErrorDetails } };

/** Messages to a thread: parts of the input come before the task; each piece is acknowledged. */
export type ToThread = { part: unknown } | { task: Task } | 'taken';
export type FromThread = Answer | { piece: unknown };
