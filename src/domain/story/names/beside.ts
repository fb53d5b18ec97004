import { commonWordsOf } from './everyday-words.ts';
import {
  auxiliariesOf,
  baseLanguage,
  calendarWords,
  genderOfKin,
  genderOfTitle,
  isDeed,
  isTitle,
  marksNamesAlone,
} from './languages.ts';
import { isCapital, isCapitals } from './name-words.ts';
import { isOpener } from './sentence-openers.ts';
import { formsOf, type TextWord, type TextWords } from './words.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// Words that follow the name of somebody in the name of a place or a firm: Harrow Street, Harrow Brothers (ours).
const afterNames = words(
  'Street Road Lane Avenue Square Park Bridge House Hall Court Manor Lodge Cottage Farm Castle Tower Place Terrace Gardens Hill Hills Valley River Bay Island Point Beach Harbour Harbor Station School College University Institute Hospital Church Chapel Abbey Library Museum Theatre Theater Hotel Inn Tavern Arms Bar Cafe Café Club Bank Press Books Mill Mills Works Mine Mines Brothers Bros Sons Ltd Limited Inc Co Company Corporation Corp Group Industries Estate Estates Trust Foundation Prize Award Act Case Affair Papers Family Straße Strasse Weg Platz Allee Gasse Haus Hof Villa Werke Söhne GmbH AG Stiftung Verlag Rue Hôtel Fils',
);
// Words that stand before it: Familie Brandt, Rue Lambert (ours).
const beforeNames = words(
  'Familie Haus Hof Villa Hotel Gasthof Gasthaus Firma Verlag Kaufhaus Hôtel Maison Rue Place Avenue Boulevard Café Château Famille Calle Plaza Casa Familia Via Piazza Palazzo Famiglia Villa Rua Casa Família Familien Gården Hotell Hotellet',
);

const surnameRanks = words('King Pope Bishop Prince Earl Duke Baron Judge Major Young Little Chief');

// English writes the adjectives of nations with a capital: gave Mara French lessons (ours).
const nations = words(
  'African American Arab Arabic Argentinian Armenian Asian Australian Austrian Belgian Brazilian British Bulgarian Canadian Chilean Chinese Croatian Cuban Czech Danish Dutch Egyptian English Estonian European Finnish French German Greek Hungarian Icelandic Indian Indonesian Iranian Iraqi Irish Israeli Italian Japanese Jewish Kenyan Korean Latin Latvian Lithuanian Mexican Moroccan Nigerian Norwegian Pakistani Persian Polish Portuguese Prussian Romanian Russian Scottish Serbian Slovak Spanish Swedish Swiss Syrian Thai Turkish Ukrainian Vietnamese Welsh',
);

/** Whether a word is the adjective of a nation, with its capital. */
export function isNationality(word: string, language: string): boolean {
  return baseLanguage(language) === 'en' && nations.has(word);
}

/** After these words at the start of a sentence stands a place or a time. */
const placing = words('In At From Since Near After Before Until During By On');

/** What the cast knows of a word and of those whose name it is. */
interface Named {
  /** Whether nobody has the word alone as a name. */
  isPart: boolean;
  /** Whether it is the first word of a name: a given name, as a rule. */
  isFirst: boolean;
  isOfOwner(word: string): boolean;
  /** Whether the word is in the name of anybody. */
  isOfCast(word: string): boolean;
  /** Of the titles in the names of the owner; undefined without any. */
  gender: 'female' | 'male' | undefined;
}

/** Whether the words beside one make another name of it, of a person, a firm or a place: Edmund Harrow, Harrow & Lyle. */
export function isOfOther(text: TextWords, at: number, language: string, named: Named): boolean {
  const [before, word, after] = [text.words[at - 1], text.words[at], text.words[at + 1]];
  if (!word) return false;
  const [left, right] = [gapOf(text, before, word, language), gapOf(text, word, after, language)];
  if (left === '&' || right === '&') return true;
  // An elided word stands between: la casa dell’Elena.
  if (before && left === ' ' && isCapital(word.text) && isNotTheirs(before, text, at - 1, language, named)) return true;
  return after !== undefined && right === ' ' && makesOther(after, text, language, named);
}

/** What joins two words: a blank, a mark, or undefined if they do not belong together. */
function gapOf(
  { source }: TextWords,
  before: TextWord | undefined,
  after: TextWord | undefined,
  language: string,
): string | undefined {
  if (!before || !after) return undefined;
  const gap = source.slice(before.end, after.start);
  if (/^\s*(?:&|\+|&amp;)\s*$/u.test(gap)) return '&';
  // "E. Harrow" and "Mrs. Harrow".
  const isShort = before.text.length === 1 || (before.text.length <= 4 && isTitle(before.text, language));
  return /^[^\S\n]+$/u.test(gap) || (/^\.[^\S\n]*$/u.test(gap) && isShort) ? ' ' : undefined;
}

/** Whether the word before belongs to a name that is not the owner's. */
function isNotTheirs(before: TextWord, text: TextWords, at: number, language: string, named: Named): boolean {
  const gender = genderOfTitle(before.text) ?? genderOfKin(before.text);
  if (gender && named.gender && gender !== named.gender) return true;
  if (isHouse(before.text, language)) return true;
  if (!named.isPart || named.isOfOwner(before.text)) return false;
  const base = formsOf(before.text, language).at(-1) ?? before.text;
  // Before a given name anything may stand: in London Mara, cousin Mara.
  if (named.isFirst) return false;
  // The Harrow house, a Harrow cousin.
  if (/^(?:the|a|an)$/i.test(before.text)) return baseLanguage(language) === 'en';
  if (!isCapital(before.text) || before.text.toLowerCase() === before.text || /'s?$/u.test(before.text)) return false;
  if (isCapitals(before.text) && before.text.length > 1) return false;
  const isEpithet = isTitle(before.text, language) || isNationality(before.text, language);
  if (isEpithet || text.isTitle(before.sentence)) return false;
  if (calendarWords(language).has(base.toLowerCase())) return false;
  const earlier = text.words[at - 1];
  // In London Harrow waits.
  if (earlier?.opens && earlier.sentence === before.sentence && placing.has(earlier.text)) return false;
  if (marksNamesAlone(language) && !before.opens) return true;
  return !isOtherWord(before, language) && (before.opens ? isSubject(text, at, language) : !isNoun(before, earlier));
}

/** Romance languages write the kind of a place small: rue Lambert. */
function isHouse(word: string, language: string): boolean {
  if (beforeNames.has(word)) return true;
  return /^(?:fr|es|it|pt)\b/.test(language) && beforeNames.has(word.charAt(0).toUpperCase() + word.slice(1));
}

/** Whether a word with a capital is known to be no given name. */
function isOtherWord({ text }: TextWord, language: string): boolean {
  return isOpener(text, language) || commonWordsOf(language).has(text.toLowerCase());
}

/**
 * Whether a word at the start of a sentence and the next one are a name, because a verb of a subject follows: "Edmund Harrow is
 * dead", but "Confronts Harrow about the will".
 */
function isSubject({ words: all }: TextWords, at: number, language: string): boolean {
  const verb = all[at + 2];
  if (!verb || verb.sentence !== all[at]?.sentence) return false;
  if (isDeed(verb.text, language) || auxiliariesOf(language).has(verb.text)) return true;
  return baseLanguage(language) === 'en' && /^[a-z]{2,}(?:s|ed)$/.test(verb.text) && !isOpener(verb.text, language);
}

/** A German noun has a word before it: "die Wirtin Brandt", "ihre alte Freundin Brandt". */
function isNoun(word: TextWord, earlier: TextWord | undefined): boolean {
  return (
    earlier !== undefined && earlier.sentence === word.sentence && isLowercase(earlier.text) && !links.has(earlier.text)
  );
}

const isLowercase = (word: string) => word === word.toLowerCase();
/** After these words a name stands without an article. */
const links = words('und oder mit von bei für ohne gegen zu an auf über nach dass weil wie als');

/** Whether the word after makes a firm, a place or another person of it. */
function makesOther(after: TextWord, text: TextWords, language: string, named: Named): boolean {
  if (afterNames.has(after.text)) return true;
  if (!named.isPart || !marksNamesAlone(language) || text.isTitle(after.sentence)) return false;
  const base = formsOf(after.text, language).at(-1) ?? after.text;
  if (!isCapital(base) || isLowercase(base) || isCapitals(base) || base.length < 3) return false;
  const inNames = base.split('-').some((part) => named.isOfOwner(part)) || named.isOfCast(base);
  // Some ranks are surnames too: Mary King.
  const isRank = isTitle(base, language) && !(named.isFirst && surnameRanks.has(base));
  const isOther = isRank || isNationality(base, language) || calendarWords(language).has(base.toLowerCase());
  return !inNames && !isOther && /^\p{Lu}[\p{Ll}\p{M}'-]/u.test(base);
}
