import { beatFacts } from './beat-facts.ts';
import { castFacts } from './cast-facts.ts';
import { conflictFacts } from './conflict-facts.ts';
import { distinctnessFacts } from './distinctness-facts.ts';
import { type Facts, type Finding, gravest } from './finding.ts';
import type { GradeInput } from './grade-input.ts';
import { pacingFacts } from './pacing-facts.ts';
import { presenceOf } from './presence.ts';
import type { DimensionKey } from './rubric.ts';
import { viewpointFacts } from './viewpoint-facts.ts';

/** All facts that need no model, by dimension. Deterministic. */
export function factsOf(input: GradeInput): Record<DimensionKey, Facts> {
  if (input.chapters.length === 0) return noChapters();
  const presence = presenceOf(input);
  return {
    beats: shown(beatFacts(input)),
    cause: nothing(),
    stakes: nothing(),
    drives: shown(castFacts(input, presence)),
    conflicts: shown(conflictFacts(input, presence)),
    theme: nothing(),
    viewpoint: shown(viewpointFacts(input)),
    payoff: nothing(),
    pacing: shown(pacingFacts(input)),
    distinctness: shown(distinctnessFacts(input)),
  };
}

function shown({ score, findings }: Facts): Facts {
  return { score, findings: gravest(findings) };
}

function nothing(): Facts {
  return { score: null, findings: [] };
}

function noChapters(): Record<DimensionKey, Facts> {
  const zero = (): Facts => ({ score: 0, findings: [] });
  return {
    beats: zero(),
    cause: nothing(),
    stakes: nothing(),
    drives: zero(),
    conflicts: zero(),
    theme: nothing(),
    viewpoint: zero(),
    payoff: nothing(),
    pacing: { score: 0, findings: [emptyOutline] },
    distinctness: zero(),
  };
}

const emptyOutline: Finding = {
  code: 'outline-empty',
  severity: 'error',
  dimension: 'pacing',
  chapters: [],
  evidence: 'The outline has no chapters.',
  fix: 'Plan chapters, or have the outliner plan them.',
};
