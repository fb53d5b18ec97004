import { describe, expect, it } from 'vitest';
import { Capacity } from '../../src/domain/generation/capacity.ts';

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

/** A second of looks, each so late. */
const hear = (capacity: Capacity, ms: number) => {
  for (let looks = 0; looks < 20; looks++) capacity.heard(ms);
};

describe('what a node carries', () => {
  it('is as many runs as it is told, and not one more', () => {
    const capacity = new Capacity(runsMax);
    expect([outcome(capacity, 0), outcome(capacity, runsMax - 1)]).toEqual(['begun', 'begun']);
    expect([outcome(capacity, runsMax), outcome(capacity, runsMax + 1)]).toEqual([refused, refused]);
  });

  it('is less while its loop runs late, until it is well again', () => {
    const capacity = new Capacity(runsMax);
    hear(capacity, 40);
    expect(outcome(capacity, 100)).toEqual(refused);
    // Between the two thresholds it stays as it was, in both directions.
    for (let seconds = 0; seconds < 5; seconds++) hear(capacity, 6);
    expect(outcome(capacity, 100)).toEqual(refused);
    for (let seconds = 0; seconds < 5; seconds++) hear(capacity, 2);
    expect(outcome(capacity, 100)).toBe('begun');
    for (let seconds = 0; seconds < 5; seconds++) hear(capacity, 6);
    expect(outcome(capacity, 100)).toBe('begun');
  });

  it('is not less for one long turn of other work', () => {
    const capacity = new Capacity(runsMax);
    capacity.heard(150);
    expect(outcome(capacity, 100)).toBe('begun');
  });

  it('is a few runs at least, however late the loop', () => {
    const capacity = new Capacity(runsMax);
    hear(capacity, 1000);
    expect([outcome(capacity, 49), outcome(capacity, 50)]).toEqual(['begun', refused]);
  });

  it('may be told to be fewer than those', () => {
    expect(outcome(new Capacity(1), 1)).toEqual(refused);
  });
});
