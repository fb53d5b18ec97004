import net from 'node:net';
import type { Config } from '../config.ts';
import { UsageError } from './command.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** URL of a listening address on this machine: a wildcard address becomes localhost. */
export function urlOf({ host, port }: Address): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Throws a UsageError if the address cannot be bound. Port 0 always can. */
export async function tryAddress({ host, port }: Address): Promise<void> {
  if (port === 0) return;
  const server = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    throw cannotListen(error, { host, port });
  }
  await new Promise((resolve) => server.close(resolve));
}

/** Converts a bind error to a message with the variable to change. Other errors pass through. */
export function cannotListen(error: unknown, { host, port }: Address): unknown {
  if (!(error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall))))
    return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new UsageError(
      `PORT: ${port} is taken. Stop what listens there, or set PORT to another one (0 takes a free one).`,
    );
  if (code === 'EACCES') return new UsageError(`PORT: ${port} is not allowed to this user. Take one from 1024 on.`);
  return new UsageError(`HOST: cannot listen on ${host} (${code}). Set it to an address of this machine.`);
}
