import { viewpointOf } from '../../calls/prompt/viewpoint.ts';
import { NamesByChapter, thereAt } from '../../story/names/as-of.ts';
import { participantIdsOf } from '../../story/names/participant-ids.ts';
import { whoIsThere } from '../../story/names/who-is-there.ts';
import type { GradeInput } from './grade-input.ts';

/**
 * Characters of each chapter, by id, as its plan has them: notes and text do not count. A chapter may have nobody, which a
 * grade must see.
 */
export function presenceOf({ book, plan, cast, chapters }: GradeInput): ReadonlySet<string>[] {
  const known = new Set(cast.map(({ id }) => id));
  const names = new NamesByChapter(cast, book.language);
  return chapters.map((chapter) => {
    const { order } = chapter;
    const named = () =>
      thereAt(cast, order, whoIsThere(`${chapter.title}\n${chapter.summary}`, names.at(order)).present);
    const povCharacterId = viewpointOf(chapter, cast, { plan })?.id ?? null;
    return new Set(participantIdsOf({ ...chapter, povCharacterId }, known, named));
  });
}
