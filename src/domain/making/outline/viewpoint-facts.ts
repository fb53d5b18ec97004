import { isMultiPov } from '../../calls/prompt/locks.ts';
import { viewpointOf } from '../../calls/prompt/viewpoint.ts';
import { type Facts, type Finding, findingsIn, percent, quote, quoteNames } from './finding.ts';
import type { GradeInput } from './grade-input.ts';
import type { OutlineCharacter } from './outline-input.ts';

const finding = findingsIn('viewpoint');

// Penalty for a missing lock. Ours.
const lostWithoutPovLock = 30;
const lostWithoutTenseLock = 20;

// Weights in a book with several viewpoints: chapters with a viewpoint, viewpoints in use, balance. Ours.
const shareOfTold = 50;
const shareOfUsed = 30;
const shareOfBalance = 20;

// A viewpoint with more than this percentage of the chapters is dominant. Ours.
const dominanceMax = 75;

/** Locks of the plan, and the distribution of several viewpoints. */
export function viewpointFacts(input: GradeInput): Facts {
  const { povLock, tenseLock } = input.plan;
  const told: Facts = isMultiPov(input.plan) ? severalViewpoints(input) : { score: 100, findings: [] };
  const lost = (povLock === null ? lostWithoutPovLock : 0) + (tenseLock === null ? lostWithoutTenseLock : 0);
  return {
    score: Math.max(0, (told.score ?? 0) - lost),
    findings: [
      ...told.findings,
      ...(povLock === null ? [noPovLock] : []),
      ...(tenseLock === null ? [noTenseLock] : []),
    ],
  };
}

function severalViewpoints({ cast, chapters, plan }: GradeInput): Facts {
  const tellers = chapters.map((chapter) => viewpointOf(chapter, cast, { plan })?.id);
  const viewpoints = cast.filter(({ isPov }) => isPov);
  if (viewpoints.length === 0) return { score: 0, findings: [noViewpoint] };

  const counts = viewpoints.map(({ id }) => tellers.filter((teller) => teller === id).length);
  const told = counts.reduce((sum, count) => sum + count, 0);
  const isDominated = viewpoints.length > 1 && percent(Math.max(...counts), told) > dominanceMax;
  const inUse = counts.filter((count) => count > 0).length;
  const balance = told > 0 && !isDominated ? shareOfBalance : 0;
  return {
    score: Math.round((shareOfTold * told) / chapters.length + (shareOfUsed * inUse) / viewpoints.length + balance),
    findings: [
      ...untold(chapters, tellers, viewpoints),
      ...idle(viewpoints.filter((_, index) => counts[index] === 0)),
      ...(isDominated
        ? [dominance(viewpoints[counts.indexOf(Math.max(...counts))], percent(Math.max(...counts), told))]
        : []),
    ],
  };
}

function untold(
  chapters: GradeInput['chapters'],
  tellers: readonly (string | undefined)[],
  viewpoints: readonly OutlineCharacter[],
): Finding[] {
  const orders = chapters
    .filter((_chapter, at) => !viewpoints.some(({ id }) => id === tellers[at]))
    .map(({ order }) => order);
  if (orders.length === 0) return [];
  const evidence = `${orders.length} of ${chapters.length} chapters are told through none of the viewpoint characters.`;
  const fix = `Choose for each one of ${quoteNames(viewpoints)}.`;
  return [finding('viewpoint-missing', 'warning', orders, evidence, fix)];
}

function idle(viewpoints: readonly OutlineCharacter[]): Finding[] {
  if (viewpoints.length === 0) return [];
  const fix = 'Give them chapters, or take the viewpoint from them.';
  return [finding('viewpoint-unused', 'warning', [], `No chapter is told through ${quoteNames(viewpoints)}.`, fix)];
}

function dominance(member: OutlineCharacter | undefined, share: number): Finding {
  const evidence = `${quote(member?.name ?? '')} carries ${share} % of the chapters that have a viewpoint.`;
  return finding('viewpoint-unbalanced', 'warning', [], evidence, 'Let the others tell more of it.');
}

const noViewpoint = finding(
  'viewpoints-missing',
  'error',
  [],
  'The book is locked to several viewpoints, and nobody in the cast is one.',
  'Mark the characters through whom it is told, or choose another lock.',
);
const noPovLock = finding(
  'pov-unlocked',
  'note',
  [],
  'The plan leaves the point of view open.',
  'Lock it, so that every chapter keeps the same one.',
);
const noTenseLock = finding(
  'tense-unlocked',
  'note',
  [],
  'The plan leaves the tense open.',
  'Lock it, so that every chapter keeps the same one.',
);
