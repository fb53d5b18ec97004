import { z } from 'zod';
import { noId } from '../../id.ts';
import { idOf, line, textOrNull } from '../shapes.ts';

export const conflictKinds = [
  'goal',
  'value',
  'loyalty',
  'secret',
  'power',
  'rivalry',
  'love',
  'debt',
  'ideology',
  'other',
] as const;
export type ConflictKind = (typeof conflictKinds)[number];

export const conflictStatuses = ['latent', 'open', 'escalating', 'resolved'] as const;
export type ConflictStatus = (typeof conflictStatuses)[number];

/** What an author may write of a conflict, and the only copy of its limits (contract 7; lengths in code points). */
const fields = {
  fromCharacterId: idOf('character').describe('Whose conflict it is: a character of the same book.'),
  toCharacterId: idOf('character').describe('Whom it is with: another character of the same book.'),
  mutual: z.boolean().describe('True where both sides feel it, false where only the first does. Default: true.'),
  kind: z
    .enum(conflictKinds)
    .describe('What it is about. A pair has at most one conflict of a kind, whichever way round where it is mutual.'),
  description: line(500).describe('What stands between them, 1–500 characters; goes into the chapter prompt as it is.'),
  stakes: textOrNull(240).describe(
    'What is lost if it goes wrong, at most 240 characters. Null leaves it out of the chapter prompt.',
  ),
  connection: textOrNull(240).describe(
    'What ties them together all the same, at most 240 characters. Null leaves it out of the chapter prompt.',
  ),
  intensity: z
    .int()
    .min(1)
    .max(5)
    .describe('How strong it is, 1–5; the strongest come first in the chapter prompt. Default: 3.'),
  status: z
    .enum(conflictStatuses)
    .describe('How far it has come. A resolved one is named last in the chapter prompt. Default: `open`.'),
};

export const sameEnds = 'must be another character than fromCharacterId. A conflict has two different ends.';

// Malformed ids have all become one id that no record has: they are missing, not the same.
function endsDiffer({
  fromCharacterId,
  toCharacterId,
}: {
  fromCharacterId?: string | undefined;
  toCharacterId?: string | undefined;
}): boolean {
  return fromCharacterId === undefined || fromCharacterId !== toCharacterId || fromCharacterId === noId;
}

export const newConflict = z
  .strictObject({
    ...fields,
    mutual: fields.mutual.default(true),
    stakes: fields.stakes.default(null),
    connection: fields.connection.default(null),
    intensity: fields.intensity.default(3),
    status: fields.status.default('open'),
  })
  .refine(endsDiffer, { path: ['toCharacterId'], error: sameEnds });
export type NewConflict = z.output<typeof newConflict>;

/** Absent stays; null or blank stakes and connection are cleared. A patch of one end alone is held against the other by the database. */
export const conflictPatch = z
  .strictObject(fields)
  .partial()
  .refine(endsDiffer, { path: ['toCharacterId'], error: sameEnds });
export type ConflictPatch = z.output<typeof conflictPatch>;

/** What a book may hold once: a pair and a kind, in both directions where it is mutual. */
export type Edge = Pick<NewConflict, 'fromCharacterId' | 'toCharacterId' | 'mutual' | 'kind'>;

/** The edge as a patch would leave it. */
export function edgeAfter(current: Edge, patch: ConflictPatch): Edge {
  return {
    fromCharacterId: patch.fromCharacterId ?? current.fromCharacterId,
    toCharacterId: patch.toCharacterId ?? current.toCharacterId,
    mutual: patch.mutual ?? current.mutual,
    kind: patch.kind ?? current.kind,
  };
}

/** A book's conflicts at most. Ours. */
export const conflictsMax = 2000;
