import type { BeatSheetId } from '../../story/plan/beat.ts';

export const dimensionKeys = [
  'beats',
  'cause',
  'stakes',
  'drives',
  'conflicts',
  'theme',
  'viewpoint',
  'payoff',
  'pacing',
  'distinctness',
] as const;
export type DimensionKey = (typeof dimensionKeys)[number];

/** A dimension of grading. */
export interface Dimension {
  readonly key: DimensionKey;
  readonly label: string;
  /** Weight in percent; the weights of a rubric add up to 100. */
  readonly weight: number;
  /** What facts measure; null for nothing. */
  readonly found: string | null;
  /** What a model judges; null for nothing. */
  readonly judged: string | null;
}

/** All dimensions (docs/outlines.md, "Outline grader"). */
export const rubric: readonly Dimension[] = [
  {
    key: 'beats',
    label: 'Beat coverage and position',
    weight: 15,
    found: 'beats that no chapter names, and how far the others lie from their place',
    judged: 'Does each chapter do the job of the beats it names?',
  },
  {
    key: 'cause',
    label: 'Cause and effect',
    weight: 15,
    found: null,
    judged: 'Does each chapter follow from the ones before by "therefore" or "but", and not by "and then"?',
  },
  {
    key: 'stakes',
    label: 'Stakes and escalation',
    weight: 10,
    found: null,
    judged: 'Do the stakes rise without being reset?',
  },
  {
    key: 'drives',
    label: 'Want, fear, false belief',
    weight: 12,
    found: 'characters with a want, fear, lie or viewpoint who never appear or stay away too long',
    judged: 'Are wants pursued, fears faced and false beliefs tested in what people do?',
  },
  {
    key: 'conflicts',
    label: 'Conflict use',
    weight: 10,
    found: 'conflicts whose two ends never share a chapter',
    judged: 'Do the conflicts change as their two sides meet?',
  },
  {
    key: 'theme',
    label: 'Theme and reader promise',
    weight: 12,
    found: null,
    judged: 'Is the theme tested by events, and the promise to the reader kept, or broken on purpose, by the end?',
  },
  {
    key: 'viewpoint',
    label: 'POV and tense plan',
    weight: 6,
    found: 'missing locks; in a book of several viewpoints whether there are any, and how evenly they carry chapters',
    judged: null,
  },
  {
    key: 'payoff',
    label: 'Plant and payoff',
    weight: 8,
    found: null,
    judged: 'Are late events planted early, and do early plants pay off?',
  },
  {
    key: 'pacing',
    label: 'Pacing and length',
    weight: 6,
    found:
      'chapters far longer or shorter than the others, empty summaries, a length that does not fit the number of chapters',
    judged: 'Does the outline alternate fast and slow, loud and quiet chapters, full casts and few people?',
  },
  {
    key: 'distinctness',
    label: 'Distinctness',
    weight: 6,
    found: 'summaries and titles that nearly repeat each other',
    judged: 'Is it fresh for its genre: would a reader of the genre be surprised?',
  },
];

// Story shapes without opposition are not graded by it.
const dropped: Partial<Record<BeatSheetId, readonly DimensionKey[]>> = { kishotenketsu: ['stakes', 'conflicts'] };

/** Dimensions for a story shape. If some are dropped, the other weights are scaled to 100. */
export function rubricFor(beatSheet: BeatSheetId | null): Dimension[] {
  const without = (beatSheet && dropped[beatSheet]) ?? [];
  const kept = rubric.filter(({ key }) => !without.includes(key));
  const sum = kept.reduce((total, { weight }) => total + weight, 0);
  // 100/80 is 1.25, which is exact in binary, so the sum is 100 without rounding.
  return kept.map((dimension) => ({ ...dimension, weight: (dimension.weight * 100) / sum }));
}

export type Band = 'strong' | 'workable' | 'revise' | 'rethink';

/** Bands of grades with their minimum scores. */
export const bands: readonly { readonly band: Band; readonly from: number }[] = [
  { band: 'strong', from: 85 },
  { band: 'workable', from: 70 },
  { band: 'revise', from: 55 },
  { band: 'rethink', from: 0 },
];

export function bandOf(score: number): Band {
  return bands.find(({ from }) => score >= from)?.band ?? 'rethink';
}
