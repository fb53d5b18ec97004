/** Scripts that are written from right to left. */
const rightToLeft = ['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'];

/** Which way a language is written, by its BCP 47 tag: Azerbaijani in Arabic letters from the right. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** What a table of contents is called, by primary language. */
const contents: Readonly<Record<string, string>> = {
  ar: 'المحتويات',
  cs: 'Obsah',
  da: 'Indhold',
  de: 'Inhalt',
  el: 'Περιεχόμενα',
  en: 'Contents',
  es: 'Índice',
  fa: 'فهرست',
  fi: 'Sisällys',
  fr: 'Table des matières',
  he: 'תוכן העניינים',
  hu: 'Tartalom',
  it: 'Indice',
  ja: '目次',
  ko: '차례',
  nb: 'Innhold',
  nl: 'Inhoud',
  pl: 'Spis treści',
  pt: 'Índice',
  ro: 'Cuprins',
  ru: 'Оглавление',
  sv: 'Innehåll',
  tr: 'İçindekiler',
  uk: 'Зміст',
  ur: 'فہرست',
  zh: '目录',
};

/** What a book calls its table of contents, in its own language and letters where we know the word, else in English. */
export function contentsWord(language: string): string {
  const { language: primary, script } = new Intl.Locale(language).maximize();
  if (script === 'Hant') return '目錄';
  const isUsual = new Intl.Locale(primary).maximize().script === script;
  return (isUsual ? contents[primary] : undefined) ?? 'Contents';
}
