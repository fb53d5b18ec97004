import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from '../../../caller.ts';
import { newId } from '../../../ids/id.ts';
import type { AnySql, Sql } from '../../../sql/connect.ts';
import { formerSecretsMax, inOrder, liveKeysMax, liveSessionsMax } from './rules.ts';
import { isLive, lockAccount, revokedChannel, type Token, type TokenRow, tokenColumns } from './store.ts';

/** A new secret, which is shown once. Its hash and its first characters are stored. */
function newSecret(): { secret: string; hash: Buffer; prefix: string } {
  const secret = `fab_live_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: createHash('sha256').update(secret).digest(), prefix: secret.slice(0, 12) };
}

/** Condition that the secret with which the caller came is still accepted, as in `callerByHash`. The command line has none. */
function isAdmitted(sql: AnySql, caller: Caller | undefined) {
  if (!caller) return sql`true`;
  const { accountId, tokenId } = caller;
  const hash = Buffer.from(caller.secretHash, 'base64');
  return sql`EXISTS (
    SELECT FROM token t WHERE t.account_id = ${accountId} AND t.id = ${tokenId} AND ${isLive(sql)}
      AND (t.hash = ${hash} OR EXISTS (
      SELECT FROM token_former_secret f
      WHERE f.account_id = ${accountId} AND f.token_id = t.id AND f.hash = ${hash}
        AND f.works_until > clock_timestamp())))`;
}

/** True while the secret that the caller sent is accepted. */
export async function isStillAdmitted(sql: AnySql, caller: Caller): Promise<boolean> {
  const [row] = await sql<{ is: boolean }[]>`SELECT ${isAdmitted(sql, caller)} AS is`;
  return row?.is ?? false;
}

/** A list in PostgreSQL's form. */
function listOrNull(list: readonly string[] | null | undefined): string[] | null {
  return list ? [...list] : null;
}

/**
 * Stores a key of 256 random bits. The second member is the secret, which is shown once and not stored. The key expires
 * with its parent at the latest. Undefined if its parent’s secret is no longer accepted, or if the account has the maximum of live keys.
 */
export function insertToken(sql: Sql, accountId: string, token: TokenRow): Promise<[Token, string] | undefined> {
  const { parent, isSession = false, expiresInSeconds = null } = token;
  const parentId = parent?.tokenId ?? null;
  const { secret, hash, prefix } = newSecret();
  return sql.begin(async (tx): Promise<[Token, string] | undefined> => {
    await lockAccount(tx, accountId);
    const [row] = await tx<Token[]>`
      INSERT INTO token AS t (id, account_id, parent_id, hash, prefix, name, kind, is_session, scopes, book_ids,
        read_only, tools, expires_at)
      SELECT ${newId('tok')}, ${accountId}, ${parentId}, ${hash}, ${prefix}, ${token.name}, ${token.kind ?? 'person'},
        ${isSession}, ${inOrder(token.scopes)},
        ${listOrNull(token.bookIds)}::text[], ${token.readOnly ?? false}, ${listOrNull(token.tools)}::text[],
        least(parent.expires_at, clock_timestamp() + make_interval(secs => ${expiresInSeconds}))
      FROM (SELECT count(*) AS count FROM token t WHERE t.account_id = ${accountId} AND t.is_session = ${isSession}
        AND ${isLive(tx)}) live
      LEFT JOIN (SELECT t.id, t.expires_at FROM token t WHERE t.account_id = ${accountId} AND t.id = ${parentId}::text
        AND ${isLive(tx)}) parent ON true
      WHERE live.count < ${isSession ? liveSessionsMax : liveKeysMax}
        AND (${parentId}::text IS NULL OR parent.id IS NOT NULL) AND ${isAdmitted(tx, parent)}
      RETURNING ${tokenColumns(tx)}`;
    return row && [row, secret];
  });
}

/**
 * Gives a live key a new secret; the old one works for the overlap. The second member is the secret. Undefined if the
 * account has no such live key, if it has the maximum of former secrets, or if the caller's secret is no longer accepted. Requires
 * the lock of the account.
 */
export async function rotateToken(
  tx: AnySql,
  accountId: string,
  id: string,
  overlapSeconds: number,
  caller?: Caller,
): Promise<[Token, string] | undefined> {
  const { secret, hash, prefix } = newSecret();
  const [row] = await tx<Token[]>`
    WITH t AS (
      SELECT * FROM token t WHERE t.account_id = ${accountId} AND t.id = ${id} AND ${isLive(tx)}
        AND ${isAdmitted(tx, caller)} AND ${formerSecretsMax} > (
        SELECT count(*) FROM token_former_secret f
        WHERE f.account_id = ${accountId} AND f.token_id = ${id} AND f.works_until > clock_timestamp())
    ), over AS (
      DELETE FROM token_former_secret f USING t
      WHERE f.account_id = ${accountId} AND f.token_id = t.id AND f.works_until <= clock_timestamp()
    ), former AS (
      INSERT INTO token_former_secret (hash, account_id, token_id, works_until)
      SELECT t.hash, ${accountId}, t.id, clock_timestamp() + make_interval(secs => ${overlapSeconds}) FROM t
    ), rotated AS (
      UPDATE token SET hash = ${hash}, prefix = ${prefix}, version = token.version + 1 FROM t
        WHERE token.account_id = ${accountId} AND token.id = t.id RETURNING token.*
    )
    SELECT ${tokenColumns(tx)}, pg_notify(${revokedChannel}, t.id) FROM rotated t`;
  return row && [row, secret];
}

/** Caller of a valid key, by its current or an overlapping former secret; undefined if it is unknown, expired or revoked. */
export async function callerByHash(sql: Sql, hash: Buffer): Promise<Omit<Caller, 'secretHash'> | undefined> {
  const [row] = await sql<Omit<Caller, 'secretHash'>[]>`
    SELECT t.id AS token_id, t.account_id, t.scopes, t.kind, t.expires_at, t.book_ids, t.read_only, t.tools FROM token t
    WHERE t.id = coalesce(
      (SELECT id FROM token WHERE hash = ${hash}),
      (SELECT token_id FROM token_former_secret WHERE hash = ${hash} AND works_until > clock_timestamp())
    ) AND ${isLive(sql)}`;
  return row;
}
