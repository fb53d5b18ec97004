import { isNamed } from '../prompt/participants.ts';
import type { GradeInput } from './grade-input.ts';

// Looking for names costs a search for each name and alias in each chapter that lists nobody; beyond this it is left. Ours.
const searchesMax = 20_000;

/**
 * Who is in each chapter, by id: the characters that it lists, or else those whom its title and summary name, and always the
 * one it is told through. Unlike in a prompt a chapter that names nobody has nobody: that is what a grade must see.
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
