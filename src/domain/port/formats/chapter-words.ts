/** Chapter headings of a language. */
interface Words {
  /** A numbered chapter, before or after its number. */
  chapter: string;
  /** A group of chapters. */
  part: string;
  /** An unnumbered chapter. */
  alone?: string;
  /** Before the name of an author. */
  by: string;
}

/** By primary language. A file may be in any of them, whatever its declared language. */
const chapterWords: Readonly<Record<string, Words>> = {
  en: {
    chapter: 'chapter',
    part: 'part|book|volume',
    alone: 'prologue|epilogue|preface|foreword|afterword|introduction|interlude|postscript',
    by: 'by',
  },
  cs: { chapter: 'kapitola', part: 'část|díl|kniha', alone: 'prolog|epilog|předmluva|doslov', by: 'od|napsala?' },
  da: { chapter: 'kapitel', part: 'del|bog', alone: 'prolog|epilog|forord|efterord', by: 'af' },
  de: {
    chapter: 'kapitel',
    part: 'teil|buch|band',
    alone: 'prolog|epilog|vorwort|nachwort|einleitung|zwischenspiel',
    by: 'von',
  },
  el: { chapter: 'κεφάλαιο', part: 'μέρος|βιβλίο', alone: 'πρόλογος|επίλογος', by: 'του|της|από' },
  es: {
    chapter: 'cap[ií]tulo',
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
  nb: { chapter: 'kapittel', part: 'del|bok', alone: 'prolog|epilog|forord|etterord', by: 'av' },
  nl: { chapter: 'hoofdstuk', part: 'deel|boek', alone: 'proloog|epiloog|voorwoord|nawoord', by: 'door|van' },
  pl: {
    chapter: 'rozdział',
    part: 'część|tom|księga',
    alone: 'prolog|epilog|przedmowa|wstęp|posłowie',
    by: 'autor|napisała?',
  },
  pt: {
    chapter: 'cap[ií]tulo',
    part: 'parte|livro|tomo',
    alone: 'prólogo|epílogo|prefácio|introdução|interlúdio',
    by: 'por|de',
  },
  ro: { chapter: 'capitolul', part: 'partea|cartea', alone: 'prolog|epilog|prefață', by: 'de' },
  ru: { chapter: 'глава', part: 'часть|книга|том', alone: 'пролог|эпилог|предисловие|послесловие', by: 'автор' },
  sv: { chapter: 'kapitel', part: 'del|bok', alone: 'prolog|epilog|förord|efterord', by: 'av' },
  tr: { chapter: 'bölüm', part: 'kısım|kitap', alone: 'önsöz|sonsöz|prolog|epilog', by: 'yazan' },
  uk: { chapter: 'розділ|глава', part: 'частина|книга', alone: 'пролог|епілог|передмова', by: 'автор' },
};

/** Han numerals precede the word without a space. */
const eastern = {
  by: /^(?:作者|著者|지은이|글)\s*[:：]?\s*(.*)$/u,
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

const byLine = new RegExp(
  String.raw`^(?:${Object.values(chapterWords)
    .map((one) => one.by)
    .join('|')})(?:\s*:)?(?:\s+(.*))?$`,
  'iu',
);

/** The name in a line such as `by N. Keeper`, which is empty if the line has only the word; undefined for other lines. */
export function authorIn(line: string): string | undefined {
  const found = byLine.exec(line) ?? eastern.by.exec(line);
  return found ? (found[1] ?? '').trim() : undefined;
}

/**
 * The same for a line without blank lines around it, where a sentence may begin with such words. The title must be no
 * sentence, and a number in words capitalized: `Chapter One`.
 */
export function strictBeginningOf(line: string): 'chapter' | 'alone' | 'part' | undefined {
  const begins = beginningOf(line);
  if (!begins || line.length > strictUnitsMax) return undefined;
  const isSentence = /[.!?…,;"”»]$/u.test(line.replace(/^\S+\s+\S+\.$/u, ''));
  const isCapitalized = line.split(/[\s.:–—-]+/u, 2).every((word) => !/^\p{Ll}/u.test(word));
  return isSentence || !isCapitalized ? undefined : begins;
}

/** Longer lines in the middle of a text are sentences (ours). */
const strictUnitsMax = 80;
