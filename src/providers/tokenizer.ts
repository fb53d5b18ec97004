/** Counts the tokens of a text; never below what the model counts, but for what its provider puts around messages. */
export type CountTokens = (text: string) => number;

/** The measure of every count, whatever the model. */
export const tokenizerName = 'o200k_base';

/** Models that read with this very encoding; all others count in ways of their own, near to it. */
const ofThisEncoding = /^(openai\/)?(ft:)?(chatgpt-4o|gpt-4o|gpt-4\.[15]|gpt-[5-9]|gpt-oss|o[1-9])(?![a-z\d])/;

/** Whether counts are the model's own; else they are an estimate, to be labelled as one wherever it is shown. */
export function countsExactly(model: string): boolean {
  return ofThisEncoding.test(model);
}

/** The encoder's time grows with the square of an unbroken run, so one is counted in slices of so many UTF-16 units. Ours. */
const sliceUnits = 128;
const longRun = /\S{128}|\s{128}/;
/** The encoding begins a new part here by itself, so that cutting here changes no count. */
const betweenWordAndSign = /(?<=[\p{L}\p{M}])(?=[\p{P}\p{S}])/u;

/** Lines of outlines, casts and plans come again with every prompt; tails and whole chapters do not. */
const pieceUnitsMax = 2_500;
/** All that is remembered, UTF-16 units: a few books' worth, and then from anew. Ours. */
const rememberedUnitsMax = 2_000_000;

let loading: Promise<CountTokens> | undefined;

/** Loads its tables (about 80 MB) when they are first wanted. */
export function tokenCounter(): Promise<CountTokens> {
  loading ??= load();
  return loading;
}

async function load(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // A text may hold what looks like a control token; it is text all the same.
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
    // No cut through a surrogate pair.
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
