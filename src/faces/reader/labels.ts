import { directionOf } from '../../prose/language.ts';

/** Labels of the pages of a book, in the language of the book. */
export interface ReaderLabels {
  /** BCP 47 tag of these labels. */
  tag: string;
  contents: string;
  begin: string;
  previous: string;
  next: string;
  end: string;
  skip: string;
  cover: string;
  listen: string;
  place: (number: string, last: string) => string;
}

type Row = [
  contents: string,
  begin: string,
  previous: string,
  next: string,
  end: string,
  skip: string,
  cover: string,
  listen: string,
  place: string,
];

const english: Row = [
  'Contents',
  'Begin reading',
  'Previous chapter',
  'Next chapter',
  'The end',
  'Skip to the text',
  'Cover',
  'Listen to this chapter',
  '# of ##',
];

const rows: Readonly<Record<string, Row>> = {
  en: english,
  ar: [
    'المحتويات',
    'ابدأ القراءة',
    'الفصل السابق',
    'الفصل التالي',
    'النهاية',
    'انتقل إلى النص',
    'الغلاف',
    'استمع إلى هذا الفصل',
    '# من ##',
  ],
  de: [
    'Inhalt',
    'Lesen',
    'Voriges Kapitel',
    'Nächstes Kapitel',
    'Ende',
    'Zum Text springen',
    'Umschlag',
    'Dieses Kapitel hören',
    '# von ##',
  ],
  es: [
    'Índice',
    'Empezar a leer',
    'Capítulo anterior',
    'Capítulo siguiente',
    'Fin',
    'Saltar al texto',
    'Cubierta',
    'Escuchar este capítulo',
    '# de ##',
  ],
  fr: [
    'Sommaire',
    'Commencer la lecture',
    'Chapitre précédent',
    'Chapitre suivant',
    'Fin',
    'Aller au texte',
    'Couverture',
    'Écouter ce chapitre',
    '# sur ##',
  ],
  he: [
    'תוכן העניינים',
    'להתחיל לקרוא',
    'הפרק הקודם',
    'הפרק הבא',
    'סוף',
    'דילוג לטקסט',
    'כריכה',
    'להאזין לפרק',
    '# מתוך ##',
  ],
  it: [
    'Indice',
    'Inizia a leggere',
    'Capitolo precedente',
    'Capitolo successivo',
    'Fine',
    'Vai al testo',
    'Copertina',
    'Ascolta questo capitolo',
    '# di ##',
  ],
  ja: ['目次', '読みはじめる', '前の章', '次の章', '了', '本文へ', '表紙', 'この章を聴く', '# / ##'],
  nl: [
    'Inhoud',
    'Begin met lezen',
    'Vorig hoofdstuk',
    'Volgend hoofdstuk',
    'Einde',
    'Naar de tekst',
    'Omslag',
    'Luister naar dit hoofdstuk',
    '# van ##',
  ],
  pt: [
    'Índice',
    'Começar a ler',
    'Capítulo anterior',
    'Próximo capítulo',
    'Fim',
    'Ir para o texto',
    'Capa',
    'Ouvir este capítulo',
    '# de ##',
  ],
  ru: [
    'Содержание',
    'Начать чтение',
    'Предыдущая глава',
    'Следующая глава',
    'Конец',
    'К тексту',
    'Обложка',
    'Слушать главу',
    '# из ##',
  ],
  zh: ['目录', '开始阅读', '上一章', '下一章', '完', '跳到正文', '封面', '收听本章', '# / ##'],
  'zh-Hant': ['目錄', '開始閱讀', '上一章', '下一章', '完', '跳到正文', '封面', '收聽本章', '# / ##'],
};

/** Labels for a BCP 47 language; English if it is not supported. */
export function labelsFor(language: string): ReaderLabels {
  const { language: name, script } = new Intl.Locale(language).maximize();
  const tag = [`${name}-${script}`, name].find((one) => one in rows) ?? 'en';
  const [contents, begin, previous, next, end, skip, cover, listen, place] = rows[tag] ?? english;
  const filled = (number: string, last: string) => place.replace('##', last).replace('#', number);
  return { tag, contents, begin, previous, next, end, skip, cover, listen, place: filled };
}

/** Text direction of a language, and whether its script has capitals (needed for drop caps). */
export function typesettingOf(language: string): { dir: 'ltr' | 'rtl'; hasCapitals: boolean } {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  return {
    dir: directionOf(language),
    hasCapitals: ['Latn', 'Cyrl', 'Grek', 'Armn'].includes(script),
  };
}
