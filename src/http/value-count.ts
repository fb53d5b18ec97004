import { invalidRequest } from '../errors.ts';

/** Maximum values of a JSON body (ours): parsing 200,000 takes 30 ms, and our largest requests have a few thousand. */
export const valuesMax = 200_000;

const [quote, backslash, comma] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
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
    for (const byte of bytes) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#inString) this.#endString(byte);
      else if (byte > space) this.#sign(byte);
    }
  }

  /** Throws `invalid_request` if there are too many values so far. */
  refuseTooMany(): void {
    if (this.#count <= valuesMax) return;
    const message = `has more than ${valuesMax} values, which is the limit. Send less, or in several requests.`;
    throw invalidRequest([{ path: '', message }]);
  }

  #endString(byte: number): void {
    if (byte === quote) this.#inString = false;
    else if (byte === backslash) this.#isEscaped = true;
  }

  #sign(byte: number): void {
    if (this.#hasOpened && byte !== closeObject && byte !== closeList) this.#count += 1;
    this.#hasOpened = byte === openObject || byte === openList;
    if (byte === quote) this.#inString = true;
    else if (byte === comma) this.#count += 1;
  }
}
