import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { beatSheetIds, beatSheets, findBeatSheet } from '../../src/domain/story/plan/beats.ts';

const positionsOf = (id: string) =>
  findBeatSheet(id)?.beats.map(({ key, start, end }) => (start === end ? `${key} ${start}` : `${key} ${start}–${end}`));

describe('beat sheets', () => {
  it('are the six that a plan can name, in that order', () => {
    expect(beatSheets.map(({ id }) => id)).toEqual([...beatSheetIds]);
    expect(z.enum(beatSheetIds).safeParse('three-act').success).toBe(true);
  });

  it.each([
    ['save-the-cat', 'Save the Cat', 15],
    ['three-act', 'Three-Act Structure', 10],
    ['heros-journey', "Hero's Journey", 12],
    ['freytag', "Freytag's Pyramid", 5],
    ['kishotenketsu', 'Kishōtenketsu', 4],
    ['tell-promise-mean', 'Tell / Promise / Mean', 3],
  ])('%s is called %s and has %i beats', (id, name, count) => {
    const sheet = findBeatSheet(id);
    expect(sheet?.name).toBe(name);
    expect(sheet?.beats).toHaveLength(count);
  });

  it('finds no sheet for an unknown id', () => {
    expect(findBeatSheet('snowflake')).toBeUndefined();
    expect(findBeatSheet('__proto__')).toBeUndefined();
  });

  it.each(beatSheets)(
    '$id has unique keys, described beats, and positions in whole percent of the book',
    ({ beats, description }) => {
      expect(new Set(beats.map(({ key }) => key)).size).toBe(beats.length);
      expect(description.length).toBeGreaterThan(40);
      expect(beats[0]?.start).toBe(0);
      expect(beats.at(-1)?.end).toBe(1);
      for (const { label, intent, start, end } of beats) {
        expect(label).not.toBe('');
        expect(intent.length).toBeGreaterThan(20);
        expect(start).toBeLessThanOrEqual(end);
        for (const place of [start, end]) expect(Math.abs(place * 100 - Math.round(place * 100))).toBeLessThan(1e-9);
      }
    },
  );

  it('have the specified positions', () => {
    expect(positionsOf('save-the-cat')).toEqual(
      `opening-image 0–0.01, theme-stated 0.05, setup 0.01–0.1, catalyst 0.1, debate 0.1–0.2, break-into-two 0.2,
      b-story 0.22, fun-and-games 0.2–0.5, midpoint 0.5, bad-guys-close-in 0.5–0.75, all-is-lost 0.75,
      dark-night 0.75–0.8, break-into-three 0.8, finale 0.8–0.99, final-image 0.99–1`.split(/,\s+/),
    );
    expect(positionsOf('three-act')).toEqual(
      `hook 0–0.01, setup 0.01–0.12, inciting-incident 0.12, first-plot-point 0.25, first-pinch 0.37, midpoint 0.5,
      second-pinch 0.62, second-plot-point 0.75, climax 0.88–0.98, resolution 0.98–1`.split(/,\s+/),
    );
    expect(positionsOf('heros-journey')).toEqual(
      `ordinary-world 0–0.1, call 0.1–0.12, refusal 0.12–0.17, mentor 0.17–0.24, threshold 0.25,
      tests-allies-enemies 0.25–0.4, approach 0.4–0.5, ordeal 0.5–0.55, reward 0.55–0.65, road-back 0.75,
      resurrection 0.85–0.95, return-elixir 0.95–1`.split(/,\s+/),
    );
    expect(positionsOf('freytag')).toEqual(
      'exposition 0–0.15, rising-action 0.15–0.45, climax 0.45–0.55, falling-action 0.55–0.85, denouement 0.85–1'.split(
        ', ',
      ),
    );
    expect(positionsOf('kishotenketsu')).toEqual('ki 0–0.15, sho 0.15–0.55, ten 0.55–0.8, ketsu 0.8–1'.split(', '));
    expect(positionsOf('tell-promise-mean')).toEqual('tell 0–0.2, promise 0.2–0.8, mean 0.8–1'.split(', '));
  });
});
