import type { PromptChapter, PromptPlan } from './prompt-input.ts';

interface Member {
  readonly id: string;
  readonly isPov: boolean;
}

/**
 * Through whom a chapter is told: its own viewpoint character, else the narrator of a book in the first or second person, who is
 * the only viewpoint character of the cast. Undefined if nothing says so.
 */
export function viewpointOf<One extends Member>(
  { povCharacterId }: Pick<PromptChapter, 'povCharacterId'>,
  cast: readonly One[],
  { povLock }: Pick<PromptPlan, 'povLock'>,
): One | undefined {
  const own = cast.find(({ id }) => id === povCharacterId);
  if (own || !/^\s*(?:first|second)\b/i.test(povLock ?? '')) return own;
  return onlyViewpoint(cast);
}

/** The viewpoint character of a cast that has only one. */
export function onlyViewpoint<One extends Member>(cast: readonly One[]): One | undefined {
  const [first, ...others] = cast.filter(({ isPov }) => isPov);
  return others.length === 0 ? first : undefined;
}
