/** LRU cache of results, bounded by their total weight. */
export class ResultCache {
  readonly #weightMax: number;
  readonly #kept = new Map<string, { output: unknown; weight: number }>();
  #weight = 0;

  constructor(weightMax: number) {
    this.#weightMax = weightMax;
  }

  get(key: string): { output: unknown } | undefined {
    const found = this.#kept.get(key);
    if (!found) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found;
  }

  set(key: string, output: unknown, weight: number): void {
    this.#weight += weight - (this.#kept.get(key)?.weight ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, { output, weight });
    for (const [oldest, { weight }] of this.#kept) {
      if (this.#weight <= this.#weightMax) return;
      this.#kept.delete(oldest);
      this.#weight -= weight;
    }
  }
}
