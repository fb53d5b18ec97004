import type { Readable, Writable } from 'node:stream';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/** The parts of the process that commands may use. Only main.ts touches the process itself. */
export interface Terminal {
  /** A line on standard output: results only, so that they can be piped. */
  out(line: string): void;
  /** A line on standard error: everything else. */
  err(line: string): void;
  /** Shows a temporary line that the next output replaces. Does nothing if standard error is not a terminal. */
  status(line: string): void;
  /** Appends a piece of prose on standard error as it is written. Does nothing if standard error is not a terminal. */
  prose(text: string): void;
  /** Standard input. It is opened by the first call. */
  input(): Readable;
  /** Standard output as a stream, for a protocol. */
  output(): Writable;
  env: Record<string, string | undefined>;
  /** True if standard output is a terminal. Only a terminal shows secrets that were not requested. */
  isOutputTerminal: boolean;
  /** True if standard error is a terminal: a person can see progress and press Ctrl-C. */
  isInteractive: boolean;
  /** Resolves at the first stop signal. Until this is first read, a signal ends the process at once. */
  readonly stopped: Promise<void>;
}

export interface Invocation {
  args: string[];
  config: Config;
  log: Logger;
  terminal: Terminal;
}

export interface Command {
  /** One line of the overview. */
  summary: string;
  /** The first line is the usage. */
  help: string;
  run(invocation: Invocation): Promise<void>;
}

/** Ends a command with a one-line message without a stack: what happened and what to do. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** Wrong arguments or settings. */
export class UsageError extends CommandError {
  override readonly exitCode = 2;
}

/** Stopped by a signal after saving its work. */
export class Interrupted extends CommandError {
  override readonly exitCode = 130;
}

/** Parses arguments with node:util. An error names the option and the help of the npm script. */
export function readArgs<Options extends ParseArgsOptionsConfig>(script: string, args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence only; the rest is advice for other programs.
    const [what] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new UsageError(`${(what ?? 'Wrong arguments').replace(/\.$/, '')}. See: npm run -s ${script} -- --help`);
  }
}

/** Options of a command without positional arguments. */
export function readOptions<Options extends ParseArgsOptionsConfig>(script: string, args: string[], options: Options) {
  const { values, positionals } = readArgs(script, args, options);
  if (positionals.length > 0)
    throw new UsageError(`Unexpected argument ${positionals[0]}. See: npm run -s ${script} -- --help`);
  return values;
}
