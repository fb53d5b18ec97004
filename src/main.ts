import process from 'node:process';
import type { Command, Terminal } from './commands/command.ts';

/** Loaded when asked for, so that a small command starts fast. */
const commands = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./commands/start.ts')).start],
  ['token', async () => (await import('./commands/token.ts')).token],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcp],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrate],
  ['demo', async () => (await import('./commands/demo.ts')).demo],
]);

const nodeMajorMin = 24;
/** Milliseconds after the first signal in which a second one does not count: npm passes on the Ctrl-C that the terminal has sent to everybody. */
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
  const { logWriting, newLog } = await import('./log.ts');
  const log = newLog(config.logLevel, pino.destination({ fd: 2, ...logWriting }));
  await command.run({ args, config, log, terminal: terminal(name) });
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h';

async function overview(): Promise<string> {
  const all = await Promise.all([...commands.values()].map((load) => load()));
  const lines = all.map(({ help, summary }) => `  ${help.split('\n', 1)[0]}\n      ${summary}`);
  return `Fabula, a book-writing service.\n\n${lines.join('\n')}\n`;
}

function terminal(command: string): Terminal {
  const isInteractive = process.stderr.isTTY === true;
  const clearLine = '\r\x1b[K';
  let hasStatus = false;
  let stopped: Promise<void> | undefined;
  // Whoever read the output may go away; the work goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  function clear(): void {
    if (hasStatus) process.stderr.write(clearLine);
    hasStatus = false;
  }
  return {
    out(line) {
      clear();
      process.stdout.write(`${line}\n`);
    },
    err(line) {
      clear();
      process.stderr.write(`${line}\n`);
    },
    status(line) {
      if (isInteractive) process.stderr.write(clearLine + line.slice(0, Math.max(0, process.stderr.columns - 1)));
      hasStatus = isInteractive;
    },
    env: process.env,
    get stopped() {
      stopped ??= untilStopped(command === 'mcp');
      return stopped;
    },
  };
}

/** The first signal asks to stop; another one, a while later, ends the process as it stands. */
function untilStopped(byInput: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let askedAt: number | undefined;
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      if (askedAt !== undefined && performance.now() - askedAt > sameSignalMs) process.exit(exitCode);
      askedAt ??= performance.now();
      resolve();
    });
  }
  if (byInput) process.stdin.once('end', () => resolve());
  return promise;
}

/** A known mistake in one line; a defect with its stack. */
async function explain(error: unknown): Promise<{ message: string; exitCode: number }> {
  const { CommandError } = await import('./commands/command.ts');
  if (error instanceof CommandError) return error;
  const { ConfigError } = await import('./config.ts');
  if (error instanceof ConfigError) return { message: error.message, exitCode: 2 };
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
