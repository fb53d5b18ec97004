import { baseLanguage, isTitle } from './languages.ts';
import type { TextWord, TextWords } from './words.ts';

// A title with its abbreviations, by language (ours).
const pairs: Readonly<Record<string, string>> = {
  en: 'Dr Doctor;Capt Captain;Lt Lieutenant;Sgt Sergeant;Cpl Corporal;Col Colonel;Gen General;Maj Major;Prof Professor;Rev Reverend;Insp Inspector;Supt Superintendent;Mr Mister;St Saint;Gov Governor;Sen Senator;Fr Father;Sr Sister;Hon Honourable',
  de: 'Dr Doktor;Prof Professor;Hr Herr;Fr Frau;Frl Fräulein;Kpt Kapt Kapitän;Lt Leutnant;Hptm Hauptmann;St Sankt',
  fr: 'Dr Docteur;Pr Professeur;M Mr Monsieur;Mme Madame;Mlle Mademoiselle;Cap Capt Capitaine;Lt Lieutenant;Col Colonel;Gal Général;Me Maître;St Saint;Ste Sainte',
  es: 'Dr Doctor;Dra Doctora;Sr Señor;Sra Señora;Srta Señorita;D Don;Dña Doña;Prof Profesor;Cap Capt Capitán;Tte Teniente;Cnel Coronel;Gral General;P Padre',
  it: 'Dott Dottor Dottore;Sig Signor Signore;Prof Professor Professore;Cap Capitano;Ten Tenente;Col Colonnello;Gen Generale;Avv Avvocato;Ing Ingegner Ingegnere;Don',
  pt: 'Dr Doutor;Dra Doutora;Sr Senhor;Sra Senhora;Prof Professor;Cap Capitão;Ten Tenente;Cel Coronel;Gen General;D Dom Dona;Pe Padre',
  nl: 'Dr Dokter Doctor;Prof Professor;Dhr Meneer;Mw Mevr Mevrouw;Kpt Kapitein;Lt Luitenant;Kol Kolonel',
  sv: 'Dr Doktor;Prof Professor;Hr Herr;Fr Fru;Kapt Kapten;Lt Löjtnant',
  da: 'Dr Doktor;Prof Professor;Hr Herr;Fr Fru;Kapt Kaptajn;Lt Løjtnant',
  nb: 'Dr Doktor;Prof Professor;Hr Herr;Fr Fru;Kapt Kaptein;Lt Løytnant',
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Shortest title, in letters, that is not taken for its abbreviation. Ours. */
const fullLettersMin = 5;
/** German capitalizes every noun: of the titles, those that are few enough in a book to mean their bearer. */
const germanOffices = words(
  'Doktor Doktorin Professor Professorin Kapitän Leutnant Hauptmann Oberst Feldwebel Wachtmeister Kommissar Kommissarin Hauptkommissar Hauptkommissarin Inspektor Pfarrer Pfarrerin Pastor Pastorin Bürgermeister Bürgermeisterin Graf Gräfin Fürst Fürstin Herzog Herzogin König Königin Kaiser Kaiserin Bischof Pater Abt Äbtissin Richter Richterin Staatsanwalt Staatsanwältin Notar Notarin Förster Direktor Direktorin',
);
/** Before a name like titles, but no title by themselves. */
const epithets = words('The Old Young Little Big Great Poor Mad St Saint Cousin Mr Mrs Ms M Sir');
const articles: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('the'),
  de: words('der die das dem den des'),
  fr: words('le la les du au aux'),
  es: words('el la los las del al'),
  it: words('il lo la i gli le'),
  pt: words('o a os as do da dos das'),
  nl: words('de'),
};
const groupArticles: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('the'),
  de: words('die der den'),
  fr: words('les des aux'),
  es: words('los'),
  it: words('i gli'),
  pt: words('os dos'),
  nl: words('de'),
};

/** The definite articles of a language; none where there is none, or where it is an ending. */
export function articlesOf(language: string): ReadonlySet<string> {
  return articles[baseLanguage(language)] ?? new Set();
}

const formsByLanguage = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** A title in all its forms: Dr, Doctor. */
export function titleForms(title: string, language: string): readonly string[] {
  const base = pairs[baseLanguage(language)] === undefined ? 'en' : baseLanguage(language);
  const known = formsByLanguage.get(base) ?? formsFrom(pairs[base] ?? '');
  formsByLanguage.set(base, known);
  return known.get(title) ?? [title];
}

function formsFrom(list: string): ReadonlyMap<string, readonly string[]> {
  const groups = list.split(';').map((group) => group.split(' '));
  return new Map(groups.flatMap((group) => group.map((form) => [form, group] as const)));
}

/** The titles at the start of a name of several words. */
export function leadingTitles(name: readonly string[], language: string): string[] {
  const end = name.findIndex((word, at) => at === name.length - 1 || !isTitleOf(word, language));
  return name.slice(0, Math.max(0, end));
}

function isTitleOf(word: string, language: string): boolean {
  return isTitle(word, language) || titleForms(word, language).length > 1;
}

/** Whether a title can be used without a name: “the Captain”, but not “the Capt”, “the Old” or “die Frau”. */
export function standsAlone(title: string, language: string): boolean {
  if (baseLanguage(language) === 'de') return germanOffices.has(title);
  const isShort = title.length < fullLettersMin && titleForms(title, language).length > 1;
  return !isShort && !epithets.has(title);
}

/** Whether a title stands alone behind its article: “the Captain waits”, but not “the Captain Smith”. */
export function isAloneWithArticle({ words: all, source }: TextWords, at: number, language: string): boolean {
  const [before, word, after] = [all[at - 1], all[at], all[at + 1]];
  if (!word || !isBeside(source, before, word) || !articles[baseLanguage(language)]?.has(before.text.toLowerCase()))
    return false;
  return !after || !isBeside(source, word, after) || !/^\p{Lu}/u.test(after.text);
}

/** The surname of a family behind its article: the Reeves, les Lambert, die Brandts. Undefined for anything else. */
export function familyName({ words: all, source }: TextWords, at: number, language: string): string | undefined {
  const [before, word, after] = [all[at - 1], all[at], all[at + 1]];
  const base = baseLanguage(language);
  if (!word || !isBeside(source, before, word) || !groupArticles[base]?.has(before.text.toLowerCase()))
    return undefined;
  if (after && isBeside(source, word, after) && /^\p{Lu}/u.test(after.text)) return undefined;
  // Romance languages leave the name as it is.
  if (['fr', 'es', 'it', 'pt'].includes(base)) return word.text;
  return /[^sS]s$/u.test(word.text) ? word.text.slice(0, -1) : undefined;
}

function isBeside(source: string, before: TextWord | undefined, word: TextWord): before is TextWord {
  return before !== undefined && /^[^\S\n]+$/u.test(source.slice(before.end, word.start));
}
