const syllables = 'ba co de fi go hu la me no pi ra so ti ve wa shu tre stro ble mor'.split(' ');
const frequent =
  'the and of to a in he was that it his her with as had she for at on not but be they you all by from were which one him there so up out if when what been into said them then could would over down more like back no only some little'.split(
    ' ',
  );
const contentWords = [
  'lighthouse',
  'harbour',
  'storm',
  'letter',
  'old',
  'keeper',
  'walked',
  'window',
  'brother',
  'night',
];

/** An invented word; the same number gives the same word. */
function rareWord(n: number): string {
  const stem = [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400) % 20].map((at) => syllables[at]).join('');
  return stem + (['', 's', 'ed', 'ing'][n % 4] ?? '');
}

/** A word for a random number from 0 to 1. As in prose, few words are frequent and many are rare. */
function wordFor(share: number): string {
  if (share < 0.5) return frequent[Math.floor((share * 2) ** 2 * frequent.length)] ?? 'the';
  if (share < 0.53) return contentWords[Math.floor(((share - 0.5) / 0.03) * contentWords.length)] ?? 'storm';
  if (share > 0.99999) return 'astrolabe';
  return rareWord(Math.floor(((share - 0.53) / 0.47) ** 3 * 8_000));
}

/** Prose in paragraphs; the same seed gives the same text. */
export function proseOf(words: number, seed: number): string {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  let text = '';
  for (let count = 0; count < words; ) {
    const length = Math.min(words - count, 10 + Math.floor(next() * 70));
    const paragraph = Array.from({ length }, () => wordFor(next()));
    if (next() < 0.05) paragraph.push('the old lighthouse');
    text += `${paragraph.join(' ')}.\n\n`;
    count += length;
  }
  return text;
}

/** A text of exactly this length. */
export function longText(characters: number): string {
  return proseOf(characters / 4, 77).slice(0, characters);
}
