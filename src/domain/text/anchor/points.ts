/** Converts places in one text between code points and UTF-16 units. Nearly all prose has one unit for each. */
export class Points {
  /** Places of the first halves of surrogate pairs, in units. */
  readonly #pairs: number[] = [];

  constructor(text: string) {
    for (let at = 0; at < text.length - 1; at += 1) {
      if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) this.#pairs.push(at);
    }
  }

  ofUnit(unit: number): number {
    return unit - firstIndex(this.#pairs, (pair) => pair >= unit);
  }

  toUnit(point: number): number {
    // Pair n stands n points before its units.
    return point + firstIndex(this.#pairs, (pair, nth) => pair - nth >= point);
  }
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** The index of the first entry that meets a condition, which all later ones meet too; the length if none does. */
export function firstIndex<T>(list: ArrayLike<T>, meets: (entry: T, index: number) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // The index is within the list.
    if (meets(list[middle] as T, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
