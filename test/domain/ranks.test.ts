import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranksBetween, rerank } from '../../src/domain/text/chapter/ranks.ts';

const shuffled = fc.uniqueArray(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), {
  maxLength: 40,
});

describe('ranks of chapters', () => {
  it('between neighbours increase, and are refused without room', () => {
    expect(ranksBetween(undefined, undefined, 2)).toEqual([1, 2]);
    expect(ranksBetween(undefined, 1, 1)).toEqual([0]);
    expect(ranksBetween(7, undefined, 1)).toEqual([8]);
    expect(ranksBetween(1, 2, 3)).toEqual([1.25, 1.5, 1.75]);
    expect(ranksBetween(1, 1 + Number.EPSILON, 1)).toBeUndefined();
    expect(ranksBetween(2 ** 53, undefined, 1)).toBeUndefined();
  });

  it('have room for at least 40 moves into one gap among 1,000', () => {
    let [below, moves] = [999, 0];
    for (let made = ranksBetween(below, 1_000, 1); made; made = ranksBetween(below, 1_000, 1)) {
      [below = 0] = made;
      moves += 1;
    }
    expect(moves).toBeGreaterThanOrEqual(40);
  });

  it('of any new order increase, and stay where a chapter does not move', () => {
    fc.assert(
      fc.property(shuffled, (former) => {
        const { ranks, isMoved } = rerank(former);
        expect(ranks).toHaveLength(former.length);
        expect(ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? rank))).toBe(true);
        const isSpread = ranks.every((rank, index) => rank === index + 1);
        expect(isSpread || former.every((rank, index) => isMoved[index] || ranks[index] === rank)).toBe(true);
      }),
    );
  });

  it('change for as few chapters as possible', () => {
    const moved = (former: number[]) => rerank(former).isMoved.filter(Boolean).length;
    expect(moved([1, 2, 3, 4])).toBe(0);
    expect(moved([4, 1, 2, 3])).toBe(1);
    expect(moved([2, 3, 4, 1])).toBe(1);
    expect(moved([4, 3, 2, 1])).toBe(3);
    expect(moved([3, 1, 5, 2, 4, 6])).toBe(2);
  });
});
