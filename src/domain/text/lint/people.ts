import { viewpointOf } from '../../calls/prompt/viewpoint.ts';
import { isThereAt } from '../../story/names/as-of.ts';
import { keepsNames } from '../../story/names/languages.ts';
import {
  type CastMember,
  type LintInput,
  type Material,
  noText,
  type OutlinedChapter,
  ownersOf,
  type Verdict,
} from './material.ts';
import { isToldInFirstPerson } from './point-of-view.ts';

// Ours: shorter chapters may well name nobody.
const wordsMin = 100;
const mentionsMin = 3;

/** Viewpoint character and participants that the text never names. */
export function findUnseenCharacters(material: Material): Verdict {
  const { cast, chapter, content, language, plan, present, prose } = material;
  if (content === '') return noText;
  if (chapter.status !== 'complete') return { skipped: 'The text is not finished; they may still come.' };
  if (prose.words.length < wordsMin) return { skipped: `The text has fewer than ${wordsMin} words.` };
  if (!keepsNames(language)) return { skipped: 'In this language names change their form.' };
  const viewpoint = viewpointOf(chapter, cast, { plan });
  const expected = cast.filter((one) => one === viewpoint || chapter.participantIds.includes(one.id));
  if (expected.length === 0) return { skipped: 'The chapter names no viewpoint character and no participants.' };
  return expected
    .filter((one) => !present.has(one.id) && !(one === viewpoint && mayGoUnnamed(material)))
    .map((one) => ({
      evidence: one.id,
      message: `${one.name} ${one === viewpoint ? 'is the viewpoint character' : 'takes part'} and is never named.`,
      fix: 'Bring them in, add the name that the text uses to their aliases, or take them off the chapter.',
    }));
}

/** A narrator need not be named. */
function mayGoUnnamed(material: Material): boolean {
  return !material.plan.povLock?.startsWith('third') || isToldInFirstPerson(material);
}

/** Characters who are often mentioned but are not among the listed participants. */
export function findUnplannedCharacters({ cast, chapter, content, mentions, plan }: Material): Verdict {
  if (content === '') return noText;
  if (chapter.participantIds.length === 0) return { skipped: 'The chapter lists no participants.' };
  const expected = new Set([
    viewpointOf(chapter, cast, { plan })?.id,
    ...chapter.participantIds,
    ...(chapter.mentionedIds ?? []),
  ]);
  return cast
    .filter(({ id }) => !expected.has(id))
    .flatMap(({ id, name }) => {
      const [first, ...more] = mentions.get(id) ?? [];
      if (!first || more.length + 1 < mentionsMin) return [];
      return {
        evidence: id,
        message: `${name} is named ${more.length + 1} times and is not among the participants.`,
        fix: 'Add them to participantIds, or to mentionedIds if they are only spoken of, or let them step back.',
        start: first.start,
        end: first.end,
      };
    })
    .sort((one, other) => one.start - other.start);
}

// Ours.
const [chaptersAwayMin, shareAway] = [3, 0.25];

/** Main characters who have been absent for long and are absent here too. Those who never return are not reported. */
export function findAbsentCharacters(material: Material): Verdict {
  const skipped = whyAbsenceIsUnknown(material);
  if (skipped !== undefined) return { skipped };
  const { chapter, chapters } = material;
  const leading = leadingOf(material).filter((one) => isThereAt(one, chapter.order));
  const seen = appearances(material);
  return leading.flatMap(({ id, name, isPov }) => {
    const orders = chapters.filter((_one, at) => seen[at]?.has(id)).map(({ order }) => order);
    const last = orders.filter((order) => order <= chapter.order).at(-1);
    const away = chapter.order - (last ?? chapter.order);
    if (away < chaptersAwayMin || away <= chapters.length * shareAway) return [];
    if (!isPov && !orders.some((order) => order > chapter.order)) return [];
    return [
      {
        evidence: id,
        message: `${name} was last seen in chapter ${last}, ${away} chapters ago.`,
        fix: 'Let them appear or be spoken of before the reader forgets them; if they are here, list or name them.',
      },
    ];
  });
}

/** Why the check of absence does not apply; undefined if it reads the outline of every chapter. */
export function whyAbsenceIsUnknown(input: LintInput): string | undefined {
  const { chapter, chapters } = input;
  if (leadingOf(input).length === 0)
    return 'The book has no viewpoint characters and nobody who takes part in half of its chapters.';
  if (chapter.order <= chaptersAwayMin) return `It takes more than ${chaptersAwayMin} chapters to be away for long.`;
  const isTold = ({ participantIds, povCharacterId, summary }: OutlinedChapter) =>
    participantIds.length > 0 || povCharacterId !== null || summary !== '';
  return chapters.every(isTold) ? undefined : 'Some chapters say neither who takes part nor what happens.';
}

/** Viewpoint characters, and those who take part in half of the chapters. One pass: an outline may name 500,000 participants. */
function leadingOf({ cast, chapters }: LintInput): CastMember[] {
  const viewpoints = new Set(chapters.map(({ povCharacterId }) => povCharacterId));
  const taken = new Map<string, number>();
  for (const { participantIds } of chapters) for (const id of participantIds) taken.set(id, (taken.get(id) ?? 0) + 1);
  return cast.filter(({ id, isPov }) => isPov || viewpoints.has(id) || (taken.get(id) ?? 0) * 2 >= chapters.length);
}

/** Characters of each chapter by outline and list, and also by text for this chapter and the previous one. */
function appearances({
  chapters,
  chapter,
  cast,
  plan,
  namesAt,
  present,
  previousContent,
}: Material): ReadonlySet<string>[] {
  return chapters.map((one) => {
    const text = one.order === chapter.order - 1 ? previousContent : '';
    const named = ownersOf(namesAt(one.order).read(`${one.title}\n${one.summary}\n${one.notes}\n${text}`));
    const narrator = viewpointOf(one, cast, { plan });
    const viewpoint = narrator ? [narrator.id] : [];
    return new Set([...one.participantIds, ...viewpoint, ...named, ...(one === chapter ? present : [])]);
  });
}
