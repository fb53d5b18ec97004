import { type Address, addressOf } from './address/address.ts';
import { arrayTypes } from './arrays.ts';
import driver, { type DriverOptions, type DriverSql } from './driver/postgres.js';
import { cancelPathOf } from './embedded/place.ts';
import { binaryParsers, textTypes } from './forms.ts';
import { ownerCheck } from './owner.ts';
import { beginning, dataSettings, type SessionKind, startupSettings } from './session.ts';
import { limitIn, statementMsMax } from './statement-limit.ts';

export interface Target {
  /** URL of a PostgreSQL server; undefined for the embedded engine. */
  url: string | undefined;
  socketPath: string | undefined;
  directUrl?: string | undefined;
  /** Whether connections of `url` take their settings at the start; `startup` by default. */
  session?: SessionKind | undefined;
  /** The same for `directUrl`. */
  directSession?: SessionKind | undefined;
  prepare: boolean;
  /** Why nothing is written now; undefined if writes are sent. */
  refuseWrites?: (() => Error | undefined) | undefined;
  /** Transaction limits of a server, if not the defaults. */
  transactions?: TransactionLimits;
}

/** Events of others are held back until a transaction with events ends, so its duration is limited. */
interface TransactionLimits {
  /** Between statements; the server ends the transaction. */
  idleMs: number;
  /** In total; then its connection is destroyed. */
  totalMs: number;
}

/** The longest transaction of the service is an import of up to 110 s. */
const transactionLimits: TransactionLimits = { idleMs: 10_000, totalMs: 120_000 };

/** The embedded engine accepts a connection only after the transactions in progress. */
const connectSecondsMax = { server: 5, embedded: 10 };
/**
 * Seconds between connection attempts. The driver's own delay grows to 20 s, which would delay recovery. Random, so that
 * nodes do not reconnect at the same moment.
 */
const retrySeconds = () => 0.1 + Math.random() * 0.2;
/** Creates a pool; `session` only if it differs from the target's. */
type Open = (url: string | undefined, special: DriverOptions, session?: SessionKind) => DriverSql;

/** Creates pools for one target. */
export function openerOf(target: Target): Open {
  const { socketPath, prepare, refuseWrites, transactions = transactionLimits } = target;
  return (url, special, session = target.session ?? 'startup') => {
    const options: DriverOptions = {
      prepare,
      connect_timeout: connectSecondsMax[url ? 'server' : 'embedded'],
      backoff: retrySeconds,
      onnotice: () => {},
      fetch_types: false,
      types: { ...arrayTypes, ...textTypes },
      binary_parsers: binaryParsers,
      // The only place where snake_case columns become camelCase members.
      transform: { column: { from: driver.toCamel, to: driver.fromCamel } },
      // The only place where rows of another account are refused.
      column_check: ownerCheck,
      ...(url ? onServer(session, transactions) : {}),
      ...special,
    };
    if (url) return driver({ ...options, ...onAddress(addressOf(url), options), ...special });
    return driver({
      ...options,
      ...onEngine,
      path: socketPath,
      ...(socketPath ? { cancel_path: cancelPathOf(socketPath) } : {}),
      // While nothing can be written, an engine that ended does not start.
      ...(refuseWrites ? { is_away: () => refuseWrites() !== undefined } : {}),
      user: 'postgres',
      database: 'postgres',
      host: 'localhost',
    });
  };
}

function onServer(session: SessionKind, { idleMs, totalMs }: TransactionLimits): DriverOptions {
  return {
    connection: startupSettings(session),
    application_name: (id) => nameOf(id),
    begin: beginning(session, idleMs),
    transaction_ms: totalMs,
    ...(session === 'pooled' ? { cancel_ms: statementMsMax } : {}),
  };
}

function onAddress(address: Address, { connection, connect_timeout }: DriverOptions): DriverOptions {
  const { user, password, database, keepAliveSeconds, connectSeconds = connect_timeout, applicationName } = address;
  // A pool that may meet a standby would fail at its first write.
  const target = address.targetSession ?? (address.hosts.length > 1 ? 'read-write' : undefined);
  return {
    host: address.hosts,
    port: address.ports,
    ssl: address.tls,
    connection: { ...connection, ...address.startup },
    ...(address.socketPath ? { path: address.socketPath } : {}),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { pass: password }),
    ...(database === undefined ? {} : { database }),
    ...(connectSeconds === undefined ? {} : { connect_timeout: connectSeconds }),
    ...(keepAliveSeconds === undefined ? {} : { keep_alive: keepAliveSeconds }),
    ...(target ? { target_session_attrs: target } : {}),
    ...(applicationName ? { application_name: (id) => nameOf(id, applicationName) } : {}),
  };
}

/** The engine's thread may be about to restart. Statements wait for it as long as an operation can. */
const onEngine: DriverOptions = {
  connection: dataSettings,
  connect_again_ms: 8_000,
  statement_ms: statementMsMax,
  local_limit: (sql) => {
    const change = limitIn(sql);
    return change?.isLocal ? change.ms : undefined;
  },
};

/** Identifies the process in connection names. */
const processName = Math.random().toString(36).slice(2, 10);

/** `application_name` of a connection: unique, so that its session can be found from another one. */
function nameOf(id: number, prefix = 'fabula'): string {
  // The server cuts names after 63 bytes.
  return `${prefix.slice(0, 30)} ${processName}/${id}`;
}
