import { genderOfTitle, isParticle } from './languages.ts';
import { formsOf } from './words.ts';

interface Bearer {
  /** All words of the names, without particles. */
  words: Set<string>;
  /** The first words of the names. */
  firsts: Set<string>;
  /** Of the titles at the start of the names. */
  genders: Set<'female' | 'male'>;
}

/** The names of each member of a cast by their words, to tell whether a word beside a name belongs to it. */
export class Bearers {
  readonly #byId = new Map<string, Bearer>();

  add(id: string, words: readonly string[]): void {
    const bearer: Bearer = this.#byId.get(id) ?? { words: new Set(), firsts: new Set(), genders: new Set() };
    this.#byId.set(id, bearer);
    for (const word of words) if (!isParticle(word)) bearer.words.add(word);
    const [first = '', ...others] = words;
    bearer.firsts.add(first);
    const gender = others.length > 0 ? genderOfTitle(first) : undefined;
    if (gender) bearer.genders.add(gender);
  }

  /** Whether a word, or an initial, is of a name of one of them. */
  haveWord(ids: Iterable<string>, word: string, language: string): boolean {
    const forms = formsOf(word, language);
    const isInitial = word.length === 1;
    return this.#of(ids).some(
      ({ words }) =>
        forms.some((form) => words.has(form)) || (isInitial && [...words].some((one) => one.startsWith(word))),
    );
  }

  /** Whether the name of one of them begins with a word. */
  beginWith(ids: Iterable<string>, word: string): boolean {
    return this.#of(ids).some(({ firsts }) => firsts.has(word));
  }

  /** What the titles of all of them agree on. Whose title is not known may have any. */
  genderOf(ids: Iterable<string>): 'female' | 'male' | undefined {
    const genders = this.#of(ids).map((one) => [...one.genders]);
    const [first, ...others] = new Set(genders.flat());
    return others.length === 0 && genders.every(({ length }) => length > 0) ? first : undefined;
  }

  #of(ids: Iterable<string>): Bearer[] {
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }
}
