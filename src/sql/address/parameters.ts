import { AddressError } from './parts.ts';

/** The parameters of an address that change connections. */
export interface Parameters {
  /** Seconds until an attempt to connect ends; undefined for ours. */
  connectSeconds: number | undefined;
  /** Seconds of silence after which TCP asks whether the peer is there; undefined for ours. 0 never asks. */
  keepAliveSeconds: number | undefined;
  /** The first word of the names of our sessions; undefined for ours. */
  applicationName: string | undefined;
  /** Settings for the startup message: `options` and `search_path`. */
  startup: Readonly<Record<string, string>>;
  /** The kind of server to choose among several. */
  targetSession: 'read-write' | 'primary' | undefined;
  /** Parameters of other tools, and those that change nothing here. */
  ignored: readonly string[];
}

/** Parameters of libpq that change nothing here, because their use is ours or does not apply. */
const withoutEffect =
  'keepalives_interval keepalives_count tcp_user_timeout sslcompression sslsni sslcrl sslcrldir sslcertmode sslnegotiation ssl_max_protocol_version require_auth client_encoding krbsrvname gsslib gssdelegation replication fallback_application_name load_balance_hosts passfile channel_binding';

/** Parameters of Prisma, of pools, and of drivers and hosts. */
const ofOthers =
  'pgbouncer connection_limit pool_timeout pool_size pool_max_conns pool_mode pool max max_connections min_connections idle_timeout max_lifetime max_pipeline socket_timeout statement_cache_size prepared_statements prepare prepareThreshold preparedStatementCacheQueries binaryTransfer sslaccept sslidentity uselibpqcompat supa workaround serverVersion server_version charset encoding sslfactory reWriteBatchedInserts stringtype tcpKeepAlive loginTimeout socketTimeout connectTimeout currentRole driver async_fallback ipv6 relation schema_search_path';

const ignorable: ReadonlySet<string> = new Set(`${withoutEffect} ${ofOthers}`.split(' '));

/** Reads the parameters that are left. Throws an AddressError for one that is unknown or cannot be obeyed. */
export function readParameters(query: ReadonlyMap<string, string>): Parameters {
  const [taken, ignored] = [new Map<string, string>(), [] as string[]];
  for (const [name, value] of query) {
    if (name in readers) taken.set(name, value);
    else if (ignorable.has(name)) ignored.push(name);
    else throw new AddressError(unknown(name));
  }
  const read = <Name extends keyof typeof readers>(name: Name) => {
    const value = taken.get(name);
    return value === undefined ? undefined : (readers[name](value, name) as ReturnType<(typeof readers)[Name]>);
  };
  const [options, searchPath] = [read('options'), read('search_path') ?? read('schema') ?? read('currentSchema')];
  read('gssencmode');
  return {
    connectSeconds: read('connect_timeout') || undefined,
    keepAliveSeconds: read('keepalives') === 0 ? 0 : read('keepalives_idle'),
    applicationName: read('application_name'),
    startup: { ...(options ? { options } : {}), ...(searchPath ? { search_path: searchPath } : {}) },
    targetSession: read('target_session_attrs'),
    ignored,
  };
}

const asText = (value: string) => value;

const readers = {
  connect_timeout: seconds,
  keepalives: seconds,
  keepalives_idle: seconds,
  application_name: asText,
  options: asText,
  schema: asText,
  search_path: asText,
  currentSchema: asText,
  gssencmode(value: string) {
    if (value === 'require') throw new AddressError('gssencmode=require is not supported. Use sslmode=require.');
    return value;
  },
  target_session_attrs(value: string) {
    if (value === 'any' || value === '') return undefined;
    if (value === 'read-write' || value === 'primary') return value;
    throw new AddressError(
      `target_session_attrs=${value} chooses a server that takes no writes. Use read-write, or leave it out.`,
    );
  },
};

function seconds(value: string, name: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new AddressError(`${name} must be a whole number of seconds, such as 10.`);
  return Number(value);
}

function unknown(name: string): string {
  return `has the parameter ${name.slice(0, 100)}, which is unknown. Leave it out; a setting of the server belongs into options=-c%20name%3Dvalue.`;
}
