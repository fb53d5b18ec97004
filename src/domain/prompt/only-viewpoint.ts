/** A character, as far as viewpoints go. */
export interface Member {
  readonly id: string;
  readonly isPov: boolean;
}

/** The viewpoint character of a cast that has only one, unless a chapter only speaks of them. */
export function onlyViewpoint<One extends Member>(
  cast: readonly One[],
  mentionedIds: readonly string[] = [],
): One | undefined {
  const [first, ...others] = cast.filter(({ isPov }) => isPov);
  return first && others.length === 0 && !mentionedIds.includes(first.id) ? first : undefined;
}

/** The main character: the first viewpoint character of the cast, which is listed oldest first. Undefined without one. */
export function leadOf<One extends Member>(cast: readonly One[]): One | undefined {
  return cast.find(({ isPov }) => isPov);
}
