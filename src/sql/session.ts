import { statementMsMax } from './statement-limit.ts';

/**
 * How connections get the settings on which our data depend. `startup`: the server takes them when a connection begins.
 * `pooled`: it refuses or drops some, as poolers do. Then the database must have those that change data, transactions set
 * what is missing, and a clock of this process cancels late statements.
 */
export type SessionKind = 'startup' | 'pooled';

/**
 * Settings on which the form or the meaning of data depends. A database, a role or the server may set each to something else.
 * `search_path` is the operator's. `lc_messages` needs a superuser: errors are told apart by SQLSTATE.
 */
export const dataSettings = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
} as const;

/** Limits of a server. JIT compilation takes up to 15 s, longer than any of our statements. */
const limitSettings = { statement_timeout: String(statementMsMax), jit: 'off' };

/** PgBouncer keeps these for each client, beside `application_name`. */
const trackedByPoolers = ['client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings'] as const;

/** Settings of the startup message. */
export function startupSettings(kind: SessionKind): Record<string, string> {
  if (kind === 'startup') return { ...dataSettings, ...limitSettings };
  return Object.fromEntries(trackedByPoolers.map((name) => [name, dataSettings[name]]));
}

/** SQL that begins a transaction. Events are refused in other isolation levels. */
export function beginning(kind: SessionKind, idleMs: number): string {
  const { client_encoding, default_transaction_isolation, ...settings } = { ...dataSettings, ...limitSettings };
  const own = { idle_in_transaction_session_timeout: String(idleMs), ...(kind === 'pooled' ? settings : {}) };
  return [
    'begin isolation level read committed',
    ...Object.entries(own).map(([name, value]) => `set local ${name} = '${value}'`),
  ].join('; ');
}

/** Names the setting that a server has refused at the start of a connection; undefined if that is not the error. */
export function refusedSetting(error: unknown): string | undefined {
  // Not by SQLSTATE: PgBouncer, PostgreSQL and managed poolers have different ones.
  const said = error instanceof Error && 'code' in error ? error.message.toLowerCase() : '';
  return Object.keys(startupSettings('startup')).find((name) => said.includes(name.toLowerCase()));
}

/** Names the settings that a session does not have although they were sent. `found` is what `pg_settings` answers. */
export function droppedSettings(found: Readonly<Record<string, string>>): string[] {
  return Object.entries(startupSettings('startup'))
    .filter(([name, value]) => found[name] !== value && !(name === 'extra_float_digits' && isExact(found[name])))
    .map(([name]) => name);
}

/** Numbers are written with all their digits from 1 on. */
const isExact = (digits: string | undefined) => Number(digits) >= 1;

/** Settings that no statement replaces outside a transaction. Behind a pooler the database must have them. */
const unreplaced = [
  'standard_conforming_strings',
  'array_nulls',
  'transform_null_equals',
  'default_transaction_isolation',
  'DateStyle',
  'bytea_output',
  'extra_float_digits',
] as const;

/** Those of them that a server lacks. */
export function unsettable({ session, missing }: { session: SessionKind; missing: readonly string[] }) {
  return session === 'pooled' ? unreplaced.filter((name) => missing.includes(name)) : [];
}
