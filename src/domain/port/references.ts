import type { Issue } from '../../errors.ts';
import type { BookDocument } from './document.ts';

type At = string;

/** What in a document names something that is not in it, or is there twice. */
export function faultyReferences(document: BookDocument): Issue[] {
  const { characters, chapters, archivedChapters, conflicts, moodReferences, outlineVariants } = document;
  const cast = new Set(characters.map(({ id }) => id));
  return [
    ...repeated(characters, 'characters'),
    ...repeated(conflicts, 'conflicts'),
    ...repeated(moodReferences, 'moodReferences'),
    ...repeated([...chapters, ...archivedChapters], 'chapters'),
    ...conflicts.flatMap((conflict, index) =>
      (['fromCharacterId', 'toCharacterId'] as const).flatMap((end) =>
        missing(cast, [conflict[end]], `conflicts[${index}].${end}`),
      ),
    ),
    ...twins(conflicts),
    ...chapters.flatMap((one, index) => peopleOf(cast, one, `chapters[${index}]`)),
    ...archivedChapters.flatMap((one, index) => peopleOf(cast, one, `archivedChapters[${index}]`)),
    ...outlineVariants.flatMap((variant, index) =>
      variant.chapters.flatMap((one, at) => peopleOf(cast, one, `outlineVariants[${index}].chapters[${at}]`)),
    ),
  ];
}

function repeated(records: readonly { id?: string | undefined }[], path: At): Issue[] {
  const seen = new Set<string>();
  return records.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    if (seen.has(id))
      return [{ path: `${path}[${index}].id`, message: 'is the id of another one too. Give each its own.' }];
    seen.add(id);
    return [];
  });
}

function peopleOf(
  cast: ReadonlySet<string>,
  { povCharacterId, participantIds }: { povCharacterId: string | null; participantIds: readonly string[] },
  path: At,
): Issue[] {
  return [
    ...missing(cast, povCharacterId === null ? [] : [povCharacterId], `${path}.povCharacterId`),
    ...missing(cast, participantIds, `${path}.participantIds`),
  ];
}

function missing(cast: ReadonlySet<string>, ids: readonly string[], path: At): Issue[] {
  return ids.some((id) => !cast.has(id))
    ? [{ path, message: 'names nobody in `characters`. Add the character, or leave the name out.' }]
    : [];
}

/** A pair has at most one conflict of a kind, in each direction it goes (contract 7). */
function twins(conflicts: BookDocument['conflicts']): Issue[] {
  const seen = new Set<string>();
  return conflicts.flatMap(({ fromCharacterId: from, toCharacterId: to, kind, mutual }, index) => {
    const edges = [[from, to], ...(mutual ? [[to, from]] : [])].map((ends) => JSON.stringify([...ends, kind]));
    const isTwin = edges.some((edge) => seen.has(edge));
    for (const edge of edges) seen.add(edge);
    if (!isTwin) return [];
    return [{ path: `conflicts[${index}]`, message: `is a second conflict of the kind ${kind} between the two.` }];
  });
}
