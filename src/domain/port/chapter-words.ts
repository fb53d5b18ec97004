/** Chapter headings of a language. */
interface Words {
  /** A numbered chapter, before or after its number. */
  chapter: string;
  /** A group of chapters. */
  part: string;
  /** An unnumbered chapter. */
  alone?: string;
}

/** By primary language. A file may be in any of them, whatever its declared language. */
export const chapterWords: Readonly<Record<string, Words>> = {
  en: {
    chapter: 'chapter',
    part: 'part|book|volume',
    alone: 'prologue|epilogue|preface|foreword|afterword|introduction|interlude|postscript',
  },
  cs: { chapter: 'kapitola', part: 'část|díl|kniha', alone: 'prolog|epilog|předmluva|doslov' },
  da: { chapter: 'kapitel', part: 'del|bog', alone: 'prolog|epilog|forord|efterord' },
  de: { chapter: 'kapitel', part: 'teil|buch|band', alone: 'prolog|epilog|vorwort|nachwort|einleitung|zwischenspiel' },
  el: { chapter: 'κεφάλαιο', part: 'μέρος|βιβλίο', alone: 'πρόλογος|επίλογος' },
  es: { chapter: 'cap[ií]tulo', part: 'parte|libro|tomo', alone: 'prólogo|epílogo|prefacio|introducción|interludio' },
  fi: { chapter: 'luku', part: 'osa|kirja', alone: 'prologi|epilogi|esipuhe' },
  fr: { chapter: 'chapitre', part: 'partie|livre|tome', alone: 'prologue|épilogue|préface|avant-propos|postface' },
  hu: { chapter: 'fejezet', part: 'rész|könyv', alone: 'prológus|epilógus|előszó|utószó' },
  it: { chapter: 'capitolo', part: 'parte|libro', alone: 'prologo|epilogo|prefazione|introduzione|interludio' },
  nb: { chapter: 'kapittel', part: 'del|bok', alone: 'prolog|epilog|forord|etterord' },
  nl: { chapter: 'hoofdstuk', part: 'deel|boek', alone: 'proloog|epiloog|voorwoord|nawoord' },
  pl: { chapter: 'rozdział', part: 'część|tom|księga', alone: 'prolog|epilog|przedmowa|wstęp|posłowie' },
  pt: { chapter: 'cap[ií]tulo', part: 'parte|livro|tomo', alone: 'prólogo|epílogo|prefácio|introdução|interlúdio' },
  ro: { chapter: 'capitolul', part: 'partea|cartea', alone: 'prolog|epilog|prefață' },
  ru: { chapter: 'глава', part: 'часть|книга|том', alone: 'пролог|эпилог|предисловие|послесловие' },
  sv: { chapter: 'kapitel', part: 'del|bok', alone: 'prolog|epilog|förord|efterord' },
  tr: { chapter: 'bölüm', part: 'kısım|kitap', alone: 'önsöz|sonsöz|prolog|epilog' },
  uk: { chapter: 'розділ|глава', part: 'частина|книга', alone: 'пролог|епілог|передмова' },
};

/** Han numerals precede the word without a space. */
const eastern = {
  chapter: /^(第\s*[0-9０-９一二三四五六七八九十百千零〇两兩]+\s*[章回節节話话]|제\s*\d+\s*[장화])/u,
  part: /^(第\s*[0-9０-９一二三四五六七八九十百千零〇两兩]+\s*[部卷篇]|제\s*\d+\s*부)/u,
  alone: /^(序章|楔子|尾声|尾聲|終章|终章|プロローグ|エピローグ|프롤로그|에필로그)(?=\s|[:：]|$)/u,
};

const numeral = String.raw`(?:\d{1,4}|[ivxlc]{1,8})`;
/** A number in digits or as a word: `Twenty-One`, `первая`. */
const number = String.raw`(?:${numeral}|[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)?)`;
const separated = String.raw`\s*[.:–—-]`;
/** After digits the title may follow directly; after a word only with a separator, or any sentence would match. */
const behind = String.raw`(?:${numeral}(?:${separated}.*|\s+.*)?|${number}(?:${separated}.*)?)`;

function counted(of: 'chapter' | 'part'): RegExp {
  const words = Object.values(chapterWords)
    .map((one) => one[of])
    .join('|');
  const before = String.raw`(?:${numeral}\.?|[\p{L}\p{M}]+)\s+(?:${words})(?:${separated}.*)?`;
  return new RegExp(String.raw`^(?:(?:${words})\s+${behind}|${before})$`, 'iu');
}

const alone = new RegExp(
  String.raw`^(?:${Object.values(chapterWords)
    .flatMap((one) => one.alone ?? [])
    .join('|')})(?:${separated}.*|\.)?$`,
  'iu',
);
const chapterLine = counted('chapter');
const partLine = counted('part');

/** What starts at a line: `chapter 12`, a prologue, a part with chapters; undefined for other lines. */
export function beginningOf(line: string): 'chapter' | 'alone' | 'part' | undefined {
  if (chapterLine.test(line) || eastern.chapter.test(line)) return 'chapter';
  if (alone.test(line) || eastern.alone.test(line)) return 'alone';
  return partLine.test(line) || eastern.part.test(line) ? 'part' : undefined;
}
