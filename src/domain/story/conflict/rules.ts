import { z } from 'zod';
import { noId } from '../../../ids/id.ts';
import { idOf, line, patchOf, textOrNull } from '../../shapes.ts';

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

export const sameEnds = 'must be another character than fromCharacterId. A conflict has two different ends.';

// All malformed ids have become one unknown id: they are missing, not equal.
function endsDiffer({
  fromCharacterId,
  toCharacterId,
}: {
  fromCharacterId?: string | undefined;
  toCharacterId?: string | undefined;
}): boolean {
  return fromCharacterId === undefined || fromCharacterId !== toCharacterId || fromCharacterId === noId;
}

/** Writable fields of a conflict: the single source of their limits (contract 7; lengths in code points). */
export const newConflict = z
  .strictObject({
    fromCharacterId: idOf('character').describe('The first character.'),
    toCharacterId: idOf('character').describe('The other character, of the same book.'),
    mutual: z.boolean().describe('False if only the first character feels it. Default: true.').default(true),
    kind: z.enum(conflictKinds).describe('What it is about; one of each kind a pair.'),
    description: line(500).describe('The conflict in words, 1–500 characters, for the chapter prompt.'),
    stakes: textOrNull(240).describe('What is at risk, at most 240 characters.').default(null),
    connection: textOrNull(240).describe('What connects them in spite of it, at most 240 characters.').default(null),
    intensity: z
      .int()
      .min(1)
      .max(5)
      .describe('How strong it is, 1–5; the strongest come first in a prompt. Default: 3.')
      .default(3),
    status: z
      .enum(conflictStatuses)
      .describe('Its state; resolved ones come last in a prompt. Default: `open`.')
      .default('open'),
  })
  .refine(endsDiffer, { path: ['toCharacterId'], error: sameEnds });
export type NewConflict = z.output<typeof newConflict>;

/**
 * Absent fields stay unchanged; null or blank stakes and connection are cleared. The database checks a patch of one end
 * against the other.
 */
export const conflictPatch = patchOf(newConflict).refine(endsDiffer, { path: ['toCharacterId'], error: sameEnds });
export type ConflictPatch = z.output<typeof conflictPatch>;

/** Unique per book: a pair and a kind, in both directions if it is mutual. */
export type Edge = Pick<NewConflict, 'fromCharacterId' | 'toCharacterId' | 'mutual' | 'kind'>;

/** The edge after a patch. */
export function edgeAfter(current: Edge, patch: ConflictPatch): Edge {
  return {
    fromCharacterId: patch.fromCharacterId ?? current.fromCharacterId,
    toCharacterId: patch.toCharacterId ?? current.toCharacterId,
    mutual: patch.mutual ?? current.mutual,
    kind: patch.kind ?? current.kind,
  };
}

/** Maximum conflicts of a book. Ours. */
export const conflictsMax = 2000;

/** Checks a list of conflicts: a pair has at most one of a kind in each direction (contract 7). */
export function twinFaults(conflicts: readonly Readonly<Record<string, unknown>>[]) {
  const seen = new Set<string>();
  return conflicts.flatMap(({ fromCharacterId: from, toCharacterId: to, kind, mutual }, index) => {
    const edges = [[from, to], ...(mutual ? [[to, from]] : [])].map((ends) => JSON.stringify([...ends, kind]));
    const isTwin = edges.some((edge) => seen.has(edge));
    for (const edge of edges) seen.add(edge);
    return isTwin ? [{ path: `[${index}]`, message: `is a second conflict of the kind ${kind} between the two.` }] : [];
  });
}
