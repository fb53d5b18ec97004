import { describe, expect, it } from 'vitest';
import { everyHeading, HeadingWords } from '../../src/domain/leaving/port/formats/chapter-words.ts';
import { type HeadingLanguage, headingLanguages } from '../../src/domain/leaving/port/formats/heading-table.ts';
import { readMarkdown, readText } from '../../src/domain/leaving/port/import/manuscript.ts';
import { Pace } from '../../src/domain/leaving/port/pace.ts';
import fc from '../support/fast-check.ts';
import { headingBooks } from '../support/heading-books.ts';

const pace = () => new Pace(new AbortController().signal);
const english = new HeadingWords(['en']);

/** Chapters and parts with cardinal and ordinal numbers. */
const inWords: Record<HeadingLanguage, string[]> = {
  en: ['Chapter Forty-Two', 'Part the Third', 'Second Book', 'VOLUME IV'],
  cs: ['Kapitola první', 'Druhý díl', 'Kapitola dvacátá', '1. kapitola'],
  da: ['Kapitel et', 'Første kapitel', 'Kapitel enogtyve', 'Anden del'],
  de: ['Kapitel Eins', 'Erstes Kapitel', 'Einundzwanzigstes Kapitel', 'Dritter Teil'],
  el: ['Κεφάλαιο πρώτο', 'ΚΕΦΑΛΑΙΟ ΔΕΥΤΕΡΟ', 'Κεφάλαιο Α΄', 'Μέρος τρίτο'],
  es: ['Capítulo uno', 'CAPITULO PRIMERO', 'Capítulo veintiuno', 'Segunda parte'],
  fi: ['Luku yksi', 'Ensimmäinen luku', 'Kahdestoista luku', '1. luku'],
  fr: ['Chapitre un', 'Premier chapitre', 'Chapitre vingt et un', 'Troisième partie'],
  hu: ['Első fejezet', 'Tizenegyedik fejezet', 'XII. fejezet', 'I. rész', 'Második rész'],
  it: ['Capitolo primo', 'Capitolo ventunesimo', 'CAPITOLO UNO', 'Parte seconda'],
  nb: ['Kapittel én', 'Første kapittel', 'Kapittel tjueen', 'Andre del'],
  nl: ['Hoofdstuk een', 'Eerste hoofdstuk', 'Hoofdstuk eenentwintig', 'Twintigste hoofdstuk'],
  pl: ['Rozdział pierwszy', 'Rozdział dwudziesty pierwszy', 'Rozdział I', 'Część trzecia'],
  pt: ['Capítulo um', 'Capítulo Primeiro', 'Capítulo vinte e um', 'Segunda parte'],
  ro: ['Capitolul întâi', 'Capitolul al doilea', 'Capitolul doi', 'Partea a doua'],
  ru: ['Глава первая', 'Глава двадцать первая', 'Часть вторая', 'II часть'],
  sv: ['Kapitel ett', 'FÖRSTA KAPITLET', 'Kapitel tjugoett', 'Andra delen'],
  tr: ['Birinci Bölüm', 'BÖLÜM ALTI', 'Bölüm on bir', 'İkinci Kısım'],
  uk: ['Розділ перший', 'Розділ двадцять перший', "Розділ п'ятий", 'Частина друга'],
};

describe('a line is a heading by its words', () => {
  it.each([
    'Chapter 2: Who Was Missing?',
    'Chapter 3. The tide went out.',
    'Chapter IV The Bell',
    'chapter.001',
    'CHAPTER I.',
    'Chapter One.',
    'chapter one',
    'Chapter Twenty One: The Sea',
    'Chapter the First',
    'CHAPTER NINE THE BELL',
    'Chapter #4',
    'Chapter No. 5',
    'Chapter-6',
    '1st Chapter',
    'First Chapter',
    'Chapter 1 – the river',
    'Chapter 10 “Rain”',
    'Chapter 7 Was Missing',
  ])('%s', (line) => expect(english.beginningOf(line)).toBe('chapter'));

  it.each(['Part One', 'BOOK II', 'Volume 3', 'Part the Second', 'Book Two: The Sea', 'PART I.'])(
    '%s (a part)',
    (line) => expect(english.beginningOf(line)).toBe('part'),
  );

  it.each(['Prologue', 'EPILOGUE.', 'Preface: A Word', 'Interlude – The Sea'])('%s (alone)', (line) =>
    expect(english.beginningOf(line)).toBe('alone'),
  );

  it.each(headingLanguages)('of %s', (language) => {
    const lines = inWords[language];
    const words = new HeadingWords([language]);
    for (const line of lines)
      expect([line, words.beginningOf(line)]).toEqual([line, expect.stringMatching(/chapter|part/)]);
  });
});

describe('a sentence is none', () => {
  it.each([
    'Chapter 9 was missing.',
    'Book 3 fell from the shelf.',
    'Part 2 was not easy.',
    'Part two was worse.',
    'Part one Harry knew',
    'part one of the plan',
    'Part 1 – and the worst – was over.',
    'Volume 2: sold out.',
    'Chapter 9, he said',
    'Chapter 12?”',
    'Chapter and verse',
    'Book it.',
    'Book Liv',
    'Book I liked.',
    'Part I liked was the end.',
    'Part Mix',
    'One book.',
    'First book.',
    'I part.',
    'A part',
    'Volume up',
    'Introduction by Emma',
  ])('%s', (line) => expect(english.beginningOf(line)).toBeUndefined());

  it.each([
    'Poor Tom.',
    'Tom Fenn.',
    'Bog.',
    'Teil 2 war schwer.',
    'Der zweite Teil war schwer.',
    'Глава семьи молчал.',
    'Часть вторая была хуже.',
    'Libro en mano',
    'Del Toro came.',
    'La partie deux fut longue.',
    'Parte tre volte.',
    'Kitap okudu.',
    'Osa kerrallaan.',
    'Rozdział trzeci był zły.',
    'Capitolul doi a dispărut.',
    'Boek drie viel om.',
    'Könyv a kézben.',
    'I bok',
    'V knize',
    'I delen',
    'Μέρος της ζωής',
    '第三章写完了。',
    '제3장을 읽었다.',
  ])('%s, in any language', (line) => expect(everyHeading.beginningOf(line)).toBeUndefined());
});

const rain = 'It was the fourth day of rain, and nobody at the counter had looked up since the ferry came in.';
const regen = 'Es war der vierte Tag mit Regen, und niemand am Schalter hatte aufgesehen, seit die Fähre kam.';
const read = async (format: typeof readText | typeof readMarkdown, ...lines: string[]) => {
  const { chapters, warnings } = await format(lines.join('\n\n'), pace());
  return {
    titles: chapters.map(({ title }) => title),
    by: warnings.filter(({ code }) => code === 'headings_by_words'),
  };
};

describe.each([
  ['plain text', readText],
  ['Markdown', readMarkdown],
])('%s', (_name, format) => {
  it('takes the words of its language alone', async () => {
    expect(await read(format, rain, 'Tom Fenn.', rain, 'Teil 2', rain)).toEqual({ titles: [null], by: [] });
    expect((await read(format, 'Kapitel 1', regen, 'Kapitel 2', regen)).titles).toEqual(['Kapitel 1', 'Kapitel 2']);
  });

  it('takes the words of the language that it declares', async () => {
    const file = [regen, regen].join('\n\n');
    const { chapters } = await format(`Chapter 1\n\n${file}\n\nChapter 2\n\n${file}`, pace(), { language: 'en-GB' });
    expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2']);
  });

  it('names what became a title', async () => {
    const { by } = await read(
      format,
      'Chapter One: The Bell',
      rain,
      'Chapter Two',
      rain,
      'Chapter 9 was missing.',
      rain,
    );
    expect(by).toEqual([
      {
        code: 'headings_by_words',
        count: 2,
        message: expect.stringContaining('“Chapter One: The Bell”, “Chapter Two”. If one is text'),
      },
    ]);
  });

  it('loses no word of a story that speaks of books in every language', async () => {
    const nouns =
      'chapter book part volume prologue kapitola del bog Teil Buch Band parte libro tomo tom osa luku partie livre rész könyv deel boek księga livro cartea bok kısım kitap'.split(
        ' ',
      );
    for (const noun of nouns) {
      const sentences = [
        `${noun} 3 fell from the shelf.`,
        `Poor ${noun}.`,
        `${noun} two, she said.`,
        `The second ${noun} was worse.`,
      ];
      for (const sentence of sentences) {
        const written = sentence.replace(/^./u, (letter) => letter.toUpperCase());
        expect(await read(format, rain, written, rain)).toEqual({ titles: [null], by: [] });
      }
    }
  });
});

describe('a book of ordinary sentences with words of headings', () => {
  const bookOf = (chapters: { title: string; paragraphs: string[] }[], between: string) =>
    chapters.map(({ title, paragraphs }) => [title, ...paragraphs].join(between)).join(`${between}${between}`);

  it('has the chapters that its headings begin, and every sentence', async () => {
    await fc.assert(
      fc.asyncProperty(headingBooks, fc.constantFrom('\n\n', '\n'), async ({ language, chapters }, between) => {
        const file = bookOf(chapters, between);
        for (const read of between === '\n' ? [readText] : [readText, readMarkdown]) {
          const found = (await read(file, pace(), { language })).chapters;
          expect(found.map(({ title }) => title)).toEqual(chapters.map(({ title }) => title));
          expect(found.map(({ content }) => content.split(/\n+/))).toEqual(
            chapters.map(({ paragraphs }) => paragraphs),
          );
          // Without its language: words of several languages may hide that, but no sentence is a heading.
          const titles: unknown[] = (await read(file, pace())).chapters.map(({ title }) => title);
          expect(titles.filter((title) => title !== null && !chapters.some((one) => one.title === title))).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
