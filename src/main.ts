import process from 'node:process';
import type { Command } from './commands/command.ts';

/** Each command is loaded on use, so that a small command starts fast. */
const commands = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./commands/start.ts')).start],
  ['login', async () => (await import('./commands/login.ts')).login],
  ['token', async () => (await import('./commands/token.ts')).token],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcp],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrate],
  ['demo', async () => (await import('./commands/demo.ts')).demo],
]);

const nodeMajorMin = 24;
/** npm forwards a Ctrl-C that the terminal has already sent to us. A second signal within this time is ignored. */
const sameSignalMs = 1_000;

async function main(): Promise<void> {
  const { UsageError } = await import('./commands/command.ts');
  if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
    throw new UsageError(
      `Fabula needs Node ${nodeMajorMin}; this is ${process.version}. Run "npm ci" without --omit=optional, which brings its own, and start with "npm start".`,
    );
  }
  const [name = 'start', ...args] = process.argv.slice(2);
  if (isHelp(name)) {
    process.stdout.write(await overview());
    return;
  }
  const command = await commands.get(name)?.();
  if (!command) throw new UsageError(`There is no command ${name}. There are: ${[...commands.keys()].join(', ')}.`);
  if (args.some(isHelp)) {
    process.stdout.write(`${command.help}\n`);
    return;
  }
  const { readConfig } = await import('./config.ts');
  const config = readConfig(process.env);
  const { default: pino } = await import('pino');
  const { logWriting, newLog } = await import('./log/log.ts');
  const { allowsColour, terminalLog } = await import('./log/terminal.ts');
  const { newTerminal } = await import('./commands/terminal.ts');
  // If the reader of the output goes away, the work continues.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const { stdout, stderr, env } = process;
  const terminal = newTerminal({
    stdin: () => process.stdin,
    stdout,
    stderr,
    env,
    stopped: () => untilStopped(name === 'mcp'),
  });
  const destination =
    terminal.isInteractive && terminal.isOutputTerminal
      ? terminalLog(terminal.err, allowsColour(env))
      : pino.destination({ fd: 2, ...logWriting });
  await command.run({ args, config, log: newLog(config.logLevel, destination), terminal });
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h';

async function overview(): Promise<string> {
  const all = await Promise.all([...commands.values()].map((load) => load()));
  const lines = all.map(({ help, summary }) => `  ${help.split('\n', 1)[0]}\n      ${summary}`);
  return `Fabula, a book-writing service.\n\n${lines.join('\n')}\n`;
}

/** The first signal starts an orderly stop. A later one ends the process at once. */
function untilStopped(byInput: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let signalledAt: number | undefined;
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      if (signalledAt !== undefined && performance.now() - signalledAt > sameSignalMs) process.exit(exitCode);
      signalledAt ??= performance.now();
      resolve();
    });
  }
  if (byInput) process.stdin.once('end', () => resolve());
  return promise;
}

/** Known errors take one line. Defects include the stack. */
async function explain(error: unknown): Promise<{ message: string; exitCode: number }> {
  const { CommandError } = await import('./commands/command.ts');
  if (error instanceof CommandError) return error;
  const { ConfigError } = await import('./config.ts');
  if (error instanceof ConfigError) return { message: error.message, exitCode: 2 };
  const { diskFault } = await import('./sql/disk.ts');
  const disk = diskFault(error);
  if (disk) return { message: disk, exitCode: 1 };
  const { errorCode, isDatabaseAway } = await import('./sql/connect.ts');
  if (isDatabaseAway(error))
    return { message: `The database went away (${errorCode(error)}). Try again.`, exitCode: 1 };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const { message, exitCode } = await explain(error);
  process.stderr.write(`fabula: ${message}\n`);
  process.exit(exitCode);
}
