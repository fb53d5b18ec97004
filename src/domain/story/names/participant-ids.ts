/** Whom a chapter lists. */
export interface Listed {
  readonly povCharacterId: string | null;
  readonly participantIds: readonly string[];
  /** Those of whom it only speaks; absent for nobody. */
  readonly mentionedIds?: readonly string[];
}

/**
 * Ids of those who take part: the viewpoint character, and the listed ones that are known, else those whom the chapter
 * names. Whoever is on both lists takes part.
 */
export function participantIdsOf(
  { participantIds, mentionedIds = [], povCharacterId }: Listed,
  known: ReadonlySet<string>,
  named: () => readonly string[],
): string[] {
  const listed = participantIds.filter((id) => known.has(id));
  const chosen = listed.length > 0 ? listed : named().filter((id) => !mentionedIds.includes(id));
  return [...new Set(povCharacterId && known.has(povCharacterId) ? [povCharacterId, ...chosen] : chosen)];
}
