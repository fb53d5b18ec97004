/** Concurrent work on a list of items. */
interface ConcurrentWork {
  /** One promise per item, in order. After a failure no further item is started. */
  each: Promise<void>[];
  /** Starts no further item, and resolves when none is in progress. */
  end(): Promise<void>;
}

/** Processes items in order with limited concurrency. */
export function runConcurrently<Item>(
  items: readonly Item[],
  lanesMax: number,
  work: (item: Item) => Promise<void>,
): ConcurrentWork {
  const outcomes = items.map(() => Promise.withResolvers<void>());
  // Each promise is awaited separately or not at all; ignore unhandled rejections.
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
