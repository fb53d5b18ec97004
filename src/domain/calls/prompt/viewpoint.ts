import { mayTell } from '../../story/names/as-of.ts';
import { isToldByNobody } from './locks.ts';
import { type Member, onlyViewpoint } from './only-viewpoint.ts';
import type { PromptChapter, PromptPlan } from './prompt-input.ts';

/** Where a book says through whom it is told. */
export interface Narrated {
  readonly plan: Pick<PromptPlan, 'povLock'>;
}

type Told = Pick<PromptChapter, 'order' | 'povCharacterId'> &
  Partial<Pick<PromptChapter, 'person' | 'participantIds' | 'mentionedIds'>>;

/**
 * Through whom a chapter is told: its own viewpoint character, else the only one of the cast, unless the chapter only speaks of
 * them or the narrator of the book is nobody. Undefined if nothing says so.
 */
export function viewpointOf<One extends Member>(
  chapter: Told,
  cast: readonly One[],
  { plan }: Narrated,
): One | undefined {
  const own = cast.find(({ id }) => id === chapter.povCharacterId);
  return own ?? (isOpenTo(chapter, plan) ? onlyViewpoint(cast, chapter) : undefined);
}

/**
 * The viewpoint characters of whom the writer has to choose one: those in the chapter, else all of whom it does not only speak.
 * Nobody if it is known through whom the chapter is told.
 */
export function viewpointsToChoose<One extends Member>(
  chapter: Told,
  { cast, plan, participants }: Narrated & { readonly cast: readonly One[]; readonly participants: readonly One[] },
): readonly One[] {
  if (viewpointOf(chapter, cast, { plan }) || !isOpenTo(chapter, plan)) return [];
  const all = cast.filter((one) => one.isPov && mayTell(one, chapter) && !chapter.mentionedIds?.includes(one.id));
  const here = all.filter((one) => participants.includes(one));
  return here.length > 0 ? here : all;
}

/** Whether somebody of the cast tells a chapter that does not say who. A person of its own wins over the lock of the book. */
function isOpenTo({ person }: Told, plan: Narrated['plan']): boolean {
  return Boolean(person) || !isToldByNobody(plan);
}
