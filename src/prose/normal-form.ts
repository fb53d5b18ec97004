/**
 * Signs that one spelling writes as several code points, or as another one. Wider than Unicode's lists: signs that normalizing
 * leaves as they are cost a look at them.
 */
const singles =
  '\\u0340-\\u0344\\u0374\\u037e\\u0387\\u0958-\\u095f\\u09dc-\\u09df\\u0a33-\\u0a5e\\u0b5c\\u0b5d\\u0f43-\\u0fb9\\u1f71-\\u1ffd\\u2000\\u2001\\u2126-\\u212b\\u2329\\u232a\\u2adc\\uf900-\\ufaff\\ufb1d-\\ufb4e\\u{1d15e}-\\u{1d1c0}\\u{2f800}-\\u{2fa1d}';
/** A syllable of Hangul in its parts. */
const syllable = '[\\u1100-\\u1112][\\u1161-\\u1175][\\u11a8-\\u11c2]?|[\\uac00-\\ud7a3][\\u11a8-\\u11c2]';
/** What normalizing can change, each by itself: a letter with its marks, a syllable, a single sign. */
const spelt = new RegExp(`(?:${syllable}|\\P{M})?\\p{M}+|${syllable}|[${singles}]`, 'gu');

/** A text in another form, and where each unit of it stands in the text. */
export interface Formed {
  text: string;
  /** The place in the text of each UTF-16 unit of the form, and the end; undefined if they are the same. */
  places: Uint32Array | undefined;
}

/**
 * A text in NFC, in which each letter has one spelling: Macs write "é" as two code points. A place within what became shorter
 * is its end.
 */
export function normalForm(text: string): Formed {
  const form = text.normalize();
  if (form === text) return { text, places: undefined };
  // A language has few of them, and the engine looks each up in its tables.
  const known = new Map<string, string>();
  const formOf = (piece: string) => {
    const found = known.get(piece) ?? piece.normalize();
    known.set(piece, found);
    return found;
  };
  return { text: form, places: withForm({ text, places: undefined }, spelt, formOf, form.length).places };
}

/** A form with pieces in another one. What is between them is copied as a whole. `lengthMax` is that of the result. */
export function withForm(
  of: Formed,
  pieces: RegExp,
  formOf: (piece: string) => string,
  lengthMax = of.text.length,
): Formed {
  const { text } = of;
  const places = new Uint32Array(lengthMax + 1);
  let [formed, at, length] = ['', 0, 0];
  const copyTo = (end: number) => {
    formed += text.slice(at, end);
    for (; at < end; at += 1) places[length++] = placeIn(of, at);
  };
  pieces.lastIndex = 0;
  for (let found = pieces.exec(text); found; found = pieces.exec(text)) {
    const form = formOf(found[0]);
    if (form === found[0]) continue;
    copyTo(found.index);
    formed += form;
    at = pieces.lastIndex;
    for (let unit = 0; unit < form.length; unit += 1) places[length++] = placeIn(of, unit === 0 ? found.index : at);
  }
  copyTo(text.length);
  places[length] = placeIn(of, text.length);
  return { text: formed, places: places.subarray(0, length + 1) };
}

/** The place in the text of a place in its form. */
export function placeIn({ places }: Formed, at: number): number {
  return places ? (places[at] ?? 0) : at;
}

/** The place in the form of a place in its text. Within what has become one sign, it is the end of that. */
export function formPlaceOf({ places }: Formed, at: number): number {
  if (!places) return at;
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return places[low - 1] === at ? low - 1 : low;
}
