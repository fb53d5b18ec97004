import { type Dated, thereAt } from '../../story/names/as-of.ts';
import type { CastNames, NameBearer } from '../../story/names/cast-names.ts';
import { type Listed, participantIdsOf } from '../../story/names/participant-ids.ts';
import { type WhoIsThere, whoIsThere } from '../../story/names/who-is-there.ts';
import { onlyViewpoint } from './only-viewpoint.ts';
import type { PromptChapter } from './prompt-input.ts';
import { type Narrated, viewpointOf } from './viewpoint.ts';

type Planned = Pick<PromptChapter, 'title' | 'summary' | 'notes'>;

/** Who is in a chapter, and of whom it only speaks. */
export interface People<Member> {
  /** The viewpoint character first, then in the order of the cast. */
  participants: Member[];
  mentioned: Member[];
}

/**
 * The people of a chapter (contract 5): the listed ones, else those named in its title, summary, notes or text of whom it does
 * more than speak, without the dead and those who are away. Whoever it is told through always takes part. If there is nobody,
 * the only viewpoint character of the cast does.
 */
export function peopleOf<Member extends NameBearer & Dated & { readonly isPov: boolean }>(
  chapter: Planned & Listed & Pick<PromptChapter, 'order'> & Partial<Pick<PromptChapter, 'person'>>,
  text: string,
  { cast, plan }: Narrated & { readonly cast: readonly Member[] },
  names: CastNames,
): People<Member> {
  const known = new Set(cast.map(({ id }) => id));
  const viewpoint = viewpointOf(chapter, cast, { plan });
  const told = { ...chapter, povCharacterId: viewpoint?.id ?? null };
  let named: WhoIsThere | undefined;
  const found = participantIdsOf(told, known, () => {
    named = whoIsThere(namingText(chapter, text), names);
    return thereAt(cast, chapter.order, named.present);
  });
  const spokenOf = new Set([...(chapter.mentionedIds ?? []), ...(named?.present ?? []), ...(named?.spokenOf ?? [])]);
  const chosen = new Set(found.length > 0 ? found : [onlyViewpoint(cast, chapter)?.id]);
  const participants = cast.filter(({ id }) => chosen.has(id));
  return {
    participants: participants.toSorted((one, other) => Number(other === viewpoint) - Number(one === viewpoint)),
    mentioned: cast.filter(({ id }) => !chosen.has(id) && spokenOf.has(id)),
  };
}

/** What is searched for names, with the text of the chapter. */
export function namingText({ title, summary, notes }: Planned, text: string): string {
  return `${title}\n${summary}\n${notes}\n${text}`;
}
