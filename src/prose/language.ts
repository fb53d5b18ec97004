/** Right-to-left scripts. */
const rightToLeft = ['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'];

/** Writing direction of a BCP 47 tag, with its script: Azerbaijani in Arabic letters is right-to-left. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** Heading of a table of contents, by primary language. */
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

/** Heading of a table of contents in the language and script of a book; English if unknown. */
export function contentsWord(language: string): string {
  const { language: primary, script } = new Intl.Locale(language).maximize();
  if (script === 'Hant') return '目錄';
  const isUsual = new Intl.Locale(primary).maximize().script === script;
  return (isUsual ? contents[primary] : undefined) ?? 'Contents';
}
