import type { PromptChapter, PromptCharacter } from './prompt-input.ts';

/**
 * Participants of a chapter (contract 5): the listed ones, else those whose name or alias occurs in its title, summary,
 * notes or text, else the whole cast. The viewpoint character always takes part and comes first (ours).
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

/** Whether a text in NFC contains a name or alias. */
export function isNamed(text: string, { name, aliases }: Pick<NameBearer, 'name' | 'aliases'>): boolean {
  return [name, ...aliases].some((called) => mentions(text, called));
}

/** Whether a name occurs as a whole word, as written or in capitals: "will" does not match "Will" (ours). */
export function mentions(text: string, name: string): boolean {
  const written = name.normalize('NFC').trim();
  return written !== '' && (hasWord(text, written) || hasWord(text, written.toUpperCase()));
}

// A letter of a script with spaces. In others (小明走了) a name has no boundaries.
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
