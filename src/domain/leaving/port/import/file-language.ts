import { knownLanguage, writtenLanguages } from '../../../../prose/written-language.ts';
import { HeadingWords } from '../formats/chapter-words.ts';
import { headingLanguages } from '../formats/heading-table.ts';

/**
 * The heading words of the languages that a file declares and is written in. A file that tells neither may be in any
 * language.
 */
export function headingWordsOf(text: string, declared = ''): HeadingWords {
  const ofTag = knownLanguage(declared);
  const languages = new Set([...(ofTag ? [ofTag] : []), ...writtenLanguages(text)]);
  return new HeadingWords(languages.size > 0 ? [...languages] : headingLanguages);
}
