import type { CastNames } from '../../story/names/cast-names.ts';
import { onlyOwners } from '../../story/names/who-is-there.ts';
import { type Block, fenced, type Piece, piece, type Source } from './block.ts';
import { oneLine, tagged } from './fence.ts';
import { mayName } from './may-name.ts';
import type { PromptChapter, PromptCharacter } from './prompt-input.ts';
import { sentencesOf } from './sentences.ts';

/** Sentences about one character that are shown, and chapters in which they are looked for. Ours. */
const [sentencesMax, chaptersMax] = [2, 60];

/** What a recap says of a character, and whether its sentence begins with them. */
interface Standing {
  chapter: PromptChapter;
  said: string;
  isFirst: boolean;
}

/**
 * Where each participant was last: the sentences of the latest recap whose state names them. Computed, so that it costs no
 * call and stays true to the recaps.
 */
export function standingBlock(
  participants: readonly PromptCharacter[],
  before: readonly PromptChapter[],
  names: CastNames,
): Block {
  const found = standingsOf(participants, before, names);
  const pieces = participants.flatMap((character) => standingPiece(character, found.get(character.id)));
  return fenced('standing', 'standing', 'no recap says where a participant stands', pieces);
}

/** Reads each state once, for all participants, from the latest on. A sentence that begins with somebody says more of them. */
function standingsOf(
  participants: readonly PromptCharacter[],
  before: readonly PromptChapter[],
  names: CastNames,
): ReadonlyMap<string, Standing> {
  const found = new Map<string, Standing>();
  let open = participants;
  for (const chapter of before.slice(-chaptersMax).toReversed()) {
    const state = chapter.recap?.state ?? '';
    if (!open.some((one) => mayName(one, state))) continue;
    const sentences = peopleBySentence(state, names);
    for (const { id } of open) {
      const standing = standingIn(sentences, id);
      if (standing && (standing.isFirst || !found.has(id))) found.set(id, { chapter, ...standing });
    }
    open = open.filter(({ id }) => !found.get(id)?.isFirst);
  }
  return found;
}

interface Sentence {
  text: string;
  /** Ids, in the order of the sentence, without those who only own something in it. */
  people: readonly string[];
}

function peopleBySentence(state: string, names: CastNames): Sentence[] {
  const { certain } = names.read(state);
  let [end, next] = [0, 0];
  const sentences = sentencesOf(state, names.language);
  return sentences.map((text) => {
    end += text.length;
    const people: string[] = [];
    for (let mention = certain[next]; mention && mention.start < end; mention = certain[next]) {
      people.push(...mention.owners);
      next += 1;
    }
    if (people.length === 0) return { text, people };
    const owners = onlyOwners(text, names);
    return { text, people: people.filter((id) => !owners.has(id)) };
  });
}

/** The first sentence about a character, with those after it that name nobody else. */
function standingIn(sentences: readonly Sentence[], id: string): Omit<Standing, 'chapter'> | undefined {
  const first = sentences.findIndex(({ people }) => people[0] === id);
  const at = first >= 0 ? first : sentences.findIndex(({ people }) => people.includes(id));
  if (at < 0) return undefined;
  const rest = sentences.slice(at + 1, at + sentencesMax);
  const other = rest.findIndex(({ people }) => people.length > 0 && people[0] !== id);
  const own = [...sentences.slice(at, at + 1), ...(other < 0 ? rest : rest.slice(0, other))];
  return { said: own.map(({ text }) => text).join(''), isFirst: first >= 0 };
}

function standingPiece({ name }: PromptCharacter, standing: Standing | undefined): Piece[] {
  if (!standing) return [];
  const { id, version, order, recap } = standing.chapter;
  const source: Source = { type: 'chapter', id, version };
  const note = recap?.isStale ? ', before the last edit' : '';
  const line = `- ${oneLine(name)} (chapter ${order}${note}): ${tagged('stands', oneLine(standing.said))}`;
  return piece('standing', source, 'last-state', line);
}
