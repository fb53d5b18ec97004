import { invalidRequest } from '../errors.ts';
import { limits } from '../limits/limits.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openObject, openList, closeObject, closeList] = ['{', '[', '}', ']'].map((sign) => sign.charCodeAt(0));
/** Blanks of JSON: tab, line feed, carriage return and space are at most this. */
const space = 0x20;

/** Counts the values of JSON while its bytes arrive. It looks only at signs outside of strings, so the JSON may be invalid. */
export class ValueCount {
  #count = 1;
  #inString = false;
  #isEscaped = false;
  /** After the start of an object or list that may be empty. */
  #hasOpened = false;

  /** Counts further bytes. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = this.#inString ? undefined : bytes[at];
      if (byte === undefined) at = this.#endString(bytes, at);
      else if (byte > space) this.#sign(byte);
    }
  }

  /** Throws `invalid_request` if there are too many values so far. */
  refuseTooMany(): void {
    if (this.#count <= limits.bodyValues) return;
    const message = `has more than ${limits.bodyValues} values, which is the limit. Send less, or in several requests.`;
    throw invalidRequest([{ path: '', message }]);
  }

  /** The place of the quote that ends the string, or the end of the bytes. Texts are long: the loop uses local variables only. */
  #endString(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    let at = this.#isEscaped ? from + 1 : from;
    while (at < length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    this.#inString = at >= length;
    // A backslash was the last byte.
    this.#isEscaped = at > length;
    return at;
  }

  #sign(byte: number): void {
    if (this.#hasOpened && byte !== closeObject && byte !== closeList) this.#count += 1;
    this.#hasOpened = byte === openObject || byte === openList;
    if (byte === quote) this.#inString = true;
    else if (byte === comma) this.#count += 1;
  }
}
