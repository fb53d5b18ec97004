import type { Junk } from '../junk.ts';

/** The third chapter of a book in each language, and its title. */
export const chapters = {
  en: {
    title: 'The Pier',
    prose:
      'The lamp on the pier had burned all night, though no boat was expected.\n\n“You could have slept,” Ilse said. Marten shook his head and folded the newspaper.',
  },
  de: {
    title: 'Der Steg',
    prose:
      'Die Lampe am Steg hatte die ganze Nacht gebrannt, obwohl kein Boot erwartet wurde.\n\n„Du hättest schlafen können“, sagte Ilse. Marten schüttelte den Kopf und faltete die Zeitung.',
  },
  fr: {
    title: 'La Jetée',
    prose:
      'La lampe de la jetée avait brûlé toute la nuit, bien qu’on n’attendît aucun bateau.\n\n« Tu aurais pu dormir », dit Ilse. Marten secoua la tête et plia le journal.',
  },
  es: {
    title: 'El muelle',
    prose:
      'La lámpara del muelle había ardido toda la noche, aunque no se esperaba ningún barco.\n\n—Podrías haber dormido —dijo Ilse. Marten negó con la cabeza y dobló el periódico.',
  },
  it: {
    title: 'Il molo',
    prose:
      'La lampada sul molo era rimasta accesa tutta la notte, benché non si aspettasse nessuna barca.\n\n«Avresti potuto dormire» disse Ilse. Marten scosse la testa e piegò il giornale.',
  },
  pt: {
    title: 'O cais',
    prose:
      'A lâmpada do cais ardera toda a noite, embora não se esperasse nenhum barco.\n\n— Podias ter dormido — disse Ilse. Marten abanou a cabeça e dobrou o jornal.',
  },
  nl: {
    title: 'De steiger',
    prose:
      'De lamp op de steiger had de hele nacht gebrand, hoewel er geen boot werd verwacht.\n\n‘Je had kunnen slapen,’ zei Ilse. Marten schudde zijn hoofd en vouwde de krant op.',
  },
  sv: {
    title: 'Bryggan',
    prose:
      'Lampan på bryggan hade brunnit hela natten, fast ingen båt var väntad.\n\n”Du kunde ha sovit”, sa Ilse. Marten skakade på huvudet och vek ihop tidningen.',
  },
  pl: {
    title: 'Pomost',
    prose:
      'Lampa na pomoście paliła się całą noc, choć nie spodziewano się żadnej łodzi.\n\n– Mogłeś spać – powiedziała Ilse. Marten pokręcił głową i złożył gazetę.',
  },
  ru: {
    title: 'Причал',
    prose:
      'Лампа на причале горела всю ночь, хотя никакой лодки не ждали.\n\n— Ты мог бы поспать, — сказала Ильзе. Мартен покачал головой и сложил газету.',
  },
  zh: {
    title: '码头',
    prose: '码头上的灯亮了一整夜，尽管没有船要来。\n\n“你本可以睡一会儿。”伊尔莎说。马丁摇摇头，把报纸折了起来。',
  },
  ja: {
    title: '桟橋',
    prose:
      '桟橋の灯りは一晩中ともっていたが、船が来る予定はなかった。\n\n「眠ればよかったのに」とイルゼは言った。マルテンは首を振り、新聞をたたんだ。',
  },
  // Languages without phrases: only structure tells their remarks.
  fi: {
    title: 'Laituri',
    prose:
      'Laiturin lamppu oli palanut koko yön, vaikka venettä ei odotettu.\n\n”Olisit voinut nukkua”, sanoi Ilse. Marten pudisti päätään ja taittoi lehden.',
  },
  cs: {
    title: 'Molo',
    prose:
      'Lampa na molu hořela celou noc, ačkoli žádnou loď nečekali.\n\n„Mohl jsi spát,“ řekla Ilse. Marten zavrtěl hlavou a složil noviny.',
  },
  tr: {
    title: 'İskele',
    prose:
      'Hiçbir tekne beklenmediği hâlde iskeledeki lamba bütün gece yanmıştı.\n\n“Uyuyabilirdin,” dedi Ilse. Marten başını salladı ve gazeteyi katladı.',
  },
  el: {
    title: 'Η αποβάθρα',
    prose:
      'Η λάμπα στην αποβάθρα έκαιγε όλη τη νύχτα, αν και δεν περίμεναν καΐκι.\n\n«Θα μπορούσες να κοιμηθείς», είπε η Ίλζε. Ο Μάρτεν δίπλωσε την εφημερίδα.',
  },
  uk: {
    title: 'Пристань',
    prose:
      'Лампа на пристані горіла всю ніч, хоча жодного човна не чекали.\n\n«Ти міг би поспати», — сказала Ільзе. Мартен похитав головою і згорнув газету.',
  },
  ko: {
    title: '부두',
    prose:
      '배가 올 예정이 없는데도 부두의 등불은 밤새 켜져 있었다.\n\n“자도 됐을 텐데.” 일제가 말했다. 마르텐은 고개를 젓고 신문을 접었다.',
  },
} as const;

export type CorpusLanguage = keyof typeof chapters;

export interface CorpusJunk extends Junk {
  title: string;
}

/** Prose of a language between two remarks. */
export function around(kind: string, language: CorpusLanguage, before: string, after = ''): CorpusJunk {
  const { title, prose } = chapters[language];
  return { kind, language, title, prose, reply: before + prose + after };
}

/** A reply without prose. */
export function alone(kind: string, language: CorpusLanguage, reply: string): CorpusJunk {
  return { kind, language, title: chapters[language].title, prose: null, reply };
}

/** Genuine prose that resembles junk, at the beginning or the end of a chapter. */
export interface Genuine {
  at: 'start' | 'end';
  language: CorpusLanguage;
  text: string;
  title?: string;
}

export const opens = (language: CorpusLanguage, text: string, title?: string): Genuine => ({
  at: 'start',
  language,
  text,
  ...(title === undefined ? {} : { title }),
});

export const ends = (language: CorpusLanguage, text: string): Genuine => ({ at: 'end', language, text });
