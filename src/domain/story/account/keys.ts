import type { Caller } from '../../../caller.ts';
import { invalidRequest, invalidState, notFound, ServiceError, StaleVersion } from '../../../errors.ts';
import type { Context } from '../../../graphql/context.ts';
import type { Sql } from '../../../sql/connect.ts';
import { countingBooks } from './hooks.ts';
import { isRevocableBy, isRotatableBy, liveKeysMax, type NewToken, notHeld, usualOverlapSeconds } from './rules.ts';
import { insertToken, isStillAdmitted, rotateToken } from './secret-store.ts';
import * as store from './store.ts';

const daySeconds = 86_400;

/** Creates a child of the caller's key, with at most its rights. */
export async function makeKey(
  { sql, caller, toolNames }: Pick<Context, 'sql' | 'caller' | 'toolNames'>,
  wanted: NewToken,
): Promise<[store.Token, string]> {
  const row = childOf(caller, wanted);
  refuseUnknownTools(wanted.tools, toolNames);
  if (wanted.bookIds) {
    const [count = 0] = await countingBooks.run(sql, caller.accountId, wanted.bookIds);
    if (count < new Set(wanted.bookIds).size) return notFound('book');
  }
  return (await insertToken(sql, caller.accountId, row)) ?? refuseKey(sql, caller);
}

/** Refuses rights that the parent lacks, and defaults to the parent's. */
function childOf(caller: Caller, wanted: NewToken): store.TokenRow {
  const [scope] = notHeld(wanted.scopes, caller.scopes);
  if (scope) throw lacking(caller, `This token lacks ${scope} and cannot pass it on.`, scope);
  const [book] = caller.bookIds ? notHeld(wanted.bookIds ?? [], caller.bookIds) : [];
  if (book) throw lacking(caller, `This token is bound to other books than ${book} and cannot pass that one on.`);
  const [tool] = caller.tools ? notHeld(wanted.tools ?? [], caller.tools) : [];
  if (tool) throw lacking(caller, 'This token is bound to other tools and cannot pass these on.');
  if (caller.kind === 'agent' && wanted.kind === 'person')
    throw lacking(caller, 'This is an agent’s token. It cannot make a person’s.');
  return {
    name: wanted.name ?? 'token',
    scopes: wanted.scopes,
    kind: wanted.kind ?? caller.kind,
    bookIds: wanted.bookIds ? [...new Set(wanted.bookIds)] : caller.bookIds,
    readOnly: caller.readOnly || (wanted.readOnly ?? false),
    tools: wanted.tools ? [...new Set(wanted.tools)] : caller.tools,
    expiresInSeconds: wanted.expiresInDays && wanted.expiresInDays * daySeconds,
    parent: caller,
  };
}

/** A misspelt tool would be missing without an error. */
export function refuseUnknownTools(tools: readonly string[] | undefined, known: ReadonlySet<string>): void {
  const issues = (tools ?? []).flatMap((tool, at) =>
    known.has(tool) ? [] : [{ path: `tools[${at}]`, message: 'is not a tool. tools/list and find_tool list them.' }],
  );
  if (issues.length > 0) throw invalidRequest(issues);
}

async function refuseKey(sql: Sql, caller: Caller): Promise<never> {
  if (await isStillAdmitted(sql, caller)) return tooManyKeys();
  throw noLongerAdmitted('No key was made.');
}

function noLongerAdmitted(unchanged: string): ServiceError {
  return new ServiceError('invalid_token', `This key was revoked or replaced, or has expired, meanwhile. ${unchanged}`);
}

function tooManyKeys(): never {
  return invalidState(
    `An account has at most ${liveKeysMax} live keys. Revoke one that is not needed, then try again.`,
  );
}

/** Revokes a key with its descendants: the caller's own, or one whose scopes, books and expiry lie within the caller's. */
export function revokeKey(sql: Sql, caller: Caller, tokenId: string): Promise<store.Token> {
  return sql.begin(async (tx): Promise<store.Token> => {
    const { accountId } = caller;
    await store.lockAccount(tx, accountId);
    const token = (await store.tokenById(tx, accountId, tokenId)) ?? notFound('token');
    if (token.id !== caller.tokenId && !isRevocableBy(token, caller))
      throw lacking(
        caller,
        'This token can revoke itself, and tokens whose scopes, books and expiry lie within its own. Use one with more rights, or the command line.',
        notHeld(token.scopes, caller.scopes)[0],
      );
    return (await store.revokeToken(tx, accountId, tokenId)) ?? notFound('token');
  });
}

/** A wanted rotation. */
interface Rotation {
  tokenId: string;
  overlapSeconds?: number | undefined;
  expectedVersion?: number | undefined;
}

/** Gives a key a new secret and answers it: the caller's own key, or one with no right that the caller lacks. */
export function rotateKey(
  sql: Sql,
  caller: Caller,
  { tokenId, overlapSeconds = usualOverlapSeconds, expectedVersion }: Rotation,
): Promise<[store.Token, string]> {
  return sql.begin(async (tx): Promise<[store.Token, string]> => {
    const { accountId } = caller;
    await store.lockAccount(tx, accountId);
    const token = (await store.tokenById(tx, accountId, tokenId)) ?? notFound('token');
    if (token.id !== caller.tokenId && !isRotatableBy(token, caller))
      throw lacking(
        caller,
        'This token can rotate itself, and tokens without any right that it lacks. Use one with more rights, or the command line.',
        notHeld(token.scopes, caller.scopes)[0],
      );
    if (expectedVersion !== undefined && expectedVersion !== token.version)
      throw new StaleVersion('token', shownTo(caller, token), expectedVersion);
    const rotated = await rotateToken(tx, accountId, tokenId, overlapSeconds, caller);
    if (rotated) return rotated;
    if (!(await isStillAdmitted(tx, caller))) throw noLongerAdmitted('No key was rotated.');
    return refuseRotation(token);
  });
}

/** The members that answers have. */
function shownTo(caller: Caller, { accountId: _account, isSession: _session, isLive: _live, ...token }: store.Token) {
  return { ...token, bookIds: seenBy(caller, token.bookIds) };
}

/** A bound key sees only its own books here. */
export function seenBy({ bookIds: seen }: Caller, bookIds: readonly string[] | null): string[] | null {
  if (bookIds === null) return null;
  return seen ? bookIds.filter((id) => seen.includes(id)) : [...bookIds];
}

function refuseRotation({ revokedAt, expiresAt }: store.Token): never {
  if (revokedAt) return invalidState('This token was revoked. Create a new one.');
  if (expiresAt && expiresAt <= new Date()) return invalidState('This token has expired. Create a new one.');
  return invalidState(
    'Too many former secrets of this token still work. Wait until one stops working, or create a token.',
  );
}

function lacking({ scopes }: Caller, message: string, scope?: string): ServiceError {
  const named = scope === undefined ? {} : { required_scope: scope };
  return new ServiceError('insufficient_scope', message, { ...named, granted_scopes: scopes });
}

/** Creates a key without a parent, for the owner of the database. */
export async function makeKeyAsOwner(sql: Sql, accountId: string, row: store.TokenRow): Promise<[store.Token, string]> {
  return (await insertToken(sql, accountId, row)) ?? tooManyKeys();
}

/** Revokes any key, for the command line. Undefined if there is no such key. */
export async function revokeKeyAsOwner(sql: Sql, tokenId: string): Promise<store.Token | undefined> {
  const accountId = await store.accountOfToken(sql, tokenId);
  if (accountId === undefined) return undefined;
  return sql.begin(async (tx): Promise<store.Token | undefined> => {
    await store.lockAccount(tx, accountId);
    return store.revokeToken(tx, accountId, tokenId);
  });
}

/** Rotates any key. The second member is the secret. */
export async function rotateKeyAsOwner(
  sql: Sql,
  tokenId: string,
  overlapSeconds = usualOverlapSeconds,
): Promise<[store.Token, string] | undefined> {
  const accountId = await store.accountOfToken(sql, tokenId);
  if (accountId === undefined) return undefined;
  return sql.begin(async (tx): Promise<[store.Token, string] | undefined> => {
    await store.lockAccount(tx, accountId);
    const token = await store.tokenById(tx, accountId, tokenId);
    return token && ((await rotateToken(tx, accountId, tokenId, overlapSeconds)) ?? refuseRotation(token));
  });
}
