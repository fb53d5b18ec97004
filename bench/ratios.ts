import { contestants } from './contestants.ts';
import type { Outcome, Sample } from './measure.ts';
import { type Target, targets, tolerance } from './targets.ts';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

/** The median of a figure over the rounds of one contestant; undefined without a value. */
export function medianOf(
  { rounds }: Outcome,
  name: string,
  pick: (sample: Sample) => number | undefined,
): number | undefined {
  const values = rounds.flatMap((round) => {
    const sample = round.get(name);
    return sample ? (pick(sample) ?? []) : [];
  });
  return values.length > 0 ? median(values) : undefined;
}

export interface Ratio {
  median: number;
  min: number;
  max: number;
}

/** The compared CPU time: of the server alone, or with the database. The server's time includes an embedded engine. */
export type Cost = (sample: Sample) => number;
export const serverAlone: Cost = ({ cpuMicros }) => cpuMicros;
export const withDatabase: Cost = ({ cpuMicros, databaseMicros = 0 }) => cpuMicros + databaseMicros;

/** The median of the ratios within rounds. The load of the machine changes between rounds. */
export function ratioOf({ rounds }: Outcome, name: string, over: string, cost: Cost = serverAlone): Ratio | undefined {
  const ratios = rounds.flatMap((round) => {
    const [one, other] = [round.get(name), round.get(over)];
    return one && other ? cost(one) / cost(other) : [];
  });
  if (ratios.length === 0) return undefined;
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}

/** The peer that takes the least CPU in this scenario. */
export function bestPeer(outcome: Outcome): string | undefined {
  return contestants
    .filter(({ role }) => role === 'graphql')
    .map(({ name }) => ({ name, micros: medianOf(outcome, name, serverAlone) ?? Infinity }))
    .filter(({ micros }) => Number.isFinite(micros))
    .sort((one, other) => one.micros - other.micros)[0]?.name;
}

/** A target and the measured ratio at one number of connections. */
export interface Verdict {
  target: Target;
  connections: number;
  over: string;
  ratio: Ratio;
}

/** In the order of the targets, without those that were not measured. */
export function verdictsOf(outcomes: readonly Outcome[]): Verdict[] {
  return targets.flatMap((target) =>
    outcomes
      .filter(({ scenario }) => scenario.name === target.scenario)
      .flatMap((outcome) => {
        const over = target.over === 'best peer' ? bestPeer(outcome) : target.over;
        const ratio = over && ratioOf(outcome, 'ours', over, target.withDatabase ? withDatabase : serverAlone);
        return over && ratio ? { target, connections: outcome.connections, over, ratio } : [];
      }),
  );
}

/** One sentence for each ratio that exceeds its tolerance in every round, or is not a number. Single rounds are noise. */
export function failuresOf(verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return ['No scenario with a target was measured.'];
  return verdicts
    .filter(({ ratio, target }) => !(ratio.min <= target.ratio * tolerance))
    .map(
      ({ target, over, ratio, connections }) =>
        `${target.scenario} costs at least ${ratio.min.toFixed(2)} times ${over} in every round at ${connections} connections. The target is ${target.ratio}, the tolerance ${(target.ratio * tolerance).toFixed(2)}.`,
    );
}
