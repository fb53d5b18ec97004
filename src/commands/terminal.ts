import type { Readable, Writable } from 'node:stream';
import { printable } from '../log/terminal.ts';
import type { Terminal } from './command.ts';

/** One output stream of the process. */
type Output = Writable & { isTTY?: boolean; columns?: number };

/** The streams, environment and stop signal of a terminal. */
export interface TerminalOptions {
  stdin(): Readable;
  stdout: Output;
  stderr: Output;
  env: Record<string, string | undefined>;
  /** Called on the first use of `stopped`. */
  stopped(): Promise<void>;
}

const clearLine = '\r\u001B[K';

export function newTerminal({ stdin, stdout, stderr, env, stopped }: TerminalOptions): Terminal {
  const isInteractive = stderr.isTTY === true;
  let hasStatus = false;
  let isInProse = false;
  let stopping: Promise<void> | undefined;
  /** Removes the status line and ends an unfinished line of prose. */
  function beginLine(): void {
    if (hasStatus) stderr.write(clearLine);
    if (isInProse) stderr.write('\n');
    hasStatus = false;
    isInProse = false;
  }
  return {
    input: stdin,
    output: () => stdout,
    out(line) {
      beginLine();
      stdout.write(`${line}\n`);
    },
    err(line) {
      beginLine();
      stderr.write(`${line}\n`);
    },
    status(line) {
      if (!isInteractive) return;
      beginLine();
      stderr.write(line.slice(0, Math.max(0, (stderr.columns ?? 80) - 1)));
      hasStatus = true;
    },
    prose(text) {
      if (!isInteractive || text === '') return;
      if (hasStatus) stderr.write(clearLine);
      hasStatus = false;
      stderr.write(printable(text));
      isInProse = !text.endsWith('\n');
    },
    env,
    isInteractive,
    isOutputTerminal: stdout.isTTY === true,
    get stopped() {
      stopping ??= stopped();
      return stopping;
    },
  };
}
