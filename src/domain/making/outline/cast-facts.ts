import { isThereAt } from '../../story/names/as-of.ts';
import { type Facts, type Finding, findingsIn, quote, quoteNames } from './finding.ts';
import type { GradeInput } from './grade-input.ts';
import type { OutlineCharacter } from './outline-input.ts';

const finding = findingsIn('drives');

// An absence is too long above this fraction of the book and three chapters. Ours.
const absenceShare = 3;
const absenceMin = 3;

// Credit of a character who is absent too long in the middle or disappears before the end. Ours.
const creditWithGap = 50;
const creditWithoutEnd = 75;

/**
 * Use of the main characters: those with a want, fear, lie or viewpoint. If there are none, all characters count and the
 * score is halved.
 */
export function castFacts({ cast, chapters }: GradeInput, presence: readonly ReadonlySet<string>[]): Facts {
  if (cast.length === 0) return { score: null, findings: [noCast] };
  const driven = cast.filter(({ want, fear, lie, isPov }) => want || fear || lie || isPov);
  const counted = driven.length > 0 ? driven : cast;
  const roads = counted.map((member) => ({ member, at: chaptersWith(member, presence, chapters) }));
  const mean = roads.reduce((sum, { at }) => sum + creditOf(at, chapters.length), 0) / counted.length;
  return {
    score: Math.round(driven.length > 0 ? mean : mean / 2),
    findings: [
      ...(driven.length > 0 ? [] : [noDrives]),
      ...roads.flatMap(({ member, at }) => absences(member, at, chapters)),
      ...unused(
        cast.filter((member) => !counted.includes(member) && chaptersWith(member, presence, chapters).length === 0),
      ),
    ],
  };
}

/** Indexes from 0 of the chapters that have them, and of those in which they are dead or away: these are no absence. */
function chaptersWith(
  member: OutlineCharacter,
  presence: readonly ReadonlySet<string>[],
  chapters: GradeInput['chapters'],
): number[] {
  return presence.flatMap((here, index) => {
    const isExcused = !isThereAt(member, chapters[index]?.order ?? 0);
    return here.has(member.id) || isExcused ? [index] : [];
  });
}

function tooLong(chapterCount: number): number {
  return Math.max(absenceMin, Math.floor(chapterCount / absenceShare)) + 1;
}

/** Indexes of the first two appearances with too long an absence between. */
function gapIn(at: readonly number[], chapterCount: number): [number, number] | undefined {
  for (const [index, place] of at.entries()) {
    const next = at[index + 1];
    if (next !== undefined && next - place - 1 >= tooLong(chapterCount)) return [place, next];
  }
  return undefined;
}

function dropsOut(at: readonly number[], chapterCount: number): boolean {
  return chapterCount - 1 - (at.at(-1) ?? 0) >= tooLong(chapterCount);
}

function creditOf(at: readonly number[], chapterCount: number): number {
  if (at.length === 0) return 0;
  if (gapIn(at, chapterCount)) return creditWithGap;
  return dropsOut(at, chapterCount) ? creditWithoutEnd : 100;
}

function absences(member: OutlineCharacter, at: readonly number[], chapters: GradeInput['chapters']): Finding[] {
  const who = quote(member.name);
  const orders = (places: readonly number[]) => places.flatMap((place) => chapters[place]?.order ?? []);
  const drive = quote(member.want || member.fear || member.lie || member.role || member.name);
  if (at.length === 0) {
    const fix = `Let them act on ${drive}, or take that from them.`;
    return [finding('character-missing', 'error', [], `${who} is in no chapter.`, fix)];
  }
  const gap = gapIn(at, chapters.length);
  if (gap) {
    const [from, to] = orders(gap);
    const evidence = `${who} is away between chapter ${from} and chapter ${to}.`;
    return [
      finding(
        'character-absent',
        'warning',
        orders(gap),
        evidence,
        'Bring them in between, or let their absence be felt.',
      ),
    ];
  }
  if (!dropsOut(at, chapters.length)) return [];
  const last = orders(at.slice(-1));
  const evidence = `${who} is last seen in chapter ${last[0]}.`;
  return [finding('character-drops-out', 'note', last, evidence, `Say what becomes of ${drive}.`)];
}

function unused(members: readonly OutlineCharacter[]): Finding[] {
  if (members.length === 0) return [];
  const fix = 'Give them a chapter, or leave them out of the cast.';
  return [finding('characters-unused', 'note', [], `In no chapter: ${quoteNames(members)}.`, fix)];
}

const noCast = finding('cast-missing', 'note', [], 'The book has no cast.', 'Add the people it is about.');
const noDrives = finding(
  'drives-missing',
  'warning',
  [],
  'Nobody in the cast has a want, a fear or a lie.',
  'Say of the main characters what they want, what they dread and what they wrongly believe.',
);
