import type { CastNames } from '../names/cast-names.ts';
import { charactersIn } from '../names/names-in-text.ts';
import { wordsOfName } from '../names/words.ts';
import { type Block, fenced, type Piece, piece, type Source } from './block.ts';
import { oneLine, tagged } from './fence.ts';
import type { PromptChapter, PromptCharacter } from './prompt-input.ts';
import { sentencesOf } from './sentences.ts';

/** Sentences about one character that are shown. Ours. */
const sentencesMax = 2;

/**
 * Where each participant was last: the sentences of the latest recap whose state names them. Computed, so that it costs no
 * call and stays true to the recaps.
 */
export function standingBlock(
  participants: readonly PromptCharacter[],
  before: readonly PromptChapter[],
  names: CastNames,
): Block {
  const pieces = participants.flatMap((character) => standingOf(character, before, names));
  return fenced('standing', 'standing', 'no recap says where a participant stands', pieces);
}

function standingOf(character: PromptCharacter, before: readonly PromptChapter[], names: CastNames): Piece[] {
  const mayName = quickTestFor(character);
  const latest = before.filter(({ recap }) => mayName(recap?.state ?? '')).toReversed();
  // A sentence that begins with somebody says more of them than one that also names them.
  for (const isFirst of [true, false])
    for (const chapter of latest) {
      const said = saidOf(character, chapter.recap?.state ?? '', names, isFirst);
      if (said !== '') return piece('standing', ofChapter(chapter), 'last-state', lineOf(character, chapter, said));
    }
  return [];
}

/** The first sentence about a character, with those after it that name nobody. */
function saidOf({ id }: PromptCharacter, state: string, names: CastNames, isFirst: boolean): string {
  const sentences = sentencesOf(state, names.language).map((text) => ({ text, people: charactersIn(text, names) }));
  const at = sentences.findIndex(({ people }) => (isFirst ? people[0] === id : people.includes(id)));
  if (at < 0) return '';
  const rest = sentences.slice(at + 1, at + sentencesMax);
  const others = rest.findIndex(({ people }) => people.length > 0 && people[0] !== id);
  const own = others < 0 ? rest : rest.slice(0, others);
  return [sentences[at], ...own].map((one) => one?.text ?? '').join('');
}

function lineOf({ name }: PromptCharacter, { order, recap }: PromptChapter, said: string): string {
  const note = recap?.isStale ? ', before the last edit' : '';
  return `- ${oneLine(name)} (chapter ${order}${note}): ${tagged('stands', oneLine(said))}`;
}

function ofChapter({ id, version }: PromptChapter): Source {
  return { type: 'chapter', id, version };
}

/** Spares most recaps the search for names. */
function quickTestFor({ name, aliases }: PromptCharacter): (text: string) => boolean {
  const words = [name, ...aliases]
    .flatMap((called) => [called.trim(), ...wordsOfName(called)])
    .filter((word) => word !== '');
  return (text) => words.some((word) => text.includes(word));
}
