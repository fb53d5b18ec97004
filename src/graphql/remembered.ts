/** Texts by their keys, as many as were used last: bounded by number and by bytes, whoever sends them. */
export class Remembered {
  private readonly texts = new Map<string, string>();
  private readonly countMax: number;
  private readonly bytesMax: number;
  private bytes = 0;

  constructor({ countMax, bytesMax }: { countMax: number; bytesMax: number }) {
    this.countMax = countMax;
    this.bytesMax = bytesMax;
  }

  get(key: string): string | undefined {
    const text = this.texts.get(key);
    if (text === undefined) return undefined;
    this.texts.delete(key);
    this.texts.set(key, text);
    return text;
  }

  add(key: string, text: string): void {
    if (this.get(key) !== undefined) return;
    this.texts.set(key, text);
    this.bytes += Buffer.byteLength(text);
    for (const [oldest, old] of this.texts) {
      if (this.texts.size <= this.countMax && this.bytes <= this.bytesMax) return;
      this.texts.delete(oldest);
      this.bytes -= Buffer.byteLength(old);
    }
  }
}
