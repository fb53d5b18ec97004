/** Scopes of a key (contract 2), in the order in which answers list them. */
export const scopes = [
  'books:read',
  'books:write',
  'proposals:write',
  'generation:run',
  'publish:write',
  'account:read',
  'account:write',
  'analytics:read',
  'admin:read',
] as const;
export type Scope = (typeof scopes)[number];

/** Scopes that another one includes: a key that may change a book may also propose changes. */
const includedIn: Partial<Record<Scope, Scope>> = { 'proposals:write': 'books:write' };

/** Whether these scopes grant a scope, by itself or in a wider one. */
export function hasScope(granted: readonly Scope[], scope: Scope): boolean {
  const wider = includedIn[scope];
  return granted.includes(scope) || (wider !== undefined && granted.includes(wider));
}

/** Kinds of user of a key. */
export const keyKinds = ['person', 'agent'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Limits of a key besides its scopes (docs/access.md). */
export interface Bounds {
  /** Ids of the books that the key can see; null means every book of the account. */
  bookIds: readonly string[] | null;
  /** True: the key can run queries, but no mutations. */
  readOnly: boolean;
  /** Names of the MCP tools that the key can list and call; null means all. */
  tools: readonly string[] | null;
}

const unbound: Bounds = { bookIds: null, readOnly: false, tools: null };

/** An authenticated key and its account, as of the start of the request. */
export interface Caller extends Bounds {
  tokenId: string;
  /** SHA-256, base64, of the secret that admitted it. */
  secretHash: string;
  accountId: string;
  scopes: readonly Scope[];
  kind: KeyKind;
  /** Null means never. */
  expiresAt: Date | null;
}

/** Caller for work without a key at hand, such as a queued job. */
export function keylessCaller(accountId: string, scopes: readonly Scope[] = [], tokenId = ''): Caller {
  return { ...unbound, tokenId, secretHash: '', accountId, scopes, kind: 'person', expiresAt: null };
}
