/** LRU cache bounded by number and bytes. */
export class LruCache<T> {
  private readonly all = new Map<string, { value: T; bytes: number }>();
  private readonly countMax: number;
  private readonly bytesMax: number;
  private bytes = 0;

  constructor({ countMax, bytesMax }: { countMax: number; bytesMax: number }) {
    this.countMax = countMax;
    this.bytesMax = bytesMax;
  }

  get(key: string): T | undefined {
    const found = this.all.get(key);
    if (!found) return undefined;
    this.all.delete(key);
    this.all.set(key, found);
    return found.value;
  }

  add(key: string, value: T, bytes: number): void {
    if (this.get(key) !== undefined) return;
    this.all.set(key, { value, bytes });
    this.bytes += bytes;
    for (const [oldest, old] of this.all) {
      if (this.all.size <= this.countMax && this.bytes <= this.bytesMax) return;
      this.all.delete(oldest);
      this.bytes -= old.bytes;
    }
  }
}
