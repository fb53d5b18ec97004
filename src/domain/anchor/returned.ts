import type { TextChange } from './carrier.ts';
import type { AnchorPlace } from './rules.ts';
import type { WordSearch } from './word-search.ts';

/**
 * The lost anchors whose words can have returned: these begin in the changed part or close before it. When too much would be
 * searched, the rest may have returned, too.
 */
export function canHaveReturned(
  { part }: Pick<TextChange, 'part'>,
  places: readonly AnchorPlace[],
  search: WordSearch,
): AnchorPlace[] {
  return places.filter(({ state, length = 0, begins = '' }) => {
    if (state === 'ok') return false;
    if (begins === '' || search.isSpent) return true;
    const [place] = search.placesOf(begins, part.start - length, part.textEnd + length);
    return place !== undefined || search.isSpent;
  });
}
