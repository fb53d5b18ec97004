import { z } from 'zod';
import { type Caller, keyKinds, type Scope, scopes } from '../../../caller.ts';
import { idOf, line } from '../../shapes.ts';

/** Scopes that only the command line grants, because they reach beyond one account. */
const commandLineOnly: readonly Scope[] = ['admin:read'];

const isGrantable = (scope: Scope) => !commandLineOnly.includes(scope);

/** Default scopes of a key: all that keys can grant. */
export const allScopes: readonly Scope[] = scopes.filter(isGrantable);

/** Scopes of a key for an agent that reads, writes and generates (`token create --for mcp`). */
export const mcpScopes = [
  'books:read',
  'books:write',
  'proposals:write',
  'generation:run',
] as const satisfies readonly Scope[];
export const mcpDays = 90;

/** Lifetime of a sign-in code. */
export const signInSeconds = 10 * 60;
/** Lifetime of a session key, and its idle timeout. */
export const sessionSeconds = 12 * 60 * 60;
export const sessionIdleSeconds = 60 * 60;

/** Name of an account, which is also the default author of its books (contract 4). */
export const accountName = line(120);

/** Maximum live keys of an account: neither revoked nor expired. Browser sessions are counted separately. */
export const liveKeysMax = 100;
export const liveSessionsMax = 20;

/** Maximum former secrets of a key that still work after rotations (ours). */
export const formerSecretsMax = 20;

const toolsMax = 200;

/** Options of the command line for a new key (contract 3). */
export const tokenOfCommandLine = z.strictObject({
  name: line(120).optional().describe('Purpose of the token, to recognize it later. Default: `token`.'),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .describe('Its permissions; never more than those of its parent.'),
  expiresInDays: z
    .int()
    .min(1)
    .max(3650)
    .optional()
    .describe(
      'Days until it expires, 1–3650. It never outlives its parent. Absent: it expires with its parent, if ever.',
    ),
  kind: z
    .enum(keyKinds)
    .optional()
    .describe('Kind of user. Default: that of its parent. A token of an agent can only create tokens for agents.'),
  bookIds: z
    .array(idOf('book'))
    .min(1)
    .max(100)
    .optional()
    .describe('Restricts it to these books, 1–100; it cannot create or import books. Absent: the books of its parent.'),
  readOnly: z.boolean().optional().describe('True: restricts it to reads, regardless of its scopes. Default: false.'),
  tools: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(toolsMax)
    .optional()
    .describe(
      'Restricts it to these MCP tools, by name. Absent: the tools of its parent. REST and GraphQL are not affected.',
    ),
});

/** Body of a request for a new key. */
export const newToken = tokenOfCommandLine.extend({
  scopes: tokenOfCommandLine.shape.scopes
    .refine((wanted) => wanted.every(isGrantable), `${commandLineOnly.join()} is granted on the command line only.`)
    .describe(tokenOfCommandLine.shape.scopes.description ?? ''),
});
export type NewToken = z.output<typeof newToken>;

/** Body of a rotation. */
export const rotation = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(604_800)
    .optional()
    .describe('Seconds in which the old secret still works, 0–604800. Default: 3600.'),
});
export const usualOverlapSeconds = 3_600;

/** Scopes without duplicates, in the order of answers. */
export function inOrder(wanted: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => wanted.includes(scope));
}

/** Requested entries that are not held. */
export function notHeld<T>(wanted: readonly T[], held: readonly T[]): T[] {
  return wanted.filter((one) => !held.includes(one));
}

/** Rights that are compared between keys. */
type Rights = Pick<Caller, 'scopes' | 'bookIds' | 'expiresAt'>;
type AllRights = Rights & Pick<Caller, 'kind' | 'readOnly' | 'tools'>;

/** True if the scopes, books and expiry of the key lie within those of the holder. */
export function isRevocableBy(key: Rights, holder: Rights): boolean {
  return (
    notHeld(key.scopes, holder.scopes).length === 0 &&
    isNarrower(key.bookIds, holder.bookIds) &&
    (holder.expiresAt === null || (key.expiresAt !== null && key.expiresAt <= holder.expiresAt))
  );
}

/** True if the key has no right that the holder lacks, because the holder gets its new secret. */
export function isRotatableBy(key: AllRights, holder: AllRights): boolean {
  return (
    isRevocableBy(key, holder) &&
    isNarrower(key.tools, holder.tools) &&
    (key.readOnly || !holder.readOnly) &&
    (key.kind === 'agent' || holder.kind === 'person')
  );
}

/** Null means everything. */
function isNarrower(list: readonly string[] | null, held: readonly string[] | null): boolean {
  return held === null || (list !== null && notHeld(list, held).length === 0);
}
