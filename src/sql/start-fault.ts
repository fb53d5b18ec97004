import { addressOf } from './address/address.ts';
import { errorCode } from './connect.ts';
import type { Server } from './probe.ts';
import { dataSettings, unsettable } from './session.ts';

const serverVersionMin = 15;

/** Codes of attempts that reached no server. */
const unreached =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EACCES|CONNECT_TIMEOUT|CONNECTION_(CLOSED|DESTROYED|ENDED|SILENT))$/;
/** Codes of certificates that are not trusted. */
const untrusted = /CERT|UNABLE_TO_(GET|VERIFY|DECRYPT)|ERR_TLS|HOSTNAME_MISMATCH/;

const useCa = 'Set DATABASE_CA_FILE to the file of its authority, or sslmode=no-verify if you trust the network';

/**
 * Why the service cannot start with a database: cause and remedy in one line. It has neither the password nor the message
 * of the server, which may repeat it.
 */
export function startFault(url: string, error: unknown): string {
  const { shown, user, database, tls } = addressOf(url);
  const code = errorCode(error);
  const own = database ?? user ?? '';
  const remedies: Readonly<Record<string, string>> = {
    TLS_MISSING: `the server at ${shown} offers no TLS. Switch it on there, or write sslmode=disable if you trust the network.`,
    '28P01': `the server at ${shown} refuses this user or password. Check both; write signs such as % and @ encoded (%25, %40).`,
    '28000': `the server at ${shown} does not admit this user from here${tls === false ? ' without TLS. Add sslmode=require, or' : '.'} ${tls === false ? 'allow it' : 'Allow it'} in its pg_hba.conf or list of addresses.`,
    '3D000': `the server at ${shown} has no database ${own}. Create it: CREATE DATABASE "${own}" ENCODING 'UTF8' TEMPLATE template0`,
    '53300': `the server at ${shown} takes no more connections. A node uses up to 14: raise max_connections, or use a pooler.`,
    '42501': `the user at ${shown} may not create tables in its schema. Run as its owner: GRANT CREATE, USAGE ON SCHEMA public TO ${JSON.stringify(user ?? 'USER')}; and for the job queue: GRANT CREATE ON DATABASE ${JSON.stringify(own)} TO ${JSON.stringify(user ?? 'USER')}`,
    '3F000': `the search path at ${shown} names no schema that exists. Create the schema, or name another one in the address (schema=NAME).`,
    '25006': readOnly(shown),
    TARGET_SESSION_ATTRS: readOnly(shown),
    '57P03': `the server at ${shown} is starting or recovering. Try again in a moment.`,
  };
  const remedy = remedies[code];
  if (remedy) return remedy;
  if (untrusted.test(code)) return `the certificate of the server at ${shown} is not trusted (${code}). ${useCa}.`;
  const parameter = refusedParameter(error);
  if (parameter) return refusedLine(shown, parameter);
  if (unreached.test(code))
    return `no PostgreSQL can be reached at ${shown} (${code}). Check host and port, and that it accepts connections from here.`;
  return `the server at ${shown} answers with an error${code ? ` (${code})` : ''}, and not as PostgreSQL does at a start. Check the address.`;
}

/** Whether a failed migration is a fault of the database's set-up, not of the migration. */
export function isStartFault(error: unknown): boolean {
  return ['42501', '3F000', '25006'].includes(errorCode(error));
}

function readOnly(shown: string): string {
  return `the server at ${shown} is read-only: a standby, or set to default_transaction_read_only. Use the address of the primary server.`;
}

/** The parameter of the startup message that a server or a pooler names in its refusal. */
function refusedParameter(error: unknown): string | undefined {
  const said = error instanceof Error ? error.message : '';
  return /(?:startup parameter|configuration parameter)[^"\w]*(?:in options: )?"?([\w.]+)/i.exec(said)?.[1];
}

function refusedLine(shown: string, parameter: string): string {
  return `the server at ${shown} refuses the parameter ${parameter}. Leave it out of the address; in PgBouncer, ignore_startup_parameters = ${parameter} lets it pass.`;
}

/** Why a server that answers cannot be used; undefined if it can. */
export function serverFault(url: string, server: Server): string | undefined {
  const { shown, database } = addressOf(url);
  if (server.major < serverVersionMin)
    return `PostgreSQL ${serverVersionMin} or newer is needed; that at ${shown} is ${server.major}. Upgrade it, or use another server.`;
  if (server.encoding !== 'UTF8')
    return `the database at ${shown} has the encoding ${server.encoding}; UTF8 is needed. Create another one: CREATE DATABASE fabula ENCODING 'UTF8' TEMPLATE template0`;
  if (server.isReadOnly) return readOnly(shown);
  const [name] = unsettable(server);
  if (name)
    return `the pooler at ${shown} does not pass on ${name}, and the database sets it to another value. Run: ALTER DATABASE ${JSON.stringify(database ?? 'NAME')} SET ${name} = '${dataSettings[name]}'`;
  return undefined;
}
