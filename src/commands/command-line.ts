import type { DestinationStream } from 'pino';
import type { Command } from './command.ts';
import type { TerminalOptions } from './terminal.ts';

/** Each command is loaded on use, so that a small command starts fast. */
const commands = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./start.ts')).start],
  ['login', async () => (await import('./login.ts')).login],
  ['token', async () => (await import('./token.ts')).token],
  ['mcp', async () => (await import('./mcp.ts')).mcp],
  ['migrate', async () => (await import('./migrate.ts')).migrate],
  ['demo', async () => (await import('./demo.ts')).demo],
]);

/** The streams, environment and signals that a command line runs with: those of the process, or of a test. */
export interface Shell extends Omit<TerminalOptions, 'stopped'> {
  /** Resolves at the first stop signal. `byInput`: also when the input ends. */
  stopped(byInput: boolean): Promise<void>;
  /** Opens the destination of log lines that no person reads on a terminal. */
  openLog(): Promise<DestinationStream>;
  nodeVersion: string;
}

const nodeMajorMin = 24;

/** Runs a command line to its end. Answers the exit code. Known errors take one line; defects include the stack. */
export async function runCommandLine(argv: readonly string[], shell: Shell): Promise<number> {
  try {
    await perform(argv, shell);
    return 0;
  } catch (error) {
    const { message, exitCode } = await explain(error);
    shell.stderr.write(`fabula: ${message}\n`);
    return exitCode;
  }
}

async function perform([name = 'start', ...args]: readonly string[], shell: Shell): Promise<void> {
  const { UsageError } = await import('./command.ts');
  const { stdout, env, nodeVersion } = shell;
  if (Number(nodeVersion.split('.')[0]) < nodeMajorMin) {
    throw new UsageError(
      `Fabula needs Node ${nodeMajorMin}; this is v${nodeVersion}. Run "npm ci" without --omit=optional, which brings its own, and start with "npm start".`,
    );
  }
  if (isHelp(name)) {
    stdout.write(await overview());
    return;
  }
  const command = await commands.get(name)?.();
  if (!command) throw new UsageError(`There is no command ${name}. There are: ${[...commands.keys()].join(', ')}.`);
  if (args.some(isHelp)) {
    stdout.write(`${command.help}\n`);
    return;
  }
  const { readConfig } = await import('../config.ts');
  const config = readConfig(env);
  const { newLog } = await import('../log/log.ts');
  const { allowsColour, terminalLog } = await import('../log/terminal.ts');
  const { newTerminal } = await import('./terminal.ts');
  const terminal = newTerminal({ ...shell, stopped: () => shell.stopped(name === 'mcp') });
  const destination =
    terminal.isInteractive && terminal.isOutputTerminal
      ? terminalLog(terminal.err, allowsColour(env))
      : await shell.openLog();
  await command.run({ args, config, log: newLog(config.logLevel, destination), terminal });
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h';

async function overview(): Promise<string> {
  const all = await Promise.all([...commands.values()].map((load) => load()));
  const lines = all.map(({ help, summary }) => `  ${help.split('\n', 1)[0]}\n      ${summary}`);
  return `Fabula, a book-writing service.\n\n${lines.join('\n')}\n`;
}

/** The message of an error for the user, and the exit code. */
async function explain(error: unknown): Promise<{ message: string; exitCode: number }> {
  const { CommandError } = await import('./command.ts');
  if (error instanceof CommandError) return error;
  const { ConfigError } = await import('../config.ts');
  if (error instanceof ConfigError) return { message: error.message, exitCode: 2 };
  const { diskFault } = await import('../sql/disk.ts');
  const disk = diskFault(error);
  if (disk) return { message: disk, exitCode: 1 };
  const { errorCode, isDatabaseAway } = await import('../sql/connect.ts');
  if (isDatabaseAway(error))
    return { message: `The database went away (${errorCode(error)}). Try again.`, exitCode: 1 };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}
