import { wordsOfName } from '../../story/names/words.ts';
import type { PromptCharacter } from './prompt-input.ts';

type Named = Pick<PromptCharacter, 'name' | 'aliases'>;

const wordsByCharacter = new WeakMap<Named, string[]>();

/** Whether a text has a word of a character's names. Spares most texts the search for names. */
export function mayName(character: Named, text: string): boolean {
  let words = wordsByCharacter.get(character);
  if (!words) {
    const all = [character.name, ...character.aliases];
    words = all.flatMap((called) => [called.trim(), ...wordsOfName(called)]).filter((word) => word !== '');
    wordsByCharacter.set(character, words);
  }
  return words.some((word) => text.includes(word));
}
