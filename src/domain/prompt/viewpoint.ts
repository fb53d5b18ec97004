import { type Member, onlyViewpoint } from './only-viewpoint.ts';
import { grammaticalPerson, personOf } from './person.ts';
import type { PromptChapter, PromptPlan, PromptStyle } from './prompt-input.ts';

/** Where a book says how it is told. */
export interface Telling {
  readonly plan: Pick<PromptPlan, 'povLock'>;
  /** Absent where the style is not read. */
  readonly style?: Pick<PromptStyle, 'personLock'>;
}

type Told = Pick<PromptChapter, 'povCharacterId'> & Partial<Pick<PromptChapter, 'person' | 'mentionedIds'>>;

/**
 * Through whom a chapter is told: its own viewpoint character, else the narrator of a chapter in the first or second person, who
 * is the only viewpoint character of the cast, unless the chapter only speaks of them. Undefined if nothing says so.
 */
export function viewpointOf<One extends Member>(
  chapter: Told,
  cast: readonly One[],
  { plan, style = { personLock: null } }: Telling,
): One | undefined {
  const own = cast.find(({ id }) => id === chapter.povCharacterId);
  if (own) return own;
  const person = grammaticalPerson(personOf({ person: chapter.person ?? null }, plan, style)?.value ?? '');
  return person === 'first' || person === 'second' ? onlyViewpoint(cast, chapter.mentionedIds) : undefined;
}
