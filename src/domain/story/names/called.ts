import type { NameBearer } from './cast-names.ts';
import { partsOf } from './name-words.ts';
import { wordsOfName } from './words.ts';

type Calls<Bearer> = ReadonlyMap<string, readonly Bearer[]>;

/**
 * Finds members of a cast by what somebody calls them outside of prose: an agent in an argument, a model in a reply. Case, width,
 * accents and spacing do not matter unless two names differ in nothing else.
 */
export class Called<Bearer extends Omit<NameBearer, 'id'>> {
  readonly #exact: readonly Calls<Bearer>[];
  readonly #folded: readonly Calls<Bearer>[];
  readonly #parts: Calls<Bearer>;

  constructor(cast: readonly Bearer[], language: string) {
    const [names, aliases] = [({ name }: Bearer) => [name], (one: Bearer) => one.aliases];
    const partsOfNames = (one: Bearer) =>
      [...names(one), ...aliases(one)].flatMap((all) => partsOf(wordsOfName(all), language));
    this.#exact = [callsOf(cast, names, exact), callsOf(cast, aliases, exact)];
    this.#folded = [callsOf(cast, names, folded), callsOf(cast, aliases, folded)];
    this.#parts = callsOf(cast, partsOfNames, folded);
  }

  /** All who have this name, else this alias, in the order of the cast. */
  byName(called: string): readonly Bearer[] {
    return firstOf(this.#exact, exact(called)) ?? firstOf(this.#folded, folded(called)) ?? [];
  }

  /** All in whose names this is a word that may stand for them, by the rules of names in texts. */
  byWord(called: string): readonly Bearer[] {
    return this.#parts.get(folded(called)) ?? [];
  }
}

function callsOf<Bearer>(
  cast: readonly Bearer[],
  callings: (one: Bearer) => readonly string[],
  formOf: (name: string) => string,
): Calls<Bearer> {
  const calls = new Map<string, Bearer[]>();
  for (const one of cast)
    for (const form of new Set(callings(one).map(formOf))) calls.set(form, [...(calls.get(form) ?? []), one]);
  return calls;
}

function firstOf<Bearer>(levels: readonly Calls<Bearer>[], form: string): readonly Bearer[] | undefined {
  return levels.map((level) => level.get(form)).find((found) => found !== undefined);
}

function exact(name: string): string {
  return name.normalize('NFC').trim();
}

/** Marks of other scripts are vowels, so only those of Latin, Greek and Cyrillic letters go. */
function folded(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f]/gu, '');
  return plain.replace(/[’ʼ]/gu, "'").replace(/\s+/gu, ' ').trim().toLowerCase();
}
