import { type AbsenceWords, absenceWordsOf } from './absence-words.ts';
import type { CastNames, Mention } from './cast-names.ts';
import { Clauses } from './clause.ts';
import { baseLanguage, isAnd, isTitle, isVerb } from './languages.ts';
import { type TextWord, type TextWords, textWords } from './words.ts';

/** Whom a text names: those of whom it does more than speak, and the others. Ids, in the order of the first mention. */
export interface WhoIsThere {
  present: string[];
  spokenOf: string[];
}

/**
 * Tells those who are there from those of whom a text only speaks: the owner of a thing, the dead, the sender of a letter, the
 * exception. A single mention that says more is enough to be there. By words alone; without words of a language, all are there.
 */
export function whoIsThere(text: string, names: CastNames): WhoIsThere {
  const words = textWords(text, names.language);
  const { certain } = names.read(words);
  const absence = absenceWordsOf(names.language);
  const all = [...new Set(certain.flatMap(({ owners }) => owners))];
  if (!absence) return { present: all, spokenOf: [] };
  const reader = new Reader(words, certain, absence, names.language);
  const present = new Set(certain.flatMap(({ owners }, at) => (reader.isSpokenOf(at) ? [] : owners)));
  return { present: all.filter((id) => present.has(id)), spokenOf: all.filter((id) => !present.has(id)) };
}

/** Those whom a text names only as the owner of a thing: Orla’s boat. */
export function onlyOwners(text: string, names: CastNames): ReadonlySet<string> {
  const words = textWords(text, names.language);
  const { certain } = names.read(words);
  const absence = absenceWordsOf(names.language);
  if (!absence) return new Set();
  const reader = new Reader(words, certain, absence, names.language);
  const more = new Set(certain.flatMap(({ owners }, at) => (reader.isOwner(at) ? [] : owners)));
  return new Set(certain.flatMap(({ owners }) => owners).filter((id) => !more.has(id)));
}

// Words that are looked at. Ours: between a preposition and a name, before a verb's preposition, after a name, in its relative clause.
const [betweenMax, clauseMax, afterMax, relativeMax] = [3, 6, 5, 8];

interface Span {
  /** Numbers of the first and last words. */
  first: number;
  last: number;
  mention: Mention;
}

class Reader {
  readonly #text: TextWords;
  readonly #clauses: Clauses;
  readonly #absence: AbsenceWords;
  readonly #language: string;
  readonly #isEnglish: boolean;
  readonly #spans: readonly Span[];
  /** For each mention up to the present one, whether a word before it speaks of somebody absent. */
  readonly #behind: boolean[] = [];

  constructor(text: TextWords, mentions: readonly Mention[], absence: AbsenceWords, language: string) {
    [this.#text, this.#absence, this.#language] = [text, absence, language];
    this.#clauses = new Clauses(text);
    this.#isEnglish = baseLanguage(language) === 'en';
    this.#spans = spansOf(text, mentions);
  }

  /** Whether a mention only speaks of somebody. Mentions are asked for in their order. */
  isSpokenOf(at: number): boolean {
    const isBehind = this.#isBehind(at) || this.#isJoined(at);
    this.#behind.push(isBehind);
    return isBehind || this.isOwner(at) || this.#isAway(at);
  }

  /** Edmund’s letters, Heinrichs Tod: a genitive before something that he may have without being there. */
  isOwner(at: number): boolean {
    const { last } = this.#span(at);
    if (this.#isGenitive(at)) return this.#owns(at);
    // Edmund and Hope’s house.
    const next = this.#spans[at + 1];
    const and = this.#text.words[last + 1];
    return Boolean(
      and && isAnd(and.text) && next?.first === last + 2 && this.#isGenitive(at + 1) && this.#owns(at + 1),
    );
  }

  #isGenitive(at: number): boolean {
    if (isRomance(this.#language)) return false;
    const { last, mention } = this.#span(at);
    const word = this.#text.words[last];
    if (!word) return false;
    // Tobias grav: a name in s has no other genitive in the north.
    const [thing] = this.#clauses.after(last, 1);
    if (isNordic(this.#language) && /[sxz]$/u.test(mention.words) && this.#isOfThem(lowerOf(thing))) return true;
    if (/^['’]\s/u.test(this.#text.source.slice(word.end, word.end + 2)) && /[sxz]$/u.test(word.text)) return true;
    const plain = mention.words.split(' ').at(-1) ?? '';
    return word.text.length > plain.length && word.text.startsWith(plain) && /s$/u.test(word.text);
  }

  #isOfThem(noun: string): boolean {
    return this.#absence.topics.has(noun) || this.#absence.letters.has(noun);
  }

  /** Whether a thing follows that somebody may have without being there. "Hope’s waiting" and "Hope’s here" are no genitives. */
  #owns(at: number): boolean {
    const { first, last } = this.#span(at);
    const [next, second] = this.#clauses.after(last, 2);
    const { own, away, in: places, is } = this.#absence;
    const lower = lowerOf(next);
    // The boat that was Edmund’s.
    if (lower === '') return is.has(lowerOf(this.#clauses.before(first, 1)[0]));
    if (this.#isEnglish) {
      if (away.has(lower)) return true;
      if (notNouns.has(lower) || places.has(lower) || /^[a-z]{2,}ing$/.test(lower)) return false;
    }
    return !own.has(lower) && !own.has(lowerOf(second)) && !voices.has(lower);
  }

  /** Without Hope, all but Hope, about Hope, a letter from Hope, la maison de Hope, the late Hope, she misses Hope. */
  #isBehind(at: number): boolean {
    const { first } = this.#span(at);
    const elided = this.#elidedBefore(at);
    if (elided) return this.#isTopic(elided, first) || this.#isRumour(elided, first);
    const before = this.#clauses.before(first, betweenMax + 1);
    for (const [steps, word] of before.entries()) {
      const said = this.#saysBefore(word, first - 1 - steps, steps === 0);
      if (said !== undefined) return said;
      if (!this.#absence.between.has(lowerOf(word)) && !isTitle(word.text, this.#language)) return false;
    }
    return false;
  }

  /** What a word in front of a name says; undefined for nothing. */
  #saysBefore(word: TextWord, place: number, isNext: boolean): boolean | undefined {
    const { without, except, lacking, late, since, of, further, about } = this.#absence;
    const lower = lowerOf(word);
    if (without.has(lower) || lacking.has(lower)) return true;
    if (isNext && (late.has(lower) || since.has(lower))) return true;
    if (isNext && this.#isRumour(lower, place)) return true;
    if (except.has(lower)) return this.#isException(lower, place);
    if (of.has(lower) || further.has(lower) || about.has(lower)) return this.#isTopic(lower, place) || undefined;
    const [head = '', tail = ''] = lower.split("'");
    // D’Edmond, dell’amico Edmondo.
    return tail && of.has(`${head}'`) ? late.has(tail) || this.#isTopic(`${head}'`, place) || undefined : undefined;
  }

  /** `d’` of “d’Hélène”, `dell’` of “dell’Elena”. */
  #elidedBefore(at: number): string | undefined {
    const { first, mention } = this.#span(at);
    const word = this.#text.words[first]?.text ?? '';
    const mark = word.indexOf("'");
    if (mark < 0 || mention.words.startsWith(word.slice(0, mark + 1))) return undefined;
    const head = word.slice(0, mark + 1).toLowerCase();
    return this.#absence.of.has(head) || head === "qu'" ? head : undefined;
  }

  /** “Rumour has it that Hope left”, “since Hope left”, in languages with a word between. */
  #isRumour(word: string, place: number): boolean {
    const [near, ...others] = this.#clauses.before(place, betweenMax).map(lowerOf);
    const { since, rumours } = this.#absence;
    if (!that.has(word)) return false;
    return (
      since.has(near ?? '') || [near ?? '', ...others].some((one) => rumours.has(one) && this.#isNobodys(one, place))
    );
  }

  /** Whether nobody in particular says it: “on dit que”, not “Marie dit que”. */
  #isNobodys(verb: string, place: number): boolean {
    const before = this.#clauses.before(place, clauseMax).map(lowerOf);
    const subject = before[before.indexOf(verb) + 1];
    return subject === undefined || impersonal.has(subject) || this.#absence.articles.has(subject);
  }

  /** “All but Hope” is without her; “nobody but Hope” is with her alone. English needs a word before "but". */
  #isException(word: string, place: number): boolean {
    const before = this.#clauses.sentenceBefore(place);
    if (before.some((one) => this.#absence.nobody.has(one))) return false;
    return word !== 'but' || before.slice(0, 2).some((one) => everybody.has(one));
  }

  /** Whether what stands before a preposition has somebody who is not there: a letter, a thought, somebody’s house. */
  #isTopic(preposition: string, place: number): boolean {
    const { about, of, to, telling, own, except } = this.#absence;
    if (about.has(preposition)) return true;
    const before = this.#clauses.before(place, clauseMax);
    const [head, second = ''] = before.map((word) => withoutElision(word.text));
    if (head === undefined || own.has(head)) return false;
    // Apart from Hope.
    if (except.has(head)) return this.#isException(head, place);
    if (thinking.test(head) || (thinking.test(second) && !this.#absence.articles.has(head))) return true;
    if (to.has(preposition)) return this.#isSentTo(before);
    const isNoun = this.#isOfThem(head);
    if (isNoun || thinkingOnly.has(preposition)) return isNoun;
    return before.some((word) => telling.has(lowerOf(word))) || (of.has(preposition) && this.#isThing(before));
  }

  /** A letter to Hope; sends it to Hope. Not: gives it to Hope. */
  #isSentTo(before: readonly TextWord[]): boolean {
    const { letters, sending, giving } = this.#absence;
    const said = before.map((word) => withoutElision(word.text));
    if (said.some((word) => giving.has(word) && !letters.has(word))) return false;
    return said.some((word) => letters.has(word) || sending.has(word));
  }

  /** Whether the nearest words are a noun with an article: the widow of Edmund, la vieille barque d’Edmond. */
  #isThing(before: readonly TextWord[]): boolean {
    const [head, ...others] = before.slice(0, betweenMax);
    if (!head || (baseLanguage(this.#language) === 'de' && !/^\p{Lu}/u.test(head.text))) return false;
    // Von is also "by".
    if (before.some(({ text }) => passive.has(text))) return false;
    if (isNordic(this.#language) && /(?:et|en|a|ene|erne|arna)$/.test(head.text)) return true;
    return (
      withoutElision(head.text) !== lowerOf(head) || others.some((word) => this.#absence.articles.has(lowerOf(word)))
    );
  }

  /** Hope is away; Hope, who is in Lisbon; Hope does not come. */
  #isAway(at: number): boolean {
    const { last } = this.#span(at);
    const { away, is, who, in: places, not, coming } = this.#absence;
    const near = this.#clauses.after(last, afterMax).map(lowerOf);
    const [next = '', second = ''] = near;
    if ((is.has(next) && away.has(second)) || (away.has(next) && is.has(second))) return true;
    const no = near.findIndex((word) => not.has(word) || not.has(word.replace(/^n'/, '')));
    const come = near.findIndex((word) => coming.has(word));
    if (no >= 0 && come >= 0 && (no < come || come === 0)) return true;
    const clause = this.#clauses.after(last, relativeMax, true);
    if (!who.has(lowerOf(clause[0])) || !this.#clauses.hasCommaAfter(last)) return false;
    const [, ...rest] = clause;
    return rest.some(
      (word, index) =>
        away.has(lowerOf(word)) || (places.has(lowerOf(word)) && /^\p{Lu}/u.test(rest[index + 1]?.text ?? '')),
    );
  }

  /** Without Edmund and Hope: as the one before, unless a verb follows, which has her as its subject. */
  #isJoined(at: number): boolean {
    const [{ first, last }, former] = [this.#span(at), this.#spans[at - 1]];
    const and = this.#text.words[first - 1];
    if (!former || !and || former.last !== first - 2 || !isAnd(and.text) || this.#isGenitive(at)) return false;
    const [next] = this.#clauses.after(last, 1);
    if (next && isVerb(next.text, this.#language)) return false;
    return this.#behind[at - 1] === true;
  }

  #span(at: number): Span {
    const span = this.#spans[at];
    if (!span) throw new RangeError('There is no such mention.');
    return span;
  }
}

/** Both lists are in the order of the text. */
function spansOf({ words }: TextWords, mentions: readonly Mention[]): Span[] {
  let at = 0;
  return mentions.map((mention) => {
    while ((words[at]?.end ?? Number.POSITIVE_INFINITY) <= mention.start) at += 1;
    let last = at;
    while ((words[last + 1]?.end ?? Number.POSITIVE_INFINITY) <= mention.end) last += 1;
    return { first: at, last, mention };
  });
}

function isRomance(language: string): boolean {
  return ['fr', 'es', 'it', 'pt'].includes(baseLanguage(language));
}

function isNordic(language: string): boolean {
  return ['sv', 'da', 'nb'].includes(baseLanguage(language));
}

function lowerOf(word: TextWord | undefined): string {
  return word?.text.toLowerCase() ?? '';
}

/** A noun without its article: l’arrivée. */
function withoutElision(word: string): string {
  return word.toLowerCase().replace(/^(?:l|dell|all|nell|sull|un|d)'/u, '');
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// English: what follows a short form of "is" or "has", and what stands before "but".
const notNouns = words(
  'a an the not no here there back home alone late ready in on at with by up down out off over been now still already too very so just never always right sure afraid furious angry ill sick drunk happy unhappy tired asleep awake pregnant jealous all his her their my your our its this that who what',
);
const everybody = words('everybody everyone everything all anybody anyone any');
/** Whose voice is heard is there; the voice of somebody may be a memory. */
const voices = words('voice stem stemme stämma röst stimme');
const impersonal = words('on se si man it is they people');
const that = words("that dass que qu' che dat att at");
const passive = words('wird wurde werden wurden worden');
/** Verbs of thought and dream, with whatever preposition. */
const thinking = /^(?:p[ei]+ns[ae]|denk|dacht|think|thought|dream|rêv|sueña|soñ|sonh|sogn|träum|tänk|tenk|dröm|drøm)/u;
/** Behind other verbs, these say "with" or "in". */
const thinkingOnly = words('con com en em no na på');
