import { createHash, randomBytes } from 'node:crypto';
import type { Caller, Scope } from '../../graphql/context.ts';
import { newId } from '../../id.ts';
import type { AnySql, Sql } from '../../sql/connect.ts';
import { inOrder } from './rules.ts';

export interface Account {
  id: string;
  name: string;
  createdAt: Date;
}

/** A token as it may be shown: never the token itself, of which only the hash is stored. */
export interface Token {
  id: string;
  accountId: string;
  prefix: string;
  name: string;
  scopes: Scope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const columns = (sql: AnySql) =>
  sql`id, account_id, prefix, name, scopes, created_at, last_used_at, expires_at, revoked_at`;

export async function accountById(sql: Sql, accountId: string): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`SELECT id, name, created_at FROM account WHERE id = ${accountId}`;
  return row;
}

export async function accountByName(sql: Sql, name: string): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`SELECT id, name, created_at FROM account WHERE name = ${name}`;
  return row;
}

/** The account of that name, made if it is new. */
export async function ensureAccount(sql: Sql, name: string): Promise<Account> {
  const [row] = await sql<Account[]>`
    INSERT INTO account (id, name) VALUES (${newId('acc')}, ${name})
    ON CONFLICT (name) DO UPDATE SET name = excluded.name
    RETURNING id, name, created_at`;
  if (!row) throw new Error('The account was neither found nor made.');
  return row;
}

/** Makes a token of 256 random bits. The second member is the token itself: shown once, stored nowhere. */
export async function insertToken(
  sql: Sql,
  accountId: string,
  token: { name: string; scopes: readonly Scope[]; expiresInDays?: number | undefined },
): Promise<[Token, string]> {
  const secret = `fab_live_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(secret).digest();
  const [row] = await sql<Token[]>`
    INSERT INTO token (id, account_id, hash, prefix, name, scopes, expires_at)
    VALUES (${newId('tok')}, ${accountId}, ${hash}, ${secret.slice(0, 12)}, ${token.name}, ${inOrder(token.scopes)},
      clock_timestamp() + make_interval(days => ${token.expiresInDays ?? null}))
    RETURNING ${columns(sql)}`;
  if (!row) throw new Error('The token was not stored.');
  return [row, secret];
}

/** Newest first, revoked ones included. */
export function tokensOf(sql: Sql, accountId: string): Promise<Token[]> {
  return sql<Token[]>`SELECT ${columns(sql)} FROM token WHERE account_id = ${accountId} ORDER BY id DESC`;
}

/** Revokes once; revoking again changes nothing. Undefined when the account has no such token. */
export async function revokeToken(sql: Sql, accountId: string, id: string): Promise<Token | undefined> {
  const [row] = await sql<Token[]>`
    UPDATE token SET revoked_at = coalesce(revoked_at, clock_timestamp())
    WHERE account_id = ${accountId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

/** The command line knows no account: its caller owns the database. */
export async function revokeAnyToken(sql: Sql, id: string): Promise<Token | undefined> {
  const [row] = await sql<
    Token[]
  >`UPDATE token SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

/** Who a valid token stands for; undefined when it is unknown, expired or revoked. */
export async function callerByHash(sql: Sql, hash: Buffer): Promise<Caller | undefined> {
  const [row] = await sql<Caller[]>`
    SELECT id AS token_id, account_id, scopes FROM token
    WHERE hash = ${hash} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`;
  return row;
}

export async function isTokenValid(sql: Sql, tokenId: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM token WHERE id = ${tokenId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`;
  return rows.length > 0;
}

/** Notes that tokens were used, in one statement for all of them. */
export async function markUsed(sql: Sql, tokenIds: string[]): Promise<void> {
  await sql`UPDATE token SET last_used_at = clock_timestamp() WHERE id = ANY(${tokenIds})`;
}

export const revokedChannel = 'fabula_token_revoked';

/** Tells every node to forget what it knows of a token. */
export async function announceRevocation(sql: Sql, tokenId: string): Promise<void> {
  await sql`SELECT pg_notify(${revokedChannel}, ${tokenId})`;
}
