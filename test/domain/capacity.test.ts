import { describe, expect, it } from 'vitest';
import { Capacity } from '../../src/domain/calls/run/capacity.ts';

const runsMax = 200;
const outcome = (capacity: Capacity, runs: number) => {
  try {
    capacity.refuseBeyond(runs);
    return 'begun';
  } catch (error) {
    return error;
  }
};
const refused = expect.objectContaining({ code: 'unavailable', details: { retry_after: 5 } });

/** A second of event loop samples with the same delay. */
const sampleDelays = (capacity: Capacity, ms: number) => {
  for (let samples = 0; samples < 20; samples++) capacity.heard(ms);
};

describe('the capacity of a node', () => {
  it('is exactly the configured number of runs', () => {
    const capacity = new Capacity(runsMax);
    expect([outcome(capacity, 0), outcome(capacity, runsMax - 1)]).toEqual(['begun', 'begun']);
    expect([outcome(capacity, runsMax), outcome(capacity, runsMax + 1)]).toEqual([refused, refused]);
  });

  it('is reduced while the event loop is late, with hysteresis', () => {
    const capacity = new Capacity(runsMax);
    sampleDelays(capacity, 40);
    expect(outcome(capacity, 100)).toEqual(refused);
    // Between the two thresholds nothing changes, in either state.
    for (let seconds = 0; seconds < 5; seconds++) sampleDelays(capacity, 6);
    expect(outcome(capacity, 100)).toEqual(refused);
    for (let seconds = 0; seconds < 5; seconds++) sampleDelays(capacity, 2);
    expect(outcome(capacity, 100)).toBe('begun');
    for (let seconds = 0; seconds < 5; seconds++) sampleDelays(capacity, 6);
    expect(outcome(capacity, 100)).toBe('begun');
  });

  it('is not reduced by one long task', () => {
    const capacity = new Capacity(runsMax);
    capacity.heard(150);
    expect(outcome(capacity, 100)).toBe('begun');
  });

  it('never falls below fifty runs because of a late loop', () => {
    const capacity = new Capacity(runsMax);
    sampleDelays(capacity, 1000);
    expect([outcome(capacity, 49), outcome(capacity, 50)]).toEqual(['begun', refused]);
  });

  it('can be configured below that minimum', () => {
    expect(outcome(new Capacity(1), 1)).toEqual(refused);
  });
});
