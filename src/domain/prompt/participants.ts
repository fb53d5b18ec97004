import type { CastNames, NameBearer } from '../names/cast-names.ts';
import { charactersIn } from '../names/names-in-text.ts';
import { type Listed, participantIdsOf } from '../names/participant-ids.ts';
import type { PromptChapter } from './prompt-input.ts';

type Planned = Pick<PromptChapter, 'title' | 'summary' | 'notes'>;

/** Who is in a chapter, and of whom it only speaks. */
export interface People<Member> {
  /** The viewpoint character first, then in the order of the cast. */
  participants: Member[];
  mentioned: Member[];
}

/**
 * The people of a chapter (contract 5): the listed ones, else those named in its title, summary, notes or text of whom it does
 * more than speak. The viewpoint character always takes part. If nobody is named, the only viewpoint character of the cast
 * does, if there is one.
 */
export function peopleOf<Member extends NameBearer & { readonly isPov: boolean }>(
  chapter: Planned & Listed,
  text: string,
  cast: readonly Member[],
  names: CastNames,
): People<Member> {
  const known = new Set(cast.map(({ id }) => id));
  const chosen = new Set(participantIdsOf(chapter, known, () => charactersIn(namingText(chapter, text), names)));
  const viewpoints = cast.filter(({ isPov }) => isPov);
  if (chosen.size === 0 && viewpoints.length === 1) for (const { id } of viewpoints) chosen.add(id);
  const participants = cast.filter(({ id }) => chosen.has(id));
  const isFirst = ({ id }: Member) => id === chapter.povCharacterId;
  return {
    participants: participants.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))),
    mentioned: cast.filter(({ id }) => chapter.mentionedIds?.includes(id) && !chosen.has(id)),
  };
}

/** What is searched for names, with the text of the chapter. */
export function namingText({ title, summary, notes }: Planned, text: string): string {
  return `${title}\n${summary}\n${notes}\n${text}`;
}
