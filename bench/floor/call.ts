import postgres from 'postgres';

const url = process.env.DATABASE_URL ?? '';
export const read = postgres(url, { max: 4, onnotice: () => {} });
export const write = postgres(url, { max: 8, onnotice: () => {} });

export type Row = Record<string, unknown>;

export interface Call {
  hash: Buffer;
  /** The path segments after `/v1/books`. */
  parts: string[];
  body: Row;
}

export interface Answer {
  status: number;
  body: string;
  etag?: string;
}

export const notFound: Answer = { status: 404, body: '{"error":{"code":"not_found","message":"No such book."}}' };
export const invalidRequest: Answer = {
  status: 400,
  body: '{"error":{"code":"invalid_request","message":"Not valid."}}',
};

/** The condition of every statement: the token is valid and has the scope. */
export const authorized = (sql: postgres.Sql, hash: Buffer, scope: string) => sql`
  t.hash = ${hash} AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp()) AND ${scope} = ANY(t.scopes)`;
