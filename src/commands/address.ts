import net from 'node:net';
import type { Config } from '../config.ts';
import { UsageError } from './command.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Where this machine reaches what listens there: an address that means every interface has the name localhost. */
export function urlOf({ host, port }: Address): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Throws a UsageError when the address cannot be listened on; a free port always can. */
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

/** Why not, and which variable to change. What went wrong otherwise, such as a database that is away, stays what it is. */
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
