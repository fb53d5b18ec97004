import { describe, expect, it } from 'vitest';
import { committedSurface, surfaceOf } from '../../src/scripts/surface.ts';

const [now, committed] = [surfaceOf(), committedSurface()];

describe('the surface of the service', () => {
  it('has every section of the committed one', () => {
    expect(Object.keys(now)).toEqual(Object.keys(committed));
    for (const [section, all] of Object.entries(now))
      expect([section, Object.keys(all).length > 0]).toEqual([section, true]);
  });

  // An intended change is committed by `npm run generate`, and the diff names it.
  it.each(Object.keys(committed))('%s is the committed one', (section) => {
    expect(now[section]).toEqual(committed[section]);
  });
});
