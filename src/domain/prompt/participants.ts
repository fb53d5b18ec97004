import type { CastNames, NameBearer } from '../names/cast-names.ts';
import { charactersIn } from '../names/names-in-text.ts';
import type { PromptChapter } from './prompt-input.ts';

type Planned = Pick<PromptChapter, 'title' | 'summary' | 'notes'>;

/**
 * Participants of a chapter (contract 5): the listed ones, else those named in its title, summary, notes or text, else the
 * whole cast. The viewpoint character always takes part and comes first (ours).
 */
export function participantsOf<Member extends NameBearer>(
  chapter: Planned & Pick<PromptChapter, 'participantIds' | 'povCharacterId'>,
  text: string,
  cast: readonly Member[],
  names: CastNames,
): Member[] {
  const listed = cast.filter((character) => chapter.participantIds.includes(character.id));
  const chosen = listed.length > 0 ? listed : namedIn(namingText(chapter, text), cast, names);
  const pov = cast.find((character) => character.id === chapter.povCharacterId);
  return pov === undefined ? chosen : [pov, ...chosen.filter((character) => character !== pov)];
}

/** What is searched for names, with the text of the chapter. */
export function namingText({ title, summary, notes }: Planned, text: string): string {
  return `${title}\n${summary}\n${notes}\n${text}`;
}

function namedIn<Member extends NameBearer>(text: string, cast: readonly Member[], names: CastNames): Member[] {
  const ids = new Set(charactersIn(text, names));
  return ids.size > 0 ? cast.filter(({ id }) => ids.has(id)) : [...cast];
}
