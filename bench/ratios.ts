import { contestants } from './contestants.ts';
import type { Outcome, Sample } from './measure.ts';
import { type Target, targets, tolerance } from './targets.ts';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

/** The median over the rounds of one contestant; undefined where there is nothing to see. */
export function middle(
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

/** What is compared: the CPU of the server, or of everything that answers, for an engine in the server counts with it. */
export type Cost = (sample: Sample) => number;
export const serverAlone: Cost = ({ cpuMicros }) => cpuMicros;
export const withDatabase: Cost = ({ cpuMicros, databaseMicros = 0 }) => cpuMicros + databaseMicros;

/** Medians of ratios within a round: the machine is the same for both halves of one, not for all rounds. */
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
    .filter(({ stands }) => stands === 'graphql')
    .map(({ name }) => ({ name, micros: middle(outcome, name, serverAlone) ?? Infinity }))
    .filter(({ micros }) => Number.isFinite(micros))
    .sort((one, other) => one.micros - other.micros)[0]?.name;
}

/** A target and what became of it at some number of connections. */
export interface Verdict {
  target: Target;
  connections: number;
  over: string;
  ratio: Ratio;
}

/** In the order of the targets; those whose contestants did not take part are left out. */
export function verdictsOf(outcomes: readonly Outcome[]): Verdict[] {
  return targets.flatMap((target) =>
    outcomes
      .filter(({ scenario }) => scenario.name === target.scenario)
      .flatMap((outcome) => {
        const over = target.over === 'best peer' ? bestPeer(outcome) : target.over;
        const ratio = over && ratioOf(outcome, 'ours', over);
        return over && ratio ? { target, connections: outcome.connections, over, ratio } : [];
      }),
  );
}

/** What is beyond all tolerance, or no number at all, a sentence each. */
export function failuresOf(verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return ['Nothing that has a target was measured.'];
  return verdicts
    .filter(({ ratio, target }) => !(ratio.median <= target.ratio * tolerance))
    .map(
      ({ target, over, ratio, connections }) =>
        `${target.scenario} costs ${ratio.median.toFixed(2)} times ${over} at ${connections} connections; the target is ${target.ratio}, tolerated ${(target.ratio * tolerance).toFixed(2)}.`,
    );
}
