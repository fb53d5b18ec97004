/** The words that begin a chapter or a part in one language, divided by `|`. */
export interface ChapterWords {
  /** Stands before or after a number. */
  chapter: string;
  /** The same for a group of chapters. */
  part: string;
  /** Stands without a number. */
  alone: string;
  /** Stands before the name of the author, as a regular expression. */
  by: string;
}

/** By primary language. */
export const chapterWords = {
  en: {
    chapter: 'chapter',
    part: 'part|book|volume',
    alone: 'prologue|epilogue|preface|foreword|afterword|introduction|interlude|postscript',
    by: 'by',
  },
  cs: { chapter: 'kapitola', part: 'část|díl|kniha', alone: 'prolog|epilog|předmluva|doslov', by: 'od|napsala?' },
  da: { chapter: 'kapitel|kapitlet', part: 'del|delen|bog|bogen', alone: 'prolog|epilog|forord|efterord', by: 'af' },
  de: {
    chapter: 'kapitel',
    part: 'teil|buch|band',
    alone: 'prolog|epilog|vorwort|nachwort|einleitung|zwischenspiel',
    by: 'von',
  },
  el: { chapter: 'κεφάλαιο', part: 'μέρος|βιβλίο', alone: 'πρόλογος|επίλογος', by: 'του|της|από' },
  es: {
    chapter: 'capítulo',
    part: 'parte|libro|tomo',
    alone: 'prólogo|epílogo|prefacio|introducción|interludio',
    by: 'por|de',
  },
  fi: { chapter: 'luku', part: 'osa|kirja', alone: 'prologi|epilogi|esipuhe', by: 'kirjoittanut' },
  fr: {
    chapter: 'chapitre',
    part: 'partie|livre|tome',
    alone: 'prologue|épilogue|préface|avant-propos|postface',
    by: 'par|de',
  },
  hu: { chapter: 'fejezet', part: 'rész|könyv', alone: 'prológus|epilógus|előszó|utószó', by: 'írta' },
  it: {
    chapter: 'capitolo',
    part: 'parte|libro',
    alone: 'prologo|epilogo|prefazione|introduzione|interludio',
    by: 'di',
  },
  nb: {
    chapter: 'kapittel|kapitel|kapitlet',
    part: 'del|delen|bok|boken|boka',
    alone: 'prolog|epilog|forord|etterord',
    by: 'av',
  },
  nl: { chapter: 'hoofdstuk', part: 'deel|boek', alone: 'proloog|epiloog|voorwoord|nawoord', by: 'door|van' },
  pl: {
    chapter: 'rozdział',
    part: 'część|tom|księga',
    alone: 'prolog|epilog|przedmowa|wstęp|posłowie',
    by: 'autor|napisała?',
  },
  pt: {
    chapter: 'capítulo',
    part: 'parte|livro|tomo',
    alone: 'prólogo|epílogo|prefácio|introdução|interlúdio',
    by: 'por|de',
  },
  ro: { chapter: 'capitolul', part: 'partea|cartea', alone: 'prolog|epilog|prefață', by: 'de' },
  ru: { chapter: 'глава', part: 'часть|книга|том', alone: 'пролог|эпилог|предисловие|послесловие', by: 'автор' },
  sv: { chapter: 'kapitel|kapitlet', part: 'del|delen|bok|boken', alone: 'prolog|epilog|förord|efterord', by: 'av' },
  tr: { chapter: 'bölüm', part: 'kısım|kitap', alone: 'önsöz|sonsöz|prolog|epilog', by: 'yazan' },
  uk: { chapter: 'розділ|глава', part: 'частина|книга', alone: 'пролог|епілог|передмова', by: 'автор' },
} satisfies Record<string, ChapterWords>;

/** A language whose headings are known. */
export type HeadingLanguage = keyof typeof chapterWords;
export const headingLanguages = Object.keys(chapterWords) as HeadingLanguage[];

export const isHeadingLanguage = (language: string): language is HeadingLanguage =>
  Object.hasOwn(chapterWords, language);
