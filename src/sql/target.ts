import { type Address, addressOf } from './address/address.ts';
import { cancelPathOf } from './embedded/place.ts';
import { openPool, type PoolSql } from './pool/open.ts';
import type { PoolOptions } from './pool/options.ts';
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
const connectMsMax = { server: 5_000, embedded: 10_000 };

/** Creates a pool; `session` only if it differs from the target's. */
type Open = (url: string | undefined, special: Partial<PoolOptions>, session?: SessionKind) => PoolSql;

const usual = {
  max: 1,
  pipelineMax: 1,
  hasLifetime: true,
  repeatsLost: false,
} satisfies Partial<PoolOptions>;

/** Creates pools for one target. */
export function openerOf(target: Target): Open {
  const { prepare, transactions = transactionLimits } = target;
  return (url, special, session = target.session ?? 'startup') => {
    const place = url
      ? { ...onServer(session, transactions), ...onAddress(addressOf(url), session) }
      : onEngine(target);
    return openPool({ ...usual, prepare, ...place, ...special });
  };
}

function onServer(session: SessionKind, { idleMs, totalMs }: TransactionLimits) {
  return {
    begin: beginning(session, idleMs),
    transactionMs: totalMs,
    ...(session === 'pooled' ? { cancelMs: statementMsMax } : {}),
  };
}

function onAddress(address: Address, session: SessionKind) {
  const { user, password, database, tls, hosts, ports, socketPath, keepAliveSeconds, connectSeconds } = address;
  return {
    user,
    password,
    database,
    tls,
    keepAliveSeconds,
    places: socketPath ? [{ path: socketPath }] : hosts.map((host, at) => ({ host, port: ports[at] ?? 0 })),
    // A pool that may meet a standby would fail at its first write.
    target: address.targetSession ?? (hosts.length > 1 ? ('read-write' as const) : undefined),
    settings: { ...startupSettings(session), ...address.startup },
    connectMs: connectSeconds === undefined ? connectMsMax.server : 1_000 * connectSeconds,
    nameOf: (id: number) => nameOf(id, address.applicationName),
  };
}

/** The engine's thread may be about to restart. Statements wait for it as long as an operation can. */
function onEngine({ socketPath = '', refuseWrites }: Target) {
  return {
    places: [{ path: socketPath }],
    tls: false as const,
    user: 'postgres',
    database: 'postgres',
    settings: dataSettings,
    connectMs: connectMsMax.embedded,
    begin: 'begin',
    connectAgainMs: 8_000,
    statementMs: statementMsMax,
    limitIn: localLimitIn,
    cancelPath: cancelPathOf(socketPath),
    // While nothing can be written, an engine that ended does not start.
    ...(refuseWrites ? { isAway: () => refuseWrites() !== undefined } : {}),
  };
}

function localLimitIn(sql: string): number | undefined {
  const change = limitIn(sql);
  return change?.isLocal ? change.ms : undefined;
}

/** Identifies the process in connection names. */
const processName = Math.random().toString(36).slice(2, 10);

/** `application_name` of a connection: unique, so that its session can be found from another one. */
function nameOf(id: number, prefix = 'fabula'): string {
  // The server cuts names after 63 bytes.
  return `${prefix.slice(0, 30)} ${processName}/${id}`;
}
