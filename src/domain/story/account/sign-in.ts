import { createHash, randomBytes } from 'node:crypto';
import { invalidState } from '../../../errors.ts';
import { poolIn, type Sql } from '../../../sql/connect.ts';
import { partSize, type SweepResult } from '../../../sql/sweep.ts';
import { allScopes, liveSessionsMax, sessionSeconds, signInSeconds } from './rules.ts';
import { insertToken } from './secret-store.ts';

/** Result of a sign-in: a key of the account, shown once. */
interface Session {
  key: string;
  tokenId: string;
  account: string;
  expiresAt: Date | null;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Creates a one-time sign-in code of 256 random bits. Only its hash is stored. */
export async function newSignInCode(sql: Sql, accountId: string): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await sql`
    INSERT INTO sign_in_code (hash, account_id, expires_at)
    VALUES (${hashOf(code)}, ${accountId}, clock_timestamp() + make_interval(secs => ${signInSeconds}))`;
  return code;
}

/**
 * Exchanges a code for a session key in one transaction, so that a code works once over all nodes. Undefined if the code is
 * unknown, expired or used. Throws `invalid_state` if there are too many sessions; the code stays valid.
 */
export function signIn(sql: Sql, code: string): Promise<Session | undefined> {
  return sql.begin(async (tx) => {
    const [found] = await tx<{ accountId: string; account: string }[]>`
      DELETE FROM sign_in_code USING account
      WHERE sign_in_code.hash = ${hashOf(code)} AND sign_in_code.expires_at > clock_timestamp()
        AND account.id = sign_in_code.account_id
      RETURNING sign_in_code.account_id, account.name AS account`;
    if (!found) return undefined;
    const { accountId, account } = found;
    const row = { name: 'browser', scopes: allScopes, expiresInSeconds: sessionSeconds, isSession: true };
    const [token, key] = (await insertToken(poolIn(tx), accountId, row)) ?? tooManySessions();
    return { key, tokenId: token.id, account, expiresAt: token.expiresAt };
  });
}

function tooManySessions(): never {
  return invalidState(
    `This account has ${liveSessionsMax} browser sessions, which is the limit. Sign out in another browser, or revoke a session: npm run -s token -- list --account NAME`,
  );
}

/** Deletes a part of the expired codes. */
export function sweepSignInCodes(sql: Sql): Promise<SweepResult> {
  const isOver = () => sql`expires_at <= clock_timestamp()`;
  return sql`
    DELETE FROM sign_in_code WHERE ${isOver()} AND hash IN (
      SELECT hash FROM sign_in_code WHERE ${isOver()} ORDER BY expires_at LIMIT ${partSize})`;
}
