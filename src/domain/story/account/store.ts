import type { Bounds, Caller, KeyKind, Scope } from '../../../caller.ts';
import { newId } from '../../../ids/id.ts';
import type { AnySql, Sql } from '../../../sql/connect.ts';
import { partSize, type SweepResult } from '../../../sql/sweep.ts';
import { sessionIdleSeconds, sessionSeconds } from './rules.ts';

export interface Account {
  id: string;
  name: string;
  createdAt: Date;
}

/** A key without its secret, of which only the hash is stored. */
export interface Token extends Bounds {
  id: string;
  accountId: string;
  /** Key that created it; null for the command line. */
  parentId: string | null;
  prefix: string;
  name: string;
  kind: KeyKind;
  isSession: boolean;
  scopes: Scope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Increases with each rotation, and when it is revoked. */
  version: number;
  /** False once it has expired or was revoked. */
  isLive: boolean;
}

export const tokenColumns = (sql: AnySql) =>
  sql`t.account_id AS owner_of_token, t.id, t.account_id, t.parent_id, t.prefix, t.name, t.kind, t.is_session,
    t.scopes, t.book_ids, t.read_only, t.tools, t.created_at, t.last_used_at,
    t.expires_at, t.revoked_at, t.version, ${isLive(sql)} AS is_live`;

/**
 * Condition that the row `t` of table token is live: not revoked, not expired, and its session not idle too long. Last use
 * is stored at most once per minute, so a minute is added: a session never ends early.
 */
export const isLive = (sql: AnySql) =>
  sql`t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
    AND (NOT t.is_session
      OR coalesce(t.last_used_at, t.created_at)
        > clock_timestamp() - make_interval(secs => ${sessionIdleSeconds + 60}))`;

export async function accountById(sql: Sql, accountId: string): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`SELECT id, name, created_at FROM account WHERE id = ${accountId}`;
  return row;
}

export async function accountByName(sql: Sql, name: string): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`SELECT id, name, created_at FROM account WHERE name = ${name}`;
  return row;
}

/** The account of this name, created if it is new. */
export async function ensureAccount(sql: Sql, name: string): Promise<Account> {
  const [row] = await sql<Account[]>`
    INSERT INTO account (id, name) VALUES (${newId('acc')}, ${name})
    ON CONFLICT (name) DO UPDATE SET name = excluded.name
    RETURNING id, name, created_at`;
  if (!row) throw new Error('The account was neither found nor made.');
  return row;
}

/** Default account of commands: the first account of an embedded database, else the only one. */
export async function defaultAccount(sql: Sql, firstName: string): Promise<Account | undefined> {
  const [first, second] = await sql<Account[]>`
    SELECT id, name, created_at FROM account ORDER BY name = ${firstName} DESC, id LIMIT 2`;
  return first?.name === firstName || !second ? first : undefined;
}

/** A key to store. */
export interface TokenRow extends Partial<Bounds> {
  name: string;
  scopes: readonly Scope[];
  kind?: KeyKind | undefined;
  /** Absent: expires with its parent. */
  expiresInSeconds?: number | undefined;
  /** The caller, whose key becomes the parent. Absent for keys of the command line. */
  parent?: Caller | undefined;
  isSession?: boolean | undefined;
}

/**
 * Locks an account until the end of the transaction, so that its limits are exact. Keys are created, revoked and rotated one
 * at a time, and no child is created of a key that is being revoked.
 */
export async function lockAccount(tx: AnySql, accountId: string): Promise<void> {
  await tx`SELECT FROM account WHERE id = ${accountId} FOR NO KEY UPDATE`;
}

export async function accountNameOf(tx: AnySql, accountId: string): Promise<string> {
  const [row] = await tx<{ name: string }[]>`SELECT name FROM account WHERE id = ${accountId}`;
  if (!row) throw new Error('The account of this token is gone.');
  return row.name;
}

/** The account as a row with its id and `name`, which is the author of its books unless they name another. */
export const accountRow = (sql: AnySql, accountId: string) =>
  sql`(SELECT id, name FROM account WHERE id = ${accountId})`;

/** Newest first, including revoked ones. */
export function tokensOf(sql: Sql, accountId: string): Promise<Token[]> {
  return sql<Token[]>`SELECT ${tokenColumns(sql)} FROM token t WHERE t.account_id = ${accountId} ORDER BY t.id DESC`;
}

export async function tokenById(sql: AnySql, accountId: string, id: string): Promise<Token | undefined> {
  const [row] = await sql<
    Token[]
  >`SELECT ${tokenColumns(sql)} FROM token t WHERE t.account_id = ${accountId} AND t.id = ${id}`;
  return row;
}

/** The keys that belong to the account, unordered. */
export function tokensByIds(sql: AnySql, accountId: string, ids: readonly string[]): Promise<Token[]> {
  return sql<
    Token[]
  >`SELECT ${tokenColumns(sql)} FROM token t WHERE t.account_id = ${accountId} AND t.id = ANY(${[...ids]})`;
}

/** Account of a key, for the command line. */
export async function accountOfToken(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ accountId: string }[]>`SELECT account_id FROM token WHERE id = ${id}`;
  return row?.accountId;
}

export const revokedChannel = 'fabula_token_revoked';

/**
 * Revokes a key with all descendants and notifies every node. Idempotent. Undefined if the account has no such key.
 * Requires the lock of the account.
 */
export async function revokeToken(tx: AnySql, accountId: string, id: string): Promise<Token | undefined> {
  const [row] = await tx<Token[]>`
    WITH RECURSIVE family AS (
      SELECT t.id FROM token t WHERE t.account_id = ${accountId} AND t.id = ${id}
      UNION
      SELECT t.id FROM family JOIN token t ON t.account_id = ${accountId} AND t.parent_id = family.id
    ), revoked AS (
      UPDATE token t SET revoked_at = coalesce(t.revoked_at, clock_timestamp()),
        version = t.version + (t.revoked_at IS NULL)::int
      FROM family WHERE t.account_id = ${accountId} AND t.id = family.id RETURNING ${tokenColumns(tx)}
    )
    SELECT t.*, pg_notify(${revokedChannel}, t.id) FROM revoked t WHERE t.id = ${id}`;
  return row;
}

/** Time after its lifetime in which an ended session stays listed (ours). */
const endedSessionSeconds = 24 * 60 * 60;

/** Deletes a part of the ended sessions. One that made keys stays, because they would be deleted with it. */
export function sweepSessions(sql: Sql): Promise<SweepResult> {
  return sql`
    DELETE FROM token WHERE id IN (
      SELECT t.id FROM token t
      WHERE t.is_session
        AND t.created_at < clock_timestamp() - make_interval(secs => ${sessionSeconds + endedSessionSeconds})
        AND NOT EXISTS (SELECT FROM token child WHERE child.account_id = t.account_id AND child.parent_id = t.id)
      LIMIT ${partSize})`;
}

/** Stores the last use of keys, in one statement. */
export async function markUsed(sql: Sql, tokenIds: string[]): Promise<void> {
  await sql`UPDATE token SET last_used_at = clock_timestamp() WHERE id = ANY(${tokenIds})`;
}
