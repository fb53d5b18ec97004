import { z } from 'zod';

/** Points of view that can be proposed: those of a plan. */
const povLocks = ['first', 'second', 'third-limited', 'third-omniscient', 'third-objective', 'multi'] as const;
/** People that are proposed. Ours. */
const peopleMax = 20;

const short = (max: number) => z.string().trim().max(max);
const person = z.object({
  name: short(120).min(1),
  aliases: z.array(short(120).min(1)).max(5).default([]),
  role: short(200).default(''),
  bio: short(1_000).default(''),
  isPov: z.boolean().default(false),
});

/** What a model proposes that a book is. Members have the names that they have where they are set. */
export const proposed = z.object({
  premise: short(2_000).min(10),
  genre: short(120).min(1),
  audience: short(120).default(''),
  toneStyle: short(200).default(''),
  povLock: z.enum(povLocks).nullable().default(null),
  tenseLock: z.enum(['past', 'present']).nullable().default(null),
  people: z.array(person).max(peopleMax).default([]),
});
export type Proposed = z.output<typeof proposed>;
