import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/** What a command may use of the process; main.ts is the only file that touches it. */
export interface Terminal {
  /** A line on standard output: results only, so that they can be piped. */
  out(line: string): void;
  /** A line on standard error: everything else. */
  err(line: string): void;
  /** Shows how things stand in a line that the next one replaces; nothing where standard error is no terminal. */
  status(line: string): void;
  env: Record<string, string | undefined>;
  /** Resolves when the process is asked to stop; until somebody asks for this, a signal ends it at once. */
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
  /** Its first line is how to type it. */
  help: string;
  run(invocation: Invocation): Promise<void>;
}

/** Ends a command with one line and no stack: what happened and what to do. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** A mistake of whoever typed the command. */
export class UsageError extends CommandError {
  override readonly exitCode = 2;
}

/** Stopped by a signal, with its work in order. */
export class Interrupted extends CommandError {
  override readonly exitCode = 130;
}

/** Arguments by node's own parser; a mistake names the option and where to look: the help of that npm script. */
export function readArgs<Options extends ParseArgsOptionsConfig>(script: string, args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Only the first sentence: the rest is advice for other programs.
    const [what] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new UsageError(`${(what ?? 'Wrong arguments').replace(/\.$/, '')}. See: npm run -s ${script} -- --help`);
  }
}

/** The options of a command that takes no other words. */
export function readOptions<Options extends ParseArgsOptionsConfig>(script: string, args: string[], options: Options) {
  const { values, positionals } = readArgs(script, args, options);
  if (positionals.length > 0) throw new UsageError(`What is ${positionals[0]}? See: npm run -s ${script} -- --help`);
  return values;
}
