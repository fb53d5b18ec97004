import { mayBeIn, writtenLanguages } from '../../prose/written-language.ts';
import { CastNames, type NameBearer } from '../names/cast-names.ts';
import { calendarWords, isVerb, marksNamesAlone } from '../names/languages.ts';
import { charactersIn } from '../names/names-in-text.ts';
import { isOpener } from '../names/sentence-openers.ts';
import { formsOf, wordsOf } from '../names/words.ts';
import { languageName } from '../prompt/locks.ts';
import { isCertainRefusal } from '../remark/remark.ts';
import type { NewRecap } from './rules.ts';

/** What a recap is made from. */
export interface RecapSource {
  /** BCP 47 tag of the book. */
  language: string;
  /** The text that is summed up. */
  text: string;
  /** What else the recap may know: its heading, the state before. */
  beside: string;
  cast: readonly NameBearer[];
}

export interface CheckedRecap {
  recap: NewRecap | undefined;
  source: RecapSource;
}

/**
 * Why a recap cannot be stored, worded for the model that made it; empty for a sound one. Later chapters are written from
 * recaps, so a wrong one spoils them. A job of the pool.
 */
export function recapFaults({ recap, source }: CheckedRecap): string[] {
  if (!recap) return ['it is no JSON object with "events" and "state" that tells what happens in the chapter'];
  const { events, state } = recap;
  const said = `${events}\n${state}`;
  if (isCertainRefusal(said) || isCertainRefusal(state))
    return ['it declines; the chapter is fiction, and a recap only says what happens in it'];
  if (isEcho(events) || isEcho(state)) return ['it repeats the form of the answer instead of filling it in'];
  const otherLanguage = languageFault(said, source);
  // Its capitals would be names.
  if (otherLanguage.length > 0) return otherLanguage;
  return [
    ...strangersIn(said, source).map((name) => `“${name}” is neither in the chapter nor in <cast>`),
    ...stateFault(state, source),
  ];
}

// What the prompt or the schema says of the parts, instead of the parts.
const echo =
  /^[\s…."“”<>]*(?:string|text|events|state)?[\s…."“”<>]*$|"(?:events|state|properties|type)"\s*:|what happened, in order|where people stand at the end/iu;

function isEcho(part: string): boolean {
  return part.trim() !== '' && echo.test(part);
}

/** A book may have chapters in another language than its own, and a recap may keep that. */
function languageFault(said: string, { language, text }: RecapSource): string[] {
  const written = writtenLanguages(said);
  if (mayBeIn(said, language) || writtenLanguages(text).some((one) => written.includes(one))) return [];
  return [`it is not in ${languageName(language)}`];
}

/** Names to report. Ours. */
const strangersMax = 5;
/** Letters that two words share at their beginning if one is made from the other: Lisbon, Lisboner. Ours. */
const stemLetters = 4;
// Words with a capital that every reader knows, by language of which names only have one.
const known = new Set(
  'god lord heaven bible christmas easter english french german italian spanish dutch latin greek russian american european christian jewish catholic dieu noël pâques dios navidad dio natale deus natal god jul påske pasen kerst'.split(
    ' ',
  ),
);

/** Words with a capital within a sentence that neither the text nor the cast has. Where all nouns have one, they tell nothing. */
function strangersIn(said: string, { language, text, beside, cast }: RecapSource): string[] {
  if (!marksNamesAlone(language)) return [];
  const told = new Set<string>();
  const names = cast.flatMap(({ name, aliases }) => [name, ...aliases]).join('\n');
  for (const word of wordsOf(`${text}\n${beside}\n${names}`, language).words)
    for (const form of formsOf(word.text, language)) {
      told.add(form.toLowerCase()).add(stemOf(form));
    }
  const isTold = (word: string) =>
    formsOf(word, language).some((form) => {
      const lower = form.toLowerCase();
      return told.has(lower) || told.has(stemOf(form)) || known.has(lower) || calendarWords(language).has(lower);
    });
  const { words } = wordsOf(said, language);
  // A capital at the start of a sentence tells nothing, unless the word does something.
  const isName = (at: number) =>
    !words[at]?.opens || (!isOpener(words[at].text, language) && isVerb(words[at + 1]?.text ?? '', language));
  const strange = words.filter(({ text: word }, at) => /^\p{Lu}\p{Ll}{2,}/u.test(word) && isName(at) && !isTold(word));
  return [...new Set(strange.map((word) => word.text))].slice(0, strangersMax);
}

/** The beginning of a longer word, marked, so that a short word is not the stem of another; a short word as it is. */
function stemOf(word: string): string {
  const lower = word.toLowerCase();
  return word.length > stemLetters ? `${lower.slice(0, stemLetters)}…` : lower;
}

/** Whoever reads the state must know whose it is. */
function stateFault(state: string, { language, text, cast }: RecapSource): string[] {
  if (state.trim() === '') return ['"state" is empty'];
  const names = new CastNames(cast, language);
  if (charactersIn(text, names).length === 0) return [];
  const { certain, ambiguous, doubtful } = names.read(state);
  if (certain.length + ambiguous.length + doubtful.length > 0) return [];
  return ['"state" names nobody of <cast>; begin each of its sentences with the name of whom it is about'];
}
