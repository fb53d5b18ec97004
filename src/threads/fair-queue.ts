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
    const items = this.#waiting.get(accountId) ?? [];
    const at = items.indexOf(item);
    if (at >= 0) items.splice(at, 1);
    if (at >= 0 && items.length === 0) this.#waiting.delete(accountId);
    return at >= 0;
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
