import { z } from 'zod';
import { type Scope, scopes } from '../../graphql/context.ts';
import { line } from '../shapes.ts';

export const allScopes = scopes;

/** An account's name; also the author that its books show (contract 4). */
export const accountName = line(120);

/** What is asked for when a token is made (contract 3). */
export const newToken = z.strictObject({
  name: line(120).optional().describe('What the token is for, so that you know which to revoke. Default: `token`.'),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .describe('What it may do; never more than the token that makes it.'),
  expiresInDays: z
    .int()
    .min(1)
    .max(3650)
    .optional()
    .describe('Days until it stops working, 1–3650. Absent: it works until it is revoked.'),
});
export type NewToken = z.output<typeof newToken>;

/** Scopes in the order in which answers list them, each once. */
export function inOrder(wanted: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => wanted.includes(scope));
}

/** The scopes that are asked for and not held. */
export function beyond(wanted: readonly Scope[], held: readonly Scope[]): Scope[] {
  return wanted.filter((scope) => !held.includes(scope));
}
