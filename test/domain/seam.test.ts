import { describe, expect, it } from 'vitest';
import { heldMax } from '../../src/domain/making/writing/seam/release.ts';
import { Seam } from '../../src/domain/making/writing/seam/seam.ts';
import fc from '../support/fast-check.ts';
import { figure, proof } from '../support/proofs.ts';

/** Splits a text into pieces whose lengths repeat `sizes`. */
function splitBySizes(text: string, sizes: readonly number[]): string[] {
  const left = Array.from(text);
  const pieces: string[] = [];
  for (let turn = 0; left.length > 0; turn++) pieces.push(left.splice(0, sizes[turn % sizes.length]).join(''));
  return pieces;
}

/** A continuation as the seam appends it to the saved text. */
function through(saved: string, text: string, sizes: readonly number[] = [1_000_000], lostWord = ''): string {
  const seam = new Seam(saved, lostWord);
  const released = splitBySizes(text, sizes).map((piece) => seam.push(piece));
  return released.join('') + seam.end();
}

/** The saved part of a text that is cut at `at`, and the word lost at the cut. */
function cutAt(text: string, at: number, sizes: readonly number[]): { saved: string; lostWord: string } {
  const seam = new Seam('');
  const saved = splitBySizes(Array.from(text).slice(0, at).join(''), sizes)
    .map((piece) => seam.push(piece))
    .join('');
  return { saved, lostWord: seam.cut() };
}

const texts: Readonly<Record<string, { language: string; text: string }>> = {
  English: {
    language: 'en',
    text: 'The tide had turned before anyone noticed. Mara counted the lamps along the quay, twice, and got a different number each time; the well-known one by the customs house wasn’t lit.\n\nShe walked down to the water. Nothing moved there but grief and the rope.',
  },
  German: {
    language: 'de',
    text: 'Der Fährmann schwieg. Er hatte die Überfahrt schon hundertmal gemacht, doch an diesem Abend, als sie den Kai verließen, zitterten ihm die Hände.\n\n»Größer wird der Fluss nicht«, sagte Jörg, »nur älter.« Dann lachte er.',
  },
  French: {
    language: 'fr',
    text: 'L’homme n’avait rien dit. « Vous l’avez vu ? » demanda Élise, qui s’était levée. Aujourd’hui encore, elle entend la porte ; le vent, dehors, tournait.\n\nOn attendit jusqu’à l’aube : personne ne vint.',
  },
  Spanish: {
    language: 'es',
    text: '—¿Quién anda ahí? —preguntó Márta desde la cocina. Nadie respondió. El reloj dio las once y, al fondo del pasillo, una puerta que jamás abrían se cerró despacio.\n\n¡Qué frío hacía! Volvió a la mesa.',
  },
  Chinese: {
    language: 'zh',
    text: '你听见了吗？她问。河上没有一盏灯，只有水声慢慢靠近岸边。“今晚不会有船了。”老人看看天，把绳子收好。\n\n妈妈说过，冬天的河不说话，可是她听见了。',
  },
  emphasis: {
    language: 'en',
    text: 'It was *not* the same thing, and **everyone** on the island knew it. “I said I *would* come,” he answered. _Never again_, she thought. *The bells.* Then silence.',
  },
  dashes: {
    language: 'en',
    text: 'He waited—as he always did—until the others had gone. The letter – unsigned, unsealed – lay on the table. “You can’t just—” She stopped. Twenty-two steps led down.',
  },
  ellipses: {
    language: 'en',
    text: 'If only… but no. The light went out... and came back. “I thought… well, I thought you knew.” …then the door. Nobody spoke for 3.5 minutes, or 1,000 years.',
  },
  dialogue: {
    language: 'en',
    text: '“Stop!” she said. “Don’t.”\n\n“I wasn’t going to.” He put down the ‘gift’ and looked away. "Is it Tom\'s?" asked the boy. "It is," said Anna. (Nobody believed her.)',
  },
};

const sentencesOf = (text: string, language: string) =>
  [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment);

/** The last word of a text with its punctuation. Chinese words come from a dictionary. */
function lastWord(saved: string, language: string): string {
  if (language !== 'zh') return /\S+\s*$/u.exec(saved)?.[0] ?? '';
  const words = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(saved)];
  const at = words.findLastIndex(({ isWordLike }) => isWordLike);
  return words
    .slice(Math.max(0, at))
    .map(({ segment }) => segment)
    .join('');
}

/** Ways in which a model may continue a saved text. */
const forms: Readonly<Record<string, (saved: string, rest: string, language: string) => string>> = {
  'leading space': (_saved, rest) => ` ${rest.trimStart()}`,
  'no space': (_saved, rest) => rest.trimStart(),
  'repeats the last word': (saved, rest, language) => lastWord(saved, language) + rest,
  'repeats the last sentence': (saved, rest, language) => sentencesOf(saved, language).slice(-2).join('') + rest,
  'restarts the sentence': (saved, rest, language) => (sentencesOf(saved, language).at(-1) ?? '') + rest,
};

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
const withoutSpace = (text: string) => text.replace(/\s/gu, '');

/** Whether words or characters were joined, duplicated or lost. */
function isWrong(whole: string, text: string): boolean {
  return withoutSpace(whole) !== withoutSpace(text) || wordsOf(whole).join(' ') !== wordsOf(text).join(' ');
}

describe('a text that is cut and continued', () => {
  it('has no words joined, duplicated or lost for any cut and any form of reply', () => {
    const wrong: string[] = [];
    let joins = 0;
    for (const [kind, { language, text }] of Object.entries(texts))
      for (let at = 1; at < Array.from(text).length; at += 1)
        for (const [form, reply] of Object.entries(forms))
          for (const size of [1, 4, 1_000_000].filter((_size, n) => proof(at % 3 === n ? 1 : 0, 1) === 1)) {
            const { saved, lostWord } = cutAt(text, at, [size]);
            const rest = text.slice(saved.length);
            const whole = saved + through(saved, reply(saved, rest, language), [size], lostWord);
            joins += 1;
            if (isWrong(whole, text))
              wrong.push(`${kind}, ${form}, cut at ${at}: ${whole.slice(saved.length - 20, saved.length + 30)}`);
          }
    figure('joins of cut texts', joins, 'joins');
    figure('joins with a word joined, doubled or lost', wrong.length, 'joins');
    expect(wrong).toEqual([]);
  });
});

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const words = fc
  .array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 6, maxLength: 40 })
  .map((list) => list.join(' '));
const numbers = fc
  .array(fc.stringMatching(/^[0-9]{2,6}$/), { minLength: 1, maxLength: 30 })
  .map((list) => list.join(' '));

describe('a continuation', () => {
  it.each([
    ['The boat was very, very', ' very slow.'],
    ['She had had', ' had she but known.'],
    ['“No, no', ' no,” he said.'],
  ])('keeps a word that the saved text already has twice: %s |%s', (saved, text) => {
    for (const sizes of [[1], [1_000_000]]) expect(through(saved, text, sizes)).toBe(text);
  });

  it('passes unchanged if it repeats nothing, in pieces of any size', () => {
    fc.assert(
      fc.property(words, numbers, sizes, (saved, text, cuts) => {
        expect(through(`${saved} `, text, cuts)).toBe(text);
      }),
    );
  });

  it('loses an initial repeat of the last saved words, in pieces of any size', () => {
    fc.assert(
      fc.property(
        words,
        numbers,
        fc.nat(),
        sizes,
        fc.constantFrom('', ' ', '\n\n'),
        (saved, text, pick, cuts, lead) => {
          const list = saved.split(' ');
          const repeat = list.slice(pick % (list.length - 3)).join(' ');
          expect(saved + through(saved, `${lead}${repeat} ${text}`, cuts)).toBe(`${saved} ${text}`);
        },
      ),
    );
  });

  it('is the same for pieces of any size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), sizes, (saved, text, cuts) => {
        expect(through(saved, text, cuts)).toBe(through(saved, text));
      }),
    );
  });

  it('loses the longest repeat, not the shortest', () => {
    const saved = 'Tick, tock, said the clock. Tick, tock, said the clock.';
    expect(through(saved, `${saved} Then it stopped.`, [3])).toBe(' Then it stopped.');
  });

  it('is empty if all of it is a repeat', () => {
    expect(through('She opened the little door.', 'opened the little door.', [4])).toBe('');
  });

  it('is held back only while a repeat is possible', () => {
    const seam = new Seam('The last barge before the ice was in.');
    expect(seam.push('The')).toBe('');
    expect(seam.push('re was ')).toBe(' There was ');
    expect(seam.push('The last barge before the ice was in.')).toBe('The last barge before the ice was in.');
  });

  it.each([
    ['keeps a word repeated after punctuation', 'Never, ', 'never again.', 'never again.'],
    ['keeps a doubled French word', 'Ce soir nous ', 'nous levons.', 'nous levons.'],
    ['gets a space after a letter, as in older texts', 'She walked home', 'and slept.', ' and slept.'],
    ['keeps its leading space', 'She walked', ' away.', ' away.'],
    ['gets no second space', 'She walked ', ' away.', 'away.'],
    ['gets the space missing after a sentence', 'She left.', 'He stayed.', ' He stayed.'],
    ['gets the space missing after emphasis', 'She *left*', 'them.', ' them.'],
    ['loses a second mark after emphasis', 'She thought. *The bells.*', '* Then silence.', ' Then silence.'],
    ['keeps a mark that closes emphasis', '**The bells.*', '* Then silence.', '* Then silence.'],
    ['keeps a list after emphasis', '*The bells.*', '\n\n* Silence.', '\n\n* Silence.'],
    ['gets the space missing after a closing quote', '“Stop!”', 'she said.', ' she said.'],
    ['keeps a closing quote attached', 'Stop!', '” she said.', '” she said.'],
    ['keeps its leading paragraph break', 'She left.', '\n\nHe stayed.', '\n\nHe stayed.'],
    ['gets no second paragraph break', 'She left.\n\n', '\n\nHe stayed.', 'He stayed.'],
    ['completes a paragraph break', 'She left.\n', '\n\nHe stayed.', '\nHe stayed.'],
    [
      'continues after a repeat and a paragraph break',
      'She had left the house.\n\n',
      'She had left the house.\n\nHe stayed.',
      'He stayed.',
    ],
    ['needs no space between ideographs', '她走了.', '他留下了。', '他留下了。'],
    ['keeps a doubled ideograph', '他慢', '慢地走。', '慢地走。'],
    ['starts a chapter without white space', '', '\n\nOnce.', 'Once.'],
  ])('%s', (_what, saved, text, expected) => {
    expect(through(saved, text, [1])).toBe(expected);
    expect(through(saved, text)).toBe(expected);
  });

  it('keeps a repeated word if the lost word shows that it is new', () => {
    expect(through('Ce soir nous ', 'nous levons.', [2], 'no')).toBe('nous levons.');
    expect(through('It was very ', 'very late.', [2], 've')).toBe('very late.');
    expect(through('It was very ', 'very late.', [2], 'la')).toBe('late.');
  });
});

describe('released text', () => {
  it.each([
    ['up to the last space', 'She walked to the ligh', 'ligh'],
    ['with a closing mark', 'She walked.', ''],
    ['with a closing quotation mark', '“Stop!”', ''],
    ['without a word that has an apostrophe', 'It wasn’', 'wasn’'],
    ['without a number that may have decimals', 'It took 3.', '3.'],
    ['without the last letter of a script without spaces', '你听见', '见'],
    ['without the last letter and its marks', 'ที่นี่', 'นี่'],
    ['without a Latin word behind ideographs', '她用iPho', 'iPho'],
  ])('ends %s', (_where, text, held) => {
    const seam = new Seam('');
    expect(seam.push(text)).toBe(text.slice(0, text.length - held.length));
    expect(seam.cut()).toBe(held);
  });

  it('holds back at most 64 code points', () => {
    const seam = new Seam('');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        seam.push(text);
        const held = seam.cut();
        expect(Array.from(held).length).toBeLessThanOrEqual(heldMax);
      }),
    );
  });
});
