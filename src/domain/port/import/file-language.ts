import { francAll } from 'franc';
import { HeadingWords, headingLanguages } from '../formats/chapter-words.ts';

/** ISO 639-3, by which the languages of headings are told. */
const codes: Readonly<Record<string, string>> = {
  ces: 'cs',
  dan: 'da',
  deu: 'de',
  ell: 'el',
  eng: 'en',
  fin: 'fi',
  fra: 'fr',
  hun: 'hu',
  ita: 'it',
  nld: 'nl',
  nob: 'nb',
  pol: 'pl',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  spa: 'es',
  swe: 'sv',
  tur: 'tr',
  ukr: 'uk',
};

/** The part that is looked at, from the middle: a book may begin with words of others. The library reads no more. */
const sampleUnits = 2_048;
/** In a shorter text the language is not told (ours). */
const leastUnits = 80;
/** Languages that a text does not tell apart. */
const alike: Readonly<Record<string, readonly string[]>> = { da: ['da', 'nb'], nb: ['da', 'nb'] };

/**
 * The words of headings in a file: in the language that it declares and in the one that it is written in. A short file may be
 * in any.
 */
export function headingWordsOf(text: string, declared: string | undefined): HeadingWords {
  const written = languageOf(text);
  const named = declared && primaryOf(declared);
  if (!written && (!named || !headingLanguages.includes(named))) return new HeadingWords();
  return new HeadingWords([...(named ? [named] : []), ...(written ? (alike[written] ?? [written]) : [])]);
}

function languageOf(text: string): string | undefined {
  const start = Math.max(0, Math.floor((text.length - sampleUnits) / 2));
  const [best] = francAll(text.slice(start, start + sampleUnits), { only: Object.keys(codes), minLength: leastUnits });
  return best && codes[best[0]];
}

function primaryOf(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/u);
  return primary === 'no' || primary === 'nn' ? 'nb' : primary;
}
