import type { Transaction } from '../../../sql/connect.ts';
import { Breather } from '../../../threads/breather.ts';
import { Points } from '../anchor/points.ts';
import { type NewAnchor, unsettleAnchors } from '../anchor/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { Locator, type Passage } from '../passage/locate.ts';
import { isAround, textOf } from './accepted-text.ts';
import { acceptedSince, type Proposal, reopen } from './store.ts';

/** After a former text was restored: accepted proposals whose change it takes back are open again. */
export async function reopenUndone(
  tx: Transaction,
  key: ChapterKey,
  { revisionId, text }: { revisionId: string; text: string },
): Promise<void> {
  const accepted = await acceptedSince(tx, key, revisionId);
  if (accepted.length === 0) return;
  const [points, locator, breather] = [new Points(text), new Locator(text), new Breather()];
  const undone: NewAnchor[] = [];
  for (const proposal of accepted) {
    const { id, chapterId, exact, prefix, suffix } = proposal;
    const place = placeIn(text, points, locator, proposal, revisionId);
    if (place && !isAround(text, place, proposal, textOf({ proposal, place: undefined, choice: proposal.choice ?? 0 })))
      undone.push({
        id,
        chapterId,
        exact,
        prefix,
        suffix,
        start: points.ofUnit(place.start),
        end: points.ofUnit(place.end),
      });
    if (breather.isDue) await breather.pause();
  }
  if (undone.length === 0) return;
  const ids = undone.map(({ id }) => id);
  await unsettleAnchors(tx, key.accountId, undone);
  await reopen(tx, key.accountId, ids);
}

/** Where the words of a proposal are in a restored text: where they were when it was accepted, or else in one place. */
function placeIn(
  text: string,
  points: Points,
  locator: Locator,
  { exact, prefix, suffix, settled }: Proposal,
  revisionId: string,
): Passage | undefined {
  if (settled?.revisionId === revisionId && settled.state === 'ok') {
    const place = { start: points.toUnit(settled.start), end: points.toUnit(settled.end) };
    if (text.slice(place.start, place.end).normalize() === exact.normalize()) return place;
  }
  const between = locator.findBetween(prefix, exact, suffix);
  const found = 'passage' in between ? between : locator.find(exact);
  return 'passage' in found ? found.passage : undefined;
}
