import { Bearers } from './bearers.ts';
import { isOfOther } from './beside.ts';
import { commonWordsOf, isDeterminer } from './everyday-words.ts';
import { isAnd, isDeed, isTitle, marksNamesAlone } from './languages.ts';
import { byPlace, type Mention, type Mentions, put } from './mentions.ts';
import { isCapitals, isLongEnough, partsOf } from './name-words.ts';
import { Phrases } from './phrases.ts';
import { familyName, isAloneWithArticle, leadingTitles, standsAlone, titleForms } from './titled.ts';
import { isUnspaced, UnspacedNames, unspacedPartsOf } from './unspaced.ts';
import { formsOf, inCapitals, joinsName, type TextWords, textWords, wordsOfName } from './words.ts';

export type { Mention, Mentions } from './mentions.ts';

export interface NameBearer {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

type Owners = ReadonlySet<string>;

const nobody: Owners = new Set();
/** Owners of a word whose neighbours are looked at. Ours. */
const ownersMax = 10;

/**
 * The names of a cast, made once for many texts. A text is read once for any size of cast. The rules are in
 * docs/prompt.md, "Names".
 */
export class CastNames {
  readonly language: string;
  /** Every word of every name in its forms, also titles and particles. */
  readonly everyWord = new Set<string>();
  /** Names and aliases of one word. */
  readonly #whole = new Map<string, Set<string>>();
  /** Words of longer names that may stand for them. */
  readonly #parts = new Map<string, Set<string>>();
  /** Names of several words. */
  readonly #phrases: Phrases;
  readonly #unspaced = new UnspacedNames();
  readonly #bearers = new Bearers();
  /** Ids by title and its abbreviations. */
  readonly #titled = new Map<string, Set<string>>();
  /** Last words of longer names. */
  readonly #surnames = new Map<string, Set<string>>();
  /** Names in lower case: a text that has one of them uses it as another word. */
  readonly #small = new Set<string>();

  constructor(cast: readonly NameBearer[], language: string) {
    this.language = language;
    this.#phrases = new Phrases(language);
    for (const { id, name, aliases } of cast) for (const called of [name, ...aliases]) this.#add(called, id);
    for (const word of [...this.#whole.keys(), ...this.#parts.keys()]) {
      this.everyWord.add(word);
      this.#small.add(word.toLowerCase());
    }
  }

  /** Single words that name somebody, with their owners. */
  *singleWords(): Generator<[string, Owners]> {
    yield* this.#whole;
    yield* this.#parts;
  }

  /** The places of a text that name the cast, in one pass. */
  read(text: string | TextWords): Mentions {
    const words = typeof text === 'string' ? textWords(text, this.language) : text;
    const found: Mentions = { certain: [], ambiguous: [], doubtful: [] };
    if (!this.#unspaced.isEmpty)
      for (const { start, end, owners } of this.#unspaced.matchesIn(words.source))
        put(found, { start, end, words: words.source.slice(start, end).normalize('NFC'), owners: [...owners] });
    const small = this.#smallWordsOf(words);
    for (let at = 0; at < words.words.length; at += 1) {
      if (!this.#mayBegin(words.words[at]?.text ?? '')) continue;
      const family = this.#familyAt(words, at);
      if (family) found.ambiguous.push(mentionOf(words, at, family));
      const run =
        this.#phraseAt(words, at) ?? this.#coupleAt(words, at) ?? this.#titleAt(words, at) ?? this.#runAt(words, at);
      if (!run || family) continue;
      const isSingle = run.last === at && run.isSingle;
      const isDoubtful = isSingle && (this.#isOtherWord(words, at, small) || this.#isOfOther(words, at, run));
      if (isDoubtful) found.doubtful.push(mentionOf(words, at, run));
      else put(found, mentionOf(words, at, run));
      at = run.last;
    }
    if (!this.#unspaced.isEmpty) for (const list of [found.certain, found.ambiguous]) list.sort(byPlace);
    return found;
  }

  #add(called: string, id: string): void {
    const name = called.normalize('NFC').trim();
    if (isUnspaced(name)) {
      this.#unspaced.add(name, id, false);
      for (const part of unspacedPartsOf(name)) this.#unspaced.add(part, id, true);
      return;
    }
    const words = wordsOfName(name);
    for (const word of words) this.everyWord.add(word);
    this.#bearers.add(id, words);
    const [only] = words;
    if (words.length > 1) putWord(this.#surnames, words.at(-1), id);
    this.#addTitles(words, id);
    for (const form of this.#writingsOf(words))
      if (form.length > 1) this.#phrases.add(form, id);
      else putWord(this.#whole, form[0], id);
    if (words.length === 1 && only)
      for (const form of formsOf(only, 'x').slice(1).filter(isLongEnough)) putWord(this.#parts, form, id);
    for (const word of partsOf(words, this.language)) {
      for (const form of [word, inCapitals(word, this.language), ...formsOf(word, 'x').slice(1)])
        if (isLongEnough(form)) putWord(this.#parts, form, id);
    }
  }

  /** "Doctor Ruth Alder" is also Dr. Alder, and the Doctor. */
  #addTitles(name: readonly string[], id: string): void {
    const titles = leadingTitles(name, this.language);
    const rest = name.slice(titles.length);
    for (const title of titles)
      for (const form of titleForms(title, this.language)) {
        for (const after of [rest, rest.slice(-1)]) this.#phrases.add([form, ...after], id);
        if (standsAlone(form, this.language)) putWord(this.#titled, form, id);
      }
  }

  /** As written, in capitals, and as at the start of a sentence. */
  #writingsOf(words: readonly string[]): string[][] {
    const [first = '', ...rest] = words;
    return [
      [...words],
      words.map((word) => inCapitals(word, this.language)),
      [first.replace(/^./u, (letter) => letter.toUpperCase()), ...rest],
    ];
  }

  /** Spares most words the search for their forms. */
  #mayBegin(word: string): boolean {
    const isName = (one: string) => this.everyWord.has(one) || this.#phrases.begin(one) || this.#titled.has(one);
    return isName(word) || /['-]/.test(word) || (/s$/i.test(word) && isName(word.slice(0, -1)));
  }

  /** The longest name of several words from here. */
  #phraseAt(text: TextWords, from: number): Run | undefined {
    const phrase = this.#phrases.longestAt(text, from);
    return phrase && this.#extended(text, { ...phrase, isSingle: false }, phrase.owners);
  }

  /** The first title of "Mr. and Mrs. Venn", if somebody is called so. */
  #coupleAt(text: TextWords, at: number): Run | undefined {
    const [title = '', and = '', other = ''] = text.words.slice(at, at + 3).map((word) => word.text);
    if (!isAnd(and) || !isTitle(title, this.language) || !isTitle(other, this.language)) return undefined;
    const name = this.#phrases.longestAt(text, at + 3, title);
    return name && { ...name, last: at, form: title, isSingle: false };
  }

  /** A title behind its article, for those who bear it. */
  #titleAt(text: TextWords, at: number): Run | undefined {
    const [form = ''] = formsOf(text.words[at]?.text ?? '', this.language).filter((one) => this.#titled.has(one));
    const owners = this.#titled.get(form);
    if (!owners || !isAloneWithArticle(text, at, this.language)) return undefined;
    return { last: at, owners, form, isSingle: false };
  }

  /** The Reeves: the author is told whom that may mean. */
  #familyAt(text: TextWords, at: number): Run | undefined {
    const form = familyName(text, at, this.language);
    const owners = form === undefined ? undefined : this.#surnames.get(form);
    return owners && { last: at, owners, form: text.words[at]?.text ?? '', isSingle: false };
  }

  #runAt(text: TextWords, from: number): Run | undefined {
    const start = this.#ownersOf(text.words[from]?.text ?? '');
    if (!start) return undefined;
    return this.#extended(text, { last: from, owners: start.owners, form: start.form, isSingle: true }, start.all);
  }

  /** With the words of names that follow, as long as one character has all of them: the words of Mara Venn beside Tom Venn. */
  #extended({ words, source }: TextWords, start: Run, all: Owners): Run {
    let [run, shared] = [start, all];
    for (let at = start.last + 1; at < words.length; at += 1) {
      const [before, word] = [words[at - 1], words[at]];
      if (!before || !word || !joinsName(source.slice(before.end, word.start), before.text)) break;
      const next = this.#ownersOf(word.text);
      const both = next ? new Set([...shared].filter((id) => next.all.has(id))) : nobody;
      if (!next || both.size === 0) break;
      shared = both;
      run = { last: at, owners: both, form: next.form, isSingle: false };
    }
    return run;
  }

  /** Characters with a word. A complete name goes before a part of another; the word as it is before its shorter forms. */
  #ownersOf(word: string): { owners: Owners; all: Owners; form: string } | undefined {
    return firstOf(formsOf(word, this.language), (form) => {
      const [whole, parts] = [this.#whole.get(form), this.#parts.get(form)];
      const owners = whole ?? parts;
      return owners && { owners, all: whole && parts ? new Set([...whole, ...parts]) : owners, form };
    });
  }

  /** Whether a word is a part of a name that nobody in the cast has. */
  #isOfOther(text: TextWords, at: number, { owners, form }: Run): boolean {
    // Words that many share name nobody anyway.
    if (owners.size > ownersMax) return false;
    return isOfOther(text, at, this.language, {
      isPart: !this.#whole.has(form),
      isFirst: this.#bearers.beginWith(owners, form),
      gender: this.#bearers.genderOf(owners),
      isOfOwner: (word) => this.#bearers.haveWord(owners, word, this.language),
      isOfCast: (word) => this.everyWord.has(word),
    });
  }

  #smallWordsOf({ words }: TextWords): Owners {
    return new Set(words.flatMap(({ text }) => (this.#small.has(text) ? [text] : [])));
  }

  /** Whether a word that is also a name may be no name where it stands. */
  #isOtherWord({ words, isTitle: isTitleLike }: TextWords, at: number, small: Owners): boolean {
    const word = words[at];
    if (!word) return false;
    const [base] = formsOf(word.text, this.language).slice(-1);
    const plain = (base ?? word.text).toLowerCase();
    if (word.text === plain) return false;
    const isCommon = commonWordsOf(this.language).has(plain);
    if (!isCommon && !small.has(plain)) return false;
    if (/'s$/iu.test(word.text)) return false;
    const [before, after] = [words[at - 1], words[at + 1]];
    if (after && after.sentence === word.sentence && isDeed(after.text, this.language)) return false;
    // "Rose and Will decide"
    const other = words[at + 2];
    if (after && other && isAnd(after.text) && !other.opens && this.everyWord.has(other.text)) return false;
    if (word.opens || isTitleLike(word.sentence) || isCapitals(word.text)) return true;
    return !marksNamesAlone(this.language) && isCommon && before !== undefined && isDeterminer(before.text);
  }
}

interface Run {
  /** Number of its last word. */
  last: number;
  owners: Owners;
  /** Its last word without a genitive. */
  form: string;
  isSingle: boolean;
}

function putWord(words: Map<string, Set<string>>, word: string | undefined, id: string): void {
  if (!word) return;
  const owners = words.get(word);
  if (owners) owners.add(id);
  else words.set(word, new Set([id]));
}

function mentionOf({ words, source }: TextWords, first: number, { last, owners, form }: Run): Mention {
  const [from, to] = [words[first], words[last]];
  const [start, end] = [from?.start ?? 0, to?.end ?? 0];
  const before = source.slice(start, to?.start ?? start).replace(/[\s*_~]+/gu, ' ');
  return { start, end, words: `${before.normalize('NFC')}${form}`, owners: [...owners] };
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
