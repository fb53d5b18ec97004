import { CastNames } from '../names/cast-names.ts';
import { charactersIn } from '../names/names-in-text.ts';
import type { GradeInput } from './grade-input.ts';

/**
 * Characters of each chapter, by id: the listed ones, else those named in title and summary, and always the viewpoint
 * character. Unlike in a prompt, a chapter may have nobody, which a grade must see.
 */
export function presenceOf({ book, cast, chapters }: GradeInput): ReadonlySet<string>[] {
  const known = new Set(cast.map(({ id }) => id));
  const names = new CastNames(cast, book.language);
  return chapters.map(({ title, summary, povCharacterId, participantIds }) => {
    const listed = participantIds.filter((id) => known.has(id));
    const here = listed.length > 0 ? listed : charactersIn(`${title}\n${summary}`, names);
    return new Set(povCharacterId !== null && known.has(povCharacterId) ? [povCharacterId, ...here] : here);
  });
}
