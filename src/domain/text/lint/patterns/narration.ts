import type { Prose, Span, Word } from '../prose.ts';

/** A word of the narration as patterns compare it. */
export interface Token extends Span {
  /** Lower case, with a straight apostrophe. */
  key: string;
  /** Capitalised inside a sentence, as names are. */
  isName: boolean;
}

/** The narration of a text: its words outside speech and emphasis, by paragraphs and sentences. */
export interface Narration {
  paragraphs: { sentences: Token[][]; hasSpeech: boolean }[];
  words: number;
}

/** Groups the narrated words of a text in one pass. */
export function narrationOf({ words, sentences, paragraphs }: Prose): Narration {
  let [sentence, word, count] = [0, 0, 0];
  const grouped = paragraphs.map(({ narrated, end }) => {
    const own: Token[][] = [];
    let last = -1;
    for (const one of narrated) {
      while (sentence < sentences.length - 1 && (words[(sentences[sentence]?.to ?? 0) - 1]?.start ?? 0) < one.start)
        sentence += 1;
      if (sentence !== last) own.push([]);
      last = sentence;
      own.at(-1)?.push(tokenOf(one));
    }
    const before = word;
    while (word < words.length && (words[word]?.start ?? end) < end) word += 1;
    count += narrated.length;
    return { sentences: own, hasSpeech: narrated.length < word - before };
  });
  return { paragraphs: grouped, words: count };
}

export function keyOf(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('’', "'");
}

function tokenOf({ text, start, end, opens }: Word): Token {
  return { key: keyOf(text), start, end, isName: !opens && /^\p{Lu}/u.test(text) };
}
