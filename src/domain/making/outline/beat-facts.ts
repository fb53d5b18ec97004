import type { Beat, BeatSheet } from '../../story/plan/beat.ts';
import { findBeatSheet } from '../../story/plan/beats.ts';
import { chaptersOfBeat, distanceFromBeat, placeTolerance } from '../../story/plan/placement.ts';
import { type Facts, type Finding, findingsIn, quote } from './finding.ts';
import type { GradedChapter, GradeInput } from './grade-input.ts';

const finding = findingsIn('beats');

// A misplaced beat loses credit with its distance, but keeps some. Ours.
const lostPerBook = 150;
const creditMin = 25;

/** Missing and misplaced beats. Only explicit beats of chapters count, not positions. */
export function beatFacts({ plan, chapters }: GradeInput): Facts {
  const sheet = plan.beatSheetTemplate === null ? undefined : findBeatSheet(plan.beatSheetTemplate);
  if (sheet === undefined) return { score: null, findings: [noSheet] };

  const named = new Set(chapters.flatMap(({ beatKeys }) => beatKeys));
  const present = sheet.beats.filter(({ key }) => named.has(key));
  if (present.length === 0) return { score: 0, findings: [nothingNamed(sheet)] };

  const placed = sheet.beats.map((beat) => ({
    beat,
    away: named.has(beat.key) ? distanceOf(beat, chapters) : undefined,
  }));
  const credits = placed.reduce((sum, { away }) => sum + creditFor(away), 0);
  return {
    score: Math.round(credits / sheet.beats.length),
    findings: placed.flatMap(({ beat, away }) => findingsOf(sheet, beat, away, chapters)),
  };
}

/** Distance from the nearest chapter with the beat, as a fraction of the book. */
export function distanceOf(beat: Beat, chapters: readonly Pick<GradedChapter, 'beatKeys'>[]): number {
  const distances = chapters.flatMap(({ beatKeys }, index) =>
    beatKeys.includes(beat.key) ? [distanceFromBeat(beat, index + 1, chapters.length)] : [],
  );
  return Math.min(...distances);
}

function creditFor(away: number | undefined): number {
  if (away === undefined) return 0;
  if (away <= placeTolerance) return 100;
  return Math.max(creditMin, Math.round(100 - lostPerBook * (away - placeTolerance)));
}

function findingsOf(
  sheet: BeatSheet,
  beat: Beat,
  away: number | undefined,
  chapters: GradeInput['chapters'],
): Finding[] {
  const places = chaptersOfBeat(sheet, beat.key, chapters.length).flatMap((place) => chapters[place - 1]?.order ?? []);
  if (away === undefined) {
    const fix = `Give it to chapter ${places[0]}, where it falls: ${beat.intent}`;
    return [finding('beat-missing', 'error', places, `No chapter names ${quote(beat.label)}.`, fix)];
  }
  if (away <= placeTolerance) return [];
  const holders = chapters.filter(({ beatKeys }) => beatKeys.includes(beat.key)).map(({ order }) => order);
  const evidence = `${quote(beat.label)} lies ${Math.round(away * 100)} % of the book away from its place.`;
  return [finding('beat-out-of-place', 'warning', holders, evidence, `Move what it does toward chapter ${places[0]}.`)];
}

function nothingNamed({ name, beats }: BeatSheet): Finding {
  const evidence = `No chapter names any of the ${beats.length} beats of ${quote(name)}.`;
  return finding('beats-unnamed', 'error', [], evidence, 'Say of each chapter which beats it carries.');
}

const noSheet = finding(
  'beat-sheet-missing',
  'note',
  [],
  'The plan names no beat sheet.',
  'Choose one, if the book is to follow a known shape.',
);
