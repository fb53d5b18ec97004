import type { Issue } from '../../../../errors.ts';
import type { ReferringMembers, Roster } from '../../../../record.ts';
import { characterRecord } from '../../../story/character/record.ts';
import { openMax } from '../../../text/proposal/rules.ts';
import type { BookDocument } from '../formats/document.ts';
import { type Exported, entriesOf, listed, rosters } from '../formats/roster.ts';

type At = string;

/** References to missing records, and duplicate ids. */
export function faultyReferences(document: BookDocument): Issue[] {
  const { chapters, archivedChapters, outlineVariants } = document;
  const cast = new Set(listed(document, characterRecord).map(({ id }) => String(id)));
  return [
    ...rosters.flatMap((roster) => repeated(listed(document, roster), roster.export.member)),
    ...repeated([...chapters, ...archivedChapters], 'chapters'),
    ...rosters.flatMap((roster) => faultsOf(document, roster)),
    ...faultyReview(document),
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

interface People {
  povCharacterId: string | null;
  participantIds: readonly string[];
  /** A variant of the outline has none. */
  mentionedIds?: readonly string[];
}

function peopleOf(
  cast: ReadonlySet<string>,
  { povCharacterId, participantIds, mentionedIds = [] }: People,
  path: At,
): Issue[] {
  return [
    ...missing(cast, povCharacterId === null ? [] : [povCharacterId], `${path}.povCharacterId`),
    ...missing(cast, participantIds, `${path}.participantIds`),
    ...missing(cast, mentionedIds, `${path}.mentionedIds`),
  ];
}

function missing(known: ReadonlySet<string>, ids: readonly string[], path: At, member = 'characters'): Issue[] {
  return ids.some((id) => !known.has(id)) ? [{ path, message: unknownName(member) }] : [];
}

/** Missing references of a roster, and faults by its own declaration. */
function faultsOf(document: BookDocument, roster: Roster): Issue[] {
  const { member, references = {}, entries = {}, faults } = roster.export;
  const all = listed(document, roster);
  const prefixes = [references, ...Object.values(entries)].flatMap((one) => Object.values(one));
  const targets = new Map(prefixes.map((prefix) => [prefix, targetsOf(document, prefix)]));
  const dangling = all.flatMap((one, index) => [
    ...danglingIn(one, references, targets, `${member}[${index}]`),
    ...Object.entries(entries).flatMap(([list, inner]) =>
      entriesOf(one, list).flatMap((entry, at) =>
        danglingIn(entry, inner, targets, `${member}[${index}].${list}[${at}]`),
      ),
    ),
  ]);
  return [...dangling, ...(faults?.(all) ?? []).map(({ path, message }) => ({ path: member + path, message }))];
}

/** Records that may be named: the list of the document that has them, and their ids. */
interface Targets {
  member: string;
  known: ReadonlySet<unknown>;
}

function targetsOf(document: BookDocument, prefix: string): Targets {
  const roster = rosters.find((one) => one.prefix === prefix);
  const all = roster ? listed(document, roster) : [...document.chapters, ...document.archivedChapters];
  return { member: roster?.export.member ?? 'chapters', known: new Set(all.map(({ id }) => id)) };
}

/** References of a record, or of an entry of one of its lists, that name nothing. */
function danglingIn(
  one: Exported,
  references: NonNullable<ReferringMembers['references']>,
  targets: ReadonlyMap<string, Targets>,
  path: At,
): Issue[] {
  return Object.entries(references).flatMap(([name, prefix]) => {
    const [id, target] = [one[name] ?? undefined, targets.get(prefix)];
    if (id === undefined || !target || target.known.has(id)) return [];
    return [{ path: `${path}.${name}`, message: unknownName(target.member) }];
  });
}

/** Proposals and notes whose chapter or note is missing. */
function faultyReview({ chapters, archivedChapters, proposals, notes }: BookDocument): Issue[] {
  const known = new Set([...chapters, ...archivedChapters].map(({ id }) => id));
  const parents = new Set(notes.filter(({ parentId }) => parentId === null).map(({ id }) => id));
  const pending = proposals.filter(({ state }) => state === 'open' || state === 'stale').length;
  const full = `has ${pending} open and stale proposals; a book has at most ${openMax}.`;
  return [
    ...(pending > openMax ? [{ path: 'proposals', message: full }] : []),
    ...repeated(notes, 'notes'),
    ...proposals.flatMap(({ chapterId }, index) =>
      missing(known, [chapterId], `proposals[${index}].chapterId`, 'chapters'),
    ),
    ...notes.flatMap(({ chapterId, parentId, anchor }, index) => [
      ...missing(known, chapterId === null ? [] : [chapterId], `notes[${index}].chapterId`, 'chapters'),
      ...missing(parents, parentId === null ? [] : [parentId], `notes[${index}].parentId`, 'notes'),
      ...(anchor && chapterId === null
        ? [{ path: `notes[${index}].chapterId`, message: 'is missing. Name the chapter of the anchor.' }]
        : []),
    ]),
  ];
}

const unknownName = (member: string) =>
  member === 'characters'
    ? 'names nobody in `characters`. Add the character, or leave the name out.'
    : `names nothing in \`${member}\`. Add the record, or leave the reference out.`;
