/** Counts the tokens of a text. Never less than the model counts, except for what its provider adds around messages. */
export type CountTokens = (text: string) => number;

/** Encoding used for all counts, whatever the model. */
export const tokenizerName = 'o200k_base';

/** Models that use this encoding. Others count differently, but closely. */
const ofThisEncoding = /^(openai\/)?(ft:)?(chatgpt-4o|gpt-4o|gpt-4\.[15]|gpt-[5-9]|gpt-oss|o[1-9])(?![a-z\d])/;

/** Whether counts are exact for the model. Otherwise they are labelled as an estimate. */
export function countsExactly(model: string): boolean {
  return ofThisEncoding.test(model);
}

/** The encoder is quadratic in unbroken runs, so they are counted in slices of this many UTF-16 units. Ours. */
const sliceUnits = 128;
const longRun = /\S{128}|\s{128}/;
/** The encoding splits here anyway, so cutting here changes no count. */
const betweenWordAndSign = /(?<=[\p{L}\p{M}])(?=[\p{P}\p{S}])/u;

/** Lines of outlines, casts and plans recur in every prompt; tails and whole chapters do not. */
const pieceUnitsMax = 2_500;
/** Cache size in UTF-16 units: a few books. The cache is cleared when it is full. Ours. */
const rememberedUnitsMax = 2_000_000;

let loading: Promise<CountTokens> | undefined;

/** Loads its tables (about 90 MB) on first use, in one turn of 0.3 s. The server does so when it starts. */
export function tokenCounter(): Promise<CountTokens> {
  loading ??= load();
  return loading;
}

async function load(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Text that looks like a control token is counted as text.
  const asText = { disallowedSpecial: new Set<string>() };
  const counted = (text: string) => countTokens(text, asText);
  const bounded = (text: string) =>
    longRun.test(text) ? slicesOf(text).reduce((sum, slice) => sum + counted(slice), 0) : counted(text);
  return remembering(bounded);
}

function slicesOf(text: string): string[] {
  return text.split(betweenWordAndSign).flatMap((part) => (longRun.test(part) ? sliced(part) : [part]));
}

function sliced(part: string): string[] {
  const slices: string[] = [];
  for (let begin = 0; begin < part.length; ) {
    // Never split a surrogate pair.
    const end = begin + sliceUnits + (isHighSurrogate(part.charCodeAt(begin + sliceUnits - 1)) ? 1 : 0);
    slices.push(part.slice(begin, end));
    begin = end;
  }
  return slices;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function remembering(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  let units = 0;
  return (text) => {
    if (text.length > pieceUnitsMax) return count(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const tokens = count(text);
    units += text.length;
    if (units > rememberedUnitsMax) {
      known.clear();
      units = text.length;
    }
    known.set(text, tokens);
    return tokens;
  };
}
