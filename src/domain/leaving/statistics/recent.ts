/** LRU cache with a maximum number of entries. */
export class Recent<Value> {
  private readonly entries = new Map<string, Value>();
  private readonly max: number;

  constructor(max: number) {
    this.max = max;
  }

  get(key: string): Value | undefined {
    const found = this.entries.get(key);
    if (found !== undefined) this.set(key, found);
    return found;
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.max && oldest !== undefined) this.entries.delete(oldest);
  }
}
