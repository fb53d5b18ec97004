/**
 * The provider that a mutation calls. A call for text or a picture has a preview of its prompt and price, which the mutation
 * declares (domain/calls/run/paid-schema.ts). Speech is made of the text itself.
 */
export type Calls = { provider: 'text' | 'image'; mutation: string } | { provider: 'speech' };

/** What a mutation does. Its field declares it, and the compiler demands it. */
export interface Effect {
  /**
   * How a full account (`QUOTA_BYTES`) meets it:
   * - `adds` makes records. It is refused before it begins.
   * - `starts` a run, and is refused when one would begin. Joining a run, or reading its answer, is allowed.
   * - `changes` what is there. It is refused when it has added more than a little.
   * - `frees`, or adds nothing that counts. It is never refused. It may wait for a run, which no transaction can.
   */
  space: 'adds' | 'starts' | 'changes' | 'frees';
  /**
   * Whether the same call, sent again, changes nothing more. If not, or if only its answer would differ (`keyed`), the field
   * takes an idempotency key.
   */
  repeatable: boolean | 'keyed';
  /** Whether it deletes something. */
  destructive: boolean;
  /** The provider that it calls; absent if it calls none. */
  calls?: Calls;
  /** It waits for a run to end. */
  waitsForRun?: boolean;
}

/** Whether its work takes longer than a transaction may. */
export function isLong({ calls, waitsForRun }: Pick<Effect, 'calls' | 'waitsForRun'>): boolean {
  return calls !== undefined || waitsForRun === true;
}

/** The cost of reading what a prompt is made of: the plan, the cast, the conflicts and every chapter (complexity.ts). */
export const promptCost = 5_000;

/** The usual effects, to be spread into the options of a field. */
export const creates = { space: 'adds', repeatable: false, destructive: false } as const satisfies Effect;
export const startsRun = (calls: Calls) =>
  ({
    space: 'starts',
    repeatable: false,
    destructive: false,
    complexity: promptCost,
    calls,
  }) as const satisfies Effect & { complexity: number };
export const changes = { space: 'changes', repeatable: true, destructive: false } as const satisfies Effect;
export const arranges = { space: 'frees', repeatable: 'keyed', destructive: false } as const satisfies Effect;
export const removes = { space: 'frees', repeatable: true, destructive: true } as const satisfies Effect;

/** The effect of a field from its options; undefined for a query or a subscription. */
export function effectOf(options: unknown): Effect | undefined {
  // Pothos knows the options of a field only where it is defined.
  const { space, repeatable, destructive, calls, waitsForRun } = (options ?? {}) as Partial<Effect>;
  if (space === undefined || repeatable === undefined || destructive === undefined) return undefined;
  return { space, repeatable, destructive, ...(calls && { calls }), ...(waitsForRun && { waitsForRun }) };
}
