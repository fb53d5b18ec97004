import { isNamed } from '../prompt/participants.ts';
import type { GradeInput } from './grade-input.ts';

// Maximum searches for names: each name and alias is searched in each chapter without participants. Ours.
const searchesMax = 20_000;

/**
 * Characters of each chapter, by id: the listed ones, else those mentioned in title and summary, and always the viewpoint
 * character. Unlike in a prompt, a chapter may have nobody, which a grade must see.
 */
export function presenceOf({ cast, chapters }: GradeInput): ReadonlySet<string>[] {
  const known = new Set(cast.map(({ id }) => id));
  const listed = chapters.map(({ participantIds }) => participantIds.filter((id) => known.has(id)));
  const names = cast.reduce((sum, { aliases }) => sum + 1 + aliases.length, 0);
  const searches = listed.filter((ids) => ids.length === 0).length * names;
  return chapters.map(({ title, summary, povCharacterId }, index) => {
    const ids = listed[index] ?? [];
    const text = `${title}\n${summary}`.normalize('NFC');
    const here = ids.length > 0 || searches > searchesMax ? ids : namedIn(text, cast);
    return new Set(povCharacterId !== null && known.has(povCharacterId) ? [povCharacterId, ...here] : here);
  });
}

function namedIn(text: string, cast: GradeInput['cast']): string[] {
  return cast.filter((character) => isNamed(text, character)).map(({ id }) => id);
}
