import { createHash } from 'node:crypto';
import postgres from 'postgres';

/** The pool of a peer that uses postgres.js; statements are prepared. */
export const sql = postgres(process.env.DATABASE_URL ?? '', { max: 4, onnotice: () => {} });

/** How long the account of a token is cached; the same as in Fabula. */
const cacheMs = 500;
const known = new Map<string, { at: number; account: Promise<string> }>();

/** The account of a bearer token. Every peer uses this and reads only rows of that account. */
export async function accountOf(authorization: string | undefined): Promise<string> {
  const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new Error('Send one header Authorization: Bearer <API_KEY>.');
  const hash = createHash('sha256').update(token).digest();
  const key = hash.toString('base64');
  const last = known.get(key);
  if (last && Date.now() - last.at < cacheMs) return last.account;
  const account = read(hash);
  known.set(key, { at: Date.now(), account });
  return account;
}

async function read(hash: Buffer): Promise<string> {
  const [row] = await sql<{ account_id: string }[]>`
    SELECT account_id FROM token
    WHERE hash = ${hash} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp()) AND 'books:read' = ANY(scopes)`;
  if (!row) throw new Error('This key is unknown, expired or revoked.');
  return row.account_id;
}
