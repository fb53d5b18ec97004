/** Pieces of work under way. */
export interface Lanes {
  /** Of each item, in their order; rejects with the first failure, after which no other is begun. */
  each: Promise<void>[];
  /** Begins no other, and resolves when none is under way. */
  end(): Promise<void>;
}

/** Does work on items in order, on some of them at the same time. */
export function inLanes<Item>(items: readonly Item[], lanesMax: number, work: (item: Item) => Promise<void>): Lanes {
  const outcomes = items.map(() => Promise.withResolvers<void>());
  // Whoever waits for one hears of it; nobody waits for all.
  for (const { promise } of outcomes) promise.catch(() => {});
  const waiting = [...items.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      try {
        await work(item);
        outcomes[index]?.resolve();
      } catch (error) {
        waiting.length = 0;
        for (const { reject } of outcomes) reject(error);
      }
    }
  };
  const lanes = Array.from({ length: lanesMax }, lane);
  return {
    each: outcomes.map(({ promise }) => promise),
    async end() {
      waiting.length = 0;
      await Promise.all(lanes);
    },
  };
}
