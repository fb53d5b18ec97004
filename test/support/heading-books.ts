import {
  chapterWords,
  type HeadingLanguage,
  headingLanguages,
} from '../../src/domain/leaving/port/formats/heading-table.ts';
import fc from './fast-check.ts';

/** Ordinary sentences with a place for a word: within the sentence, at its end, and at its beginning. */
const frames: Record<HeadingLanguage, readonly [within: string, last: string, first: string]> = {
  en: [
    'She laid the old ~ on the table and said nothing more about it.',
    'Nobody had asked him for a ~.',
    '~ was the word that he could not forget.',
  ],
  cs: [
    'Položila starou ~ na stůl a už o tom nemluvila.',
    'Nikdo po něm nechtěl žádnou ~.',
    '~ bylo slovo, na které nemohl zapomenout.',
  ],
  da: [
    'Hun lagde den gamle ~ på bordet og sagde ikke mere om det.',
    'Ingen havde bedt ham om en ~.',
    '~ var det ord, som han ikke kunne glemme.',
  ],
  de: [
    'Sie legte das alte ~ auf den Tisch und sprach nicht mehr davon.',
    'Niemand hatte ihn nach einem ~ gefragt.',
    '~ war das Wort, das er nicht vergessen konnte.',
  ],
  el: [
    'Άφησε το παλιό ~ πάνω στο τραπέζι και δεν είπε τίποτε άλλο.',
    'Κανείς δεν του είχε ζητήσει ένα ~.',
    '~ ήταν η λέξη που δεν μπορούσε να ξεχάσει.',
  ],
  es: [
    'Dejó el viejo ~ sobre la mesa y no dijo nada más.',
    'Nadie le había pedido un ~.',
    '~ era la palabra que no podía olvidar.',
  ],
  fi: [
    'Hän laski vanhan ~ pöydälle eikä puhunut siitä enää.',
    'Kukaan ei ollut pyytänyt häneltä sanaa ~.',
    '~ oli sana, jota hän ei voinut unohtaa.',
  ],
  fr: [
    'Elle posa le vieux ~ sur la table et ne dit plus rien.',
    'Personne ne lui avait demandé un ~.',
    '~ était le mot qu’il ne pouvait pas oublier.',
  ],
  hu: [
    'A régi ~ ott feküdt az asztalon, és nem beszélt róla többet.',
    'Senki sem kért tőle semmiféle ~.',
    '~ volt az a szó, amelyet nem tudott elfelejteni.',
  ],
  it: [
    'Posò il vecchio ~ sul tavolo e non disse più nulla.',
    'Nessuno gli aveva chiesto un ~.',
    '~ era la parola che non riusciva a dimenticare.',
  ],
  nb: [
    'Hun la den gamle ~ på bordet og sa ikke mer om det.',
    'Ingen hadde bedt ham om en ~.',
    '~ var det ordet han ikke kunne glemme.',
  ],
  nl: [
    'Ze legde het oude ~ op de tafel en zei er niets meer over.',
    'Niemand had hem om een ~ gevraagd.',
    '~ was het woord dat hij niet kon vergeten.',
  ],
  pl: [
    'Położyła stary ~ na stole i nic więcej nie powiedziała.',
    'Nikt nie prosił go o ~.',
    '~ to było słowo, którego nie mógł zapomnieć.',
  ],
  pt: [
    'Ela pousou o velho ~ na mesa e não disse mais nada.',
    'Ninguém lhe tinha pedido um ~.',
    '~ era a palavra que ele não conseguia esquecer.',
  ],
  ro: [
    'A pus vechiul ~ pe masă și nu a mai spus nimic despre asta.',
    'Nimeni nu îi ceruse un ~.',
    '~ era cuvântul pe care nu îl putea uita.',
  ],
  ru: [
    'Она положила старую ~ на стол и больше об этом не говорила.',
    'Никто не просил у него никакую ~.',
    '~ было тем словом, которое он не мог забыть.',
  ],
  sv: [
    'Hon lade den gamla ~ på bordet och sade inte mer om det.',
    'Ingen hade bett honom om en ~.',
    '~ var det ord som han inte kunde glömma.',
  ],
  tr: [
    'Eski ~ masanın üstünde duruyordu ve kimse ondan söz etmedi.',
    'Kimse ondan bir ~ istememişti.',
    '~ onun unutamadığı bir kelimeydi.',
  ],
  uk: [
    'Вона поклала стару ~ на стіл і більше про це не говорила.',
    'Ніхто не просив у нього жодну ~.',
    '~ було тим словом, яке він не міг забути.',
  ],
};

const plainWords = (language: HeadingLanguage) => {
  const { chapter, part, alone } = chapterWords[language];
  return [chapter, part, alone].flatMap((list) => list.split('|'));
};
/** Every word of the lists, of every language. */
const allWords = [...new Set(headingLanguages.flatMap(plainWords))];
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const sentenceOf = (language: HeadingLanguage, word: string, kind: number) => {
  const frame = frames[language][kind % 3] ?? '';
  return frame.replace('~', frame.startsWith('~') ? capital(word) : word);
};

/** A book of ordinary sentences, of which each has a word that begins headings in some language. */
export const headingBooks = fc
  .record({
    language: fc.constantFrom(...headingLanguages),
    first: fc.nat(allWords.length - 1),
    chapters: fc.array(fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 6 }), {
      minLength: 2,
      maxLength: 5,
    }),
  })
  .map(({ language, first, chapters }) => {
    const [heading = ''] = chapterWords[language].chapter.split('|');
    // All words have their turn, from another one in each book.
    let next = first;
    const made = chapters.map((paragraphs, index) => ({
      title: `${capital(heading)} ${index + 1}`,
      paragraphs: paragraphs.map((kinds) =>
        kinds.map((kind) => sentenceOf(language, allWords[next++ % allWords.length] ?? '', kind)).join(' '),
      ),
    }));
    return { language, chapters: made };
  });
