import { expect, it } from 'vitest';
import { lagOf, releaseAfter } from '../bench/gate-counts.ts';
import type { Outcome, Sample } from '../bench/measure.ts';
import { failuresOf, ratioOf, verdictsOf } from '../bench/ratios.ts';
import { targets, tolerance } from '../bench/targets.ts';

const sample = (cpuMicros: number) => ({ cpuMicros }) as Sample;

/** The result of a scenario, with CPU time per contestant and round. */
const outcome = (name: string, ...rounds: Record<string, number>[]): Outcome => ({
  scenario: { name } as Outcome['scenario'],
  connections: 16,
  rounds: rounds.map((round) => new Map(Object.entries(round).map(([who, micros]) => [who, sample(micros)]))),
});

it.each(targets)('$scenario over $over fails the check beyond twice its target', ({ scenario, over, ratio }) => {
  const who = over === 'best peer' ? 'mercurius' : over;
  const at = (times: number) =>
    failuresOf(verdictsOf([outcome(scenario, { ours: 100 * ratio * tolerance * times, [who]: 100 })]));
  expect(at(0.99)).toEqual([]);
  expect(at(1.01)).toEqual([expect.stringContaining(scenario)]);
});

it('one round within the tolerance passes the check', () => {
  const rounds = [400, 400, 100].map((ours) => ({ ours, floor: 100 }));
  expect(failuresOf(verdictsOf([outcome('plan', ...rounds)]))).toEqual([]);
  expect(failuresOf(verdictsOf([outcome('plan', ...rounds.slice(0, 2))]))).toHaveLength(1);
});

it('the check fails without measurements and for an undefined ratio', () => {
  expect(failuresOf(verdictsOf([]))).toHaveLength(1);
  expect(failuresOf(verdictsOf([outcome('plan', { ours: 0, floor: 0 })]))).toHaveLength(1);
});

it('a ratio is the median of the ratios per round', () => {
  const rounds = [
    { ours: 100, floor: 100 },
    { ours: 900, floor: 300 },
    { ours: 20, floor: 10 },
  ];
  expect(ratioOf(outcome('plan', ...rounds), 'ours', 'floor')).toEqual({ median: 2, min: 1, max: 3 });
});

it('the fastest peer is the best peer', () => {
  const [verdict] = verdictsOf([outcome('shelf', { ours: 50, mercurius: 200, apollo: 100, postgraphile: 300 })]);
  expect(verdict).toMatchObject({ over: 'apollo', ratio: { median: 0.5 } });
});

it('the delay of the gate counts what is held back, and what the next paragraph releases', () => {
  const prose = 'The ferry came in late.\n\nNobody was at the rail.';
  expect(lagOf(prose, 1)).toMatchObject({ pieces: prose.length, atEnd: 0 });
  expect(lagOf(`${prose}\n\nLet me know the worst`, 1).laterMax).toBe('\n\nLet me know the worst'.length);
  expect(releaseAfter(prose, 'Let me know the worst.', 'He sat down.')).toBe(4);
  expect(releaseAfter(prose, 'He sat down.', '')).toBe(0);
});
