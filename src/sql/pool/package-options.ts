import type net from 'node:net';
import postgres from 'postgres';
import { ownerMember } from '../owner.ts';
import { closed } from './errors.ts';
import type { PoolOptions } from './options.ts';
import { types } from './values.ts';

/** Statements that the package may send ahead: more than a pool has for one connection. */
const aheadMax = 1_000;

/** Options of an instance of the package that has one connection, which lives once. `socket` is connected. */
export function packageOptions(
  pool: PoolOptions,
  name: string | undefined,
  socket: net.Socket,
): postgres.Options<typeof types> {
  const { user, password, database, keepAliveSeconds = 60, prepare, settings, onNotify } = pool;
  const options = {
    user,
    password,
    database,
    prepare,
    connection: { ...settings, ...(name ? { application_name: name } : {}) },
    keep_alive: keepAliveSeconds,
    socket: once(socket),
    ssl: false,
    max: 1,
    max_pipeline: aheadMax,
    // Our own limits apply: those of the package keep the process alive, or connect again.
    connect_timeout: 0,
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    debug: false,
    types,
    // The only place where snake_case columns become camelCase members.
    transform: { column: { from: memberOf, to: postgres.fromCamel } },
    onnotice: () => {},
    onnotify: onNotify,
  };
  return options as unknown as postgres.Options<typeof types>;
}

const memberOf = (column: string) => ownerMember(column) ?? postgres.toCamel(column);

/** The package asks for a socket again when it wants to connect again: a connection with what the old one left behind. */
function once(socket: net.Socket): () => net.Socket {
  let isTaken = false;
  return () => {
    if (isTaken) throw closed();
    isTaken = true;
    return socket;
  };
}
