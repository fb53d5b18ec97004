import type net from 'node:net';
import postgres from 'postgres';
import { fault } from './errors.ts';
import type { PoolOptions } from './options.ts';
import { packageOptions } from './package-options.ts';

const aboutServer = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;

/**
 * Makes an instance of the package on a connected socket. Resolves when the server has accepted this process. Rejects if it
 * is not of the kind that is wanted.
 */
export async function beginSession(
  options: PoolOptions,
  name: string | undefined,
  socket: net.Socket,
): Promise<postgres.Sql> {
  const sql = postgres(packageOptions(options, name, socket));
  const { target } = options;
  const [server] = await sql.unsafe(target ? aboutServer : '');
  if (target && server?.[target === 'primary' ? 'isStandby' : 'isReadOnly'])
    throw fault('TARGET_SESSION_ATTRS', `The server is not ${target}.`);
  return sql;
}
