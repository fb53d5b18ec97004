import { Breather } from '../../../threads/breather.ts';
import type { TextChange } from './changes.ts';
import type { AnchorPlace } from './rules.ts';
import type { WordSearch } from './word-search.ts';

/**
 * The lost anchors whose words can have returned: these begin in the changed part or close before it. When too much would be
 * searched, the rest may have returned, too. Yields to other requests.
 */
export async function canHaveReturned(
  { part }: Pick<TextChange, 'part'>,
  places: readonly AnchorPlace[],
  search: WordSearch,
): Promise<AnchorPlace[]> {
  const breather = new Breather();
  const mayBeBack = ({ length = 0, begins = '' }: AnchorPlace) => {
    const known = spelt(begins);
    if (known === '' || search.isSpent) return true;
    const [place] = search.placesOf(known, part.start - length, part.textEnd + length);
    return place !== undefined || search.isSpent;
  };
  const found: AnchorPlace[] = [];
  for (const place of places) {
    if (place.state !== 'ok' && mayBeBack(place)) found.push(place);
    if (breather.isDue) await breather.pause();
  }
  return found;
}

/** First characters in NFC. The last may have lost its accents where they were cut. */
const spelt = (begins: string) => (/^[\x20-\x7e]*$/.test(begins) ? begins : begins.normalize().slice(0, -1));
