/** A queue that serves accounts round-robin: one item per account and turn. */
export class FairQueue<Item> {
  readonly #waiting = new Map<string, Item[]>();

  push(accountId: string, item: Item): void {
    const items = this.#waiting.get(accountId);
    if (items) items.push(item);
    else this.#waiting.set(accountId, [item]);
  }

  /** Number of queued items of an account. */
  lengthOf(accountId: string): number {
    return this.#waiting.get(accountId)?.length ?? 0;
  }

  /** Whether the item was there. */
  remove(accountId: string, item: Item): boolean {
    return this.take(accountId, (one) => one === item).length > 0;
  }

  /** Removes the items of an account that match, and returns them in order. */
  take(accountId: string, matches: (item: Item) => boolean): Item[] {
    const items = this.#waiting.get(accountId) ?? [];
    const taken = items.filter(matches);
    if (taken.length === 0) return taken;
    const left = items.filter((item) => !matches(item));
    if (left.length > 0) this.#waiting.set(accountId, left);
    else this.#waiting.delete(accountId);
    return taken;
  }

  /** Takes the next item of the first account that `mayHave` admits, and moves that account to the end. Undefined without one. */
  shift(mayHave: (accountId: string) => boolean = () => true): Item | undefined {
    for (const [accountId, items] of this.#waiting) {
      if (!mayHave(accountId)) continue;
      this.#waiting.delete(accountId);
      const item = items.shift();
      if (items.length > 0) this.#waiting.set(accountId, items);
      return item;
    }
    return undefined;
  }
}
