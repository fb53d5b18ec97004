import { factsOf } from './facts.ts';
import { byGravity, type Facts, type Finding } from './finding.ts';
import type { GradeInput } from './grade-input.ts';
import type { Judgement } from './judgement.ts';
import { type Band, bandOf, type Dimension, type DimensionKey, rubricFor } from './rubric.ts';

export interface Grade {
  /** 0–100, over the dimensions with a score. */
  score: number;
  band: Band;
  /** Whether a model took part; otherwise the dimensions that only a model judges are missing from the score. */
  isComplete: boolean;
  /** Sum of the weights in the score, out of 100. */
  knownWeight: number;
  dimensions: GradedDimension[];
  /** Of all dimensions, most severe first. */
  findings: Finding[];
}

export interface GradedDimension {
  key: DimensionKey;
  label: string;
  /** Out of 100. */
  weight: number;
  /** 0–100: mean of facts and judgement, or the only one of them; null without either. */
  score: number | null;
  foundScore: number | null;
  judgedScore: number | null;
  findings: Finding[];
}

/** Grade of an outline; without a judgement only from facts. Deterministic. */
export function gradeOf(input: GradeInput, judged: Judgement | null): Grade {
  const facts = factsOf(input);
  const rubric = rubricFor(input.plan.beatSheetTemplate);
  const dimensions = rubric.map((dimension) => gradedDimension(dimension, facts[dimension.key], judged));
  const known = dimensions.filter(({ score }) => score !== null);
  const knownWeight = known.reduce((sum, { weight }) => sum + weight, 0);
  const points = known.reduce((sum, { weight, score }) => sum + weight * (score ?? 0), 0);
  const score = knownWeight === 0 ? 0 : Math.round(points / knownWeight);
  return {
    score,
    band: bandOf(score),
    isComplete: rubric.every(
      ({ judged: question }, index) => question === null || dimensions[index]?.judgedScore != null,
    ),
    knownWeight,
    dimensions,
    findings: byGravity(dimensions.flatMap(({ findings }) => findings)),
  };
}

function gradedDimension(
  { key, label, weight, judged: question }: Dimension,
  facts: Facts,
  judged: Judgement | null,
): GradedDimension {
  const judgement = question === null ? undefined : judged?.dimensions.find((one) => one.key === key);
  const judgedScore = judgement?.score ?? null;
  return {
    key,
    label,
    weight,
    score: meanOf(facts.score, judgedScore),
    foundScore: facts.score,
    judgedScore,
    findings: [...facts.findings, ...(judgement?.findings ?? [])],
  };
}

function meanOf(found: number | null, judged: number | null): number | null {
  if (found === null || judged === null) return found ?? judged;
  return Math.round((found + judged) / 2);
}
