import { type Facts, type Finding, percent, quote } from './finding.ts';
import type { GradeInput } from './grade-input.ts';
import type { OutlineConflict } from './outline-input.ts';

/** Conflicts whose ends never share a chapter. Strong ones count more; resolved ones do not count. */
export function conflictFacts({ cast, conflicts }: GradeInput, presence: readonly ReadonlySet<string>[]): Facts {
  const names = new Map(cast.map(({ id, name }) => [id, name]));
  const alive = conflicts.filter(
    (edge) => edge.status !== 'resolved' && names.has(edge.fromCharacterId) && names.has(edge.toCharacterId),
  );
  if (alive.length === 0) return { score: null, findings: [none] };

  const untouched = alive.filter(
    (edge) => !presence.some((here) => here.has(edge.fromCharacterId) && here.has(edge.toCharacterId)),
  );
  const weight = (edges: readonly OutlineConflict[]) => edges.reduce((sum, { intensity }) => sum + intensity, 0);
  return {
    score: 100 - percent(weight(untouched), weight(alive)),
    findings: untouched
      .toSorted((one, other) => other.intensity - one.intensity || (one.id < other.id ? -1 : 1))
      .map((edge) => untouchedEdge(edge, names)),
  };
}

function untouchedEdge(edge: OutlineConflict, names: ReadonlyMap<string, string>): Finding {
  const ends = [edge.fromCharacterId, edge.toCharacterId].map((id) => quote(names.get(id) ?? '')).join(' and ');
  return {
    code: 'conflict-untouched',
    severity: 'warning',
    dimension: 'conflicts',
    chapters: [],
    evidence: `${ends} are never in one chapter: ${quote(edge.description)}`,
    fix: 'Let the two meet over it, or remove the conflict.',
  };
}

const none: Finding = {
  code: 'conflicts-missing',
  severity: 'note',
  dimension: 'conflicts',
  chapters: [],
  evidence: 'The book has no unresolved conflict.',
  fix: 'Add what stands between the characters to the conflict matrix.',
};
