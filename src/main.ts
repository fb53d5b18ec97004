import process from 'node:process';
import { runCommandLine } from './commands/command-line.ts';

/** npm forwards a Ctrl-C that the terminal has already sent to us. A second signal within this time is ignored. */
const sameSignalMs = 1_000;

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

async function openLog() {
  const { default: pino } = await import('pino');
  const { logWriting } = await import('./log/log.ts');
  return pino.destination({ fd: 2, ...logWriting });
}

const { argv, env, stderr, stdout, versions } = process;
// If the reader of the output goes away, the work continues.
for (const stream of [stdout, stderr]) stream.on('error', () => {});
process.exit(
  await runCommandLine(argv.slice(2), {
    stdin: () => process.stdin,
    stdout,
    stderr,
    env,
    stopped: untilStopped,
    openLog,
    nodeVersion: versions.node,
  }),
);
