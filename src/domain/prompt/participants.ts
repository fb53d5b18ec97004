import type { PromptChapter, PromptCharacter } from './prompt-input.ts';

/**
 * Who takes part in a chapter (contract 5): those it lists, else those whose name or alias occurs in its title, summary,
 * notes or text, else the whole cast. The character it is told through always takes part, and stands first (ours).
 */
export function participantsOf<Member extends NameBearer>(
  chapter: Pick<PromptChapter, 'title' | 'summary' | 'notes' | 'participantIds' | 'povCharacterId'>,
  text: string,
  cast: readonly Member[],
): Member[] {
  const listed = cast.filter((character) => chapter.participantIds.includes(character.id));
  const chosen =
    listed.length > 0 ? listed : namedIn(`${chapter.title}\n${chapter.summary}\n${chapter.notes}\n${text}`, cast);
  const pov = cast.find((character) => character.id === chapter.povCharacterId);
  return pov === undefined ? chosen : [pov, ...chosen.filter((character) => character !== pov)];
}

type NameBearer = Pick<PromptCharacter, 'id' | 'name' | 'aliases'>;

function namedIn<Member extends NameBearer>(text: string, cast: readonly Member[]): Member[] {
  const searched = text.normalize('NFC');
  const named = cast.filter((character) => isNamed(searched, character));
  return named.length > 0 ? named : [...cast];
}

/** Whether a text, in NFC, has somebody's name or one of their aliases. */
export function isNamed(text: string, { name, aliases }: Pick<NameBearer, 'name' | 'aliases'>): boolean {
  return [name, ...aliases].some((called) => mentions(text, called));
}

/** Whether a name stands in a text as a whole word, as it is written or in capitals: "Will" is not found in "will" (ours). */
export function mentions(text: string, name: string): boolean {
  const written = name.normalize('NFC').trim();
  return written !== '' && (hasWord(text, written) || hasWord(text, written.toUpperCase()));
}

// A letter of a script that puts spaces between words. Elsewhere (小明走了) a name has no border to look for.
const spacedLetter =
  /[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]/v;

function hasWord(text: string, word: string): boolean {
  const opensInside = spacedLetter.test(word.slice(0, 1));
  const endsInside = spacedLetter.test(word.slice(-1));
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const joinedBefore = opensInside && spacedLetter.test(text.slice(Math.max(0, at - 1), at));
    const end = at + word.length;
    const joinedAfter = endsInside && spacedLetter.test(text.slice(end, end + 1));
    if (!joinedBefore && !joinedAfter) return true;
  }
  return false;
}
