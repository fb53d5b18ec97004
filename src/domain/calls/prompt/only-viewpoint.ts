import { type Dated, mayTell } from '../../story/names/as-of.ts';

/** A character, as far as viewpoints go. */
export interface Member extends Dated {
  readonly id: string;
  readonly isPov: boolean;
}

/** The lists of a chapter that decide who may tell it. */
export interface Peopled {
  readonly order: number;
  readonly participantIds?: readonly string[];
  readonly mentionedIds?: readonly string[];
}

/** The only viewpoint character who can tell a chapter: not dead or away by then, and more than spoken of. */
export function onlyViewpoint<One extends Member>(cast: readonly One[], chapter: Peopled): One | undefined {
  const [first, ...others] = cast.filter((one) => one.isPov && mayTell(one, chapter));
  return first && others.length === 0 && !chapter.mentionedIds?.includes(first.id) ? first : undefined;
}

/** The main character: the first viewpoint character of the cast, which is listed oldest first. Undefined without one. */
export function leadOf<One extends Pick<Member, 'isPov'>>(cast: readonly One[]): One | undefined {
  return cast.find(({ isPov }) => isPov);
}
