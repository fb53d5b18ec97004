import { expect, it } from 'vitest';
import type { Outcome, Sample } from '../bench/measure.ts';
import { failuresOf, ratioOf, verdictsOf } from '../bench/ratios.ts';
import { targets, tolerance } from '../bench/targets.ts';

const sample = (cpuMicros: number) => ({ cpuMicros }) as Sample;

/** What rounds found of a scenario, each as the CPU of everybody. */
const outcome = (name: string, ...rounds: Record<string, number>[]): Outcome => ({
  scenario: { name } as Outcome['scenario'],
  connections: 16,
  rounds: rounds.map((round) => new Map(Object.entries(round).map(([who, micros]) => [who, sample(micros)]))),
});

it.each(targets)('$scenario over $over fails a check beyond twice its target', ({ scenario, over, ratio }) => {
  const who = over === 'best peer' ? 'mercurius' : over;
  const at = (times: number) =>
    failuresOf(verdictsOf([outcome(scenario, { ours: 100 * ratio * tolerance * times, [who]: 100 })]));
  expect(at(0.99)).toEqual([]);
  expect(at(1.01)).toEqual([expect.stringContaining(scenario)]);
});

it('a check fails where nothing was measured, and where a ratio is no number', () => {
  expect(failuresOf(verdictsOf([]))).toHaveLength(1);
  expect(failuresOf(verdictsOf([outcome('plan', { ours: 0, floor: 0 })]))).toHaveLength(1);
});

it('a ratio is the median of those within rounds', () => {
  const rounds = [
    { ours: 100, floor: 100 },
    { ours: 900, floor: 300 },
    { ours: 20, floor: 10 },
  ];
  expect(ratioOf(outcome('plan', ...rounds), 'ours', 'floor')).toEqual({ median: 2, min: 1, max: 3 });
});

it('the best peer is the one that takes the least', () => {
  const [verdict] = verdictsOf([outcome('shelf', { ours: 50, mercurius: 200, apollo: 100, postgraphile: 300 })]);
  expect(verdict).toMatchObject({ over: 'apollo', ratio: { median: 0.5 } });
});
