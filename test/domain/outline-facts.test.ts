import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/domain/making/outline/facts.ts';
import type { GradeInput } from '../../src/domain/making/outline/grade-input.ts';
import type { DimensionKey } from '../../src/domain/making/outline/rubric.ts';
import { resemblance, sketchOfLetters, sketchOfWords } from '../../src/domain/making/outline/similarity.ts';
import { beatSheets } from '../../src/domain/story/plan/beats.ts';
import { soundOutline, withChapters } from './outline.fixture.ts';
import { conflict } from './prompt.fixture.ts';

const sound = soundOutline(12);
const codesOf = (input: GradeInput, key: DimensionKey) => factsOf(input)[key].findings.map(({ code }) => code);
const scoreOf = (input: GradeInput, key: DimensionKey) => factsOf(input)[key].score;
const withPlan = (change: Partial<GradeInput['plan']>): GradeInput => ({
  ...sound,
  plan: { ...sound.plan, ...change },
});
const onlyIn = (id: string, orders: readonly number[]) =>
  withChapters(sound, ({ order, participantIds }) => ({
    povCharacterId: null,
    participantIds: participantIds.filter((one) => one !== id || orders.includes(order)),
  }));

describe.each(beatSheets.map(({ id }) => id))('a sound outline with the beat sheet %s', (id) => {
  it('has no findings with 5 to 40 chapters', () => {
    for (let count = 5; count <= 40; count += 1) {
      const facts = factsOf(soundOutline(count, id));
      for (const [key, { score }] of Object.entries(facts)) {
        if (key === 'distinctness') continue;
        expect([null, 100]).toContain(score);
      }
      expect(facts.beats.findings).toEqual([]);
    }
    expect(factsOf(soundOutline(8, id)).distinctness).toEqual({ score: 100, findings: [] });
  });
});

describe('findings about beats', () => {
  const without = (key: string) =>
    withChapters(sound, ({ beatKeys }) => ({ beatKeys: beatKeys.filter((one) => one !== key) }));

  it('name a missing beat, its purpose and its position', () => {
    const [finding] = factsOf(without('midpoint')).beats.findings;
    expect(finding).toMatchObject({
      code: 'beat-missing',
      severity: 'error',
      chapters: [7],
      evidence: 'No chapter names “Midpoint”.',
    });
    expect(finding?.fix).toMatch(/^Give it to chapter 7, where it falls: A victory/);
    expect(scoreOf(without('midpoint'), 'beats')).toBe(93);
  });

  it('accept a beat within 0.05 of its position, and deduct points by distance beyond', () => {
    const movedTo = (order: number) =>
      withChapters(without('catalyst'), (chapter) =>
        chapter.order === order ? { beatKeys: [...chapter.beatKeys, 'catalyst'] } : {},
      );
    expect([2, 4, 6, 12].map((order) => scoreOf(movedTo(order), 'beats'))).toEqual([100, 99, 97, 95]);
    expect(codesOf(movedTo(2), 'beats')).toEqual([]);
    expect(factsOf(movedTo(6)).beats.findings[0]).toMatchObject({
      code: 'beat-out-of-place',
      chapters: [6],
      evidence: '“Catalyst” lies 32 % of the book away from its place.',
    });
  });

  it('report once that no chapter names a beat, and only note a missing sheet', () => {
    const unnamed = withChapters(sound, () => ({ beatKeys: [] }));
    expect(factsOf(unnamed).beats).toMatchObject({ score: 0, findings: [{ code: 'beats-unnamed' }] });
    expect(factsOf(withPlan({ beatSheetTemplate: null })).beats).toMatchObject({
      score: null,
      findings: [{ severity: 'note' }],
    });
  });
});

describe('findings about characters', () => {
  it.each([
    ['missing', [], 'character-missing', [], 92],
    ['away for more than a third of the book', [1, 2, 8, 12], 'character-absent', [2, 8], 96],
    ['gone from the last third', [1, 4, 7], 'character-drops-out', [7], 98],
  ])('name a character who is %s', (_what, orders, code, chapters, score) => {
    const input = onlyIn('chr_3', orders);
    expect(factsOf(input).drives.findings).toEqual([expect.objectContaining({ code, chapters })]);
    expect(scoreOf(input, 'drives')).toBe(score);
  });

  it.each([
    ['dead', [1, 4, 7], [{ is: 'dead' as const, order: 7 }]],
    [
      'away',
      [1, 2, 8, 12],
      [
        { is: 'away' as const, order: 3 },
        { is: 'alive' as const, order: 8 },
      ],
    ],
  ])('do not blame somebody who is %s for it', (_what, orders, status) => {
    const input = onlyIn('chr_3', orders);
    const cast = input.cast.map((one) => (one.id === 'chr_3' ? { ...one, status } : one));
    expect(codesOf({ ...input, cast }, 'drives')).toEqual([]);
  });

  it('accept a character who comes late and stays', () => {
    expect(codesOf(onlyIn('chr_3', [8, 12]), 'drives')).toEqual([]);
  });

  it('take characters from summaries if no chapter lists participants', () => {
    const named = withChapters(sound, (_, index) => ({
      participantIds: [],
      povCharacterId: null,
      summary: index < 6 ? `PERSON3 VALE and Person4 Vale, day ${index}` : 'nobody',
    }));
    const missing = factsOf(named).drives.findings.filter(({ code }) => code === 'character-missing');
    // The only viewpoint character tells every chapter.
    expect(missing).toHaveLength(9);
    expect(factsOf(named).conflicts.findings).toHaveLength(10);
  });

  it('note without cost unused characters without a drive', () => {
    const cast = sound.cast.map((member) =>
      member.id === 'chr_3' ? { ...member, want: null, fear: null, lie: null } : member,
    );
    expect(factsOf({ ...onlyIn('chr_3', []), cast }).drives).toMatchObject({
      score: 100,
      findings: [{ code: 'characters-unused', severity: 'note' }],
    });
  });

  it('halve the score if nobody wants anything, and have no score without a cast', () => {
    const cast = sound.cast.map((member) => ({ ...member, want: null, fear: null, lie: null, isPov: false }));
    expect(factsOf({ ...sound, cast }).drives).toMatchObject({ score: 50, findings: [{ code: 'drives-missing' }] });
    expect(factsOf({ ...sound, cast: [] }).drives.score).toBeNull();
  });
});

describe('findings about conflicts', () => {
  it('name conflicts whose ends never meet, strongest first', () => {
    const conflicts = [
      conflict({
        id: 'cfl_a',
        fromCharacterId: 'chr_3',
        toCharacterId: 'chr_1',
        intensity: 2,
        description: 'The key.',
      }),
      conflict({ id: 'cfl_b', fromCharacterId: 'chr_3', toCharacterId: 'chr_2', intensity: 5 }),
      conflict({ id: 'cfl_c', fromCharacterId: 'chr_1', toCharacterId: 'chr_2', intensity: 3 }),
      conflict({ id: 'cfl_d', fromCharacterId: 'chr_3', toCharacterId: 'chr_4', intensity: 5, status: 'resolved' }),
    ];
    const { score, findings } = factsOf({ ...onlyIn('chr_3', []), conflicts }).conflicts;
    expect(score).toBe(30);
    expect(findings.map(({ evidence }) => evidence)).toEqual([
      '“Person3 Vale” and “Person2 Vale” are never in one chapter: “One knows what the other signed.”',
      '“Person3 Vale” and “Person1 Vale” are never in one chapter: “The key.”',
    ]);
  });

  it('have no score without an unresolved conflict', () => {
    expect(factsOf({ ...sound, conflicts: [conflict({ status: 'resolved' })] }).conflicts.score).toBeNull();
  });
});

describe('findings about viewpoints', () => {
  const multi = (povs: readonly string[], change: (index: number) => string | null): GradeInput => ({
    ...withChapters(withPlan({ povLock: 'multi' }), (_, index) => ({ povCharacterId: change(index) })),
    cast: sound.cast.map((member) => ({ ...member, isPov: povs.includes(member.id) })),
  });

  it.each([
    ['no viewpoint character', multi([], () => 'chr_0'), ['viewpoints-missing'], 0],
    [
      'chapters without a viewpoint',
      multi(['chr_0', 'chr_1'], (index) => (index < 6 ? `chr_${index % 2}` : null)),
      ['viewpoint-missing'],
      75,
    ],
    [
      'chapters with a viewpoint outside the set',
      multi(['chr_0'], (index) => (index < 6 ? 'chr_0' : 'chr_9')),
      ['viewpoint-missing'],
      75,
    ],
    ['a single viewpoint that no chapter names', multi(['chr_0'], () => null), [], 100],
    ['an unused viewpoint', multi(['chr_0', 'chr_1'], () => 'chr_0'), ['viewpoint-unused', 'viewpoint-unbalanced'], 65],
    [
      'a dominant viewpoint',
      multi(['chr_0', 'chr_1'], (index) => (index < 11 ? 'chr_0' : 'chr_1')),
      ['viewpoint-unbalanced'],
      80,
    ],
    ['a fair share', multi(['chr_0', 'chr_1'], (index) => `chr_${index % 2}`), [], 100],
  ])('cover a book with several viewpoints: %s', (_what, input, codes, score) => {
    expect(codesOf(input, 'viewpoint')).toEqual(codes);
    expect(scoreOf(input, 'viewpoint')).toBe(score);
  });

  it('note an open point of view and tense', () => {
    const open = withPlan({ povLock: null, tenseLock: null });
    expect(codesOf(open, 'viewpoint')).toEqual(['pov-unlocked', 'tense-unlocked']);
    expect(scoreOf(open, 'viewpoint')).toBe(50);
  });
});

describe('findings about lengths', () => {
  it('name chapters without a summary and chapters of outlying length', () => {
    const odd = withChapters(sound, ({ summary }, index) => ({
      summary: [' ', summary.repeat(4), 'Rain.'][index] ?? summary,
    }));
    expect(factsOf(odd).pacing.findings.map(({ code, chapters }) => [code, ...chapters])).toEqual([
      ['summary-empty', 1],
      ['chapter-long', 2],
      ['chapter-short', 3],
    ]);
    expect(scoreOf(odd, 'pacing')).toBe(75);
  });

  it('use the words of the texts if every chapter has one', () => {
    const written = withChapters(sound, (_, index) => ({
      wordCount: index === 4 ? 9_000 : 2_000,
      summary: index === 5 ? 'Rain.' : 'It rains again.',
    }));
    expect(factsOf(written).pacing.findings).toMatchObject([{ code: 'chapter-long', chapters: [5] }]);
    expect(
      codesOf(
        withChapters(written, (_, index) => (index === 0 ? { wordCount: 0 } : {})),
        'pacing',
      ),
    ).toEqual(['chapter-short']);
  });

  it.each([
    [1_000, ['length-misfit'], 75],
    [30_000, [], 100],
    [900_000, ['length-misfit'], 75],
    [null, [], 100],
  ])('compare a target of %s words with the twelve chapters', (targetWords, codes, score) => {
    const input = { ...sound, book: { ...sound.book, targetWords } };
    expect(codesOf(input, 'pacing')).toEqual(codes);
    expect(scoreOf(input, 'pacing')).toBe(score);
  });
});

describe('findings about repetitions', () => {
  it('name similar chapters once, and quote them', () => {
    const repeated = withChapters(soundOutline(8), ({ summary }, index) =>
      index === 2 || index === 5
        ? { summary: `On day ${index} she waits by the harbour wall for the boat that never comes.` }
        : { summary },
    );
    expect(factsOf(repeated).distinctness).toMatchObject({
      score: 87,
      findings: [
        {
          code: 'summary-repeated',
          chapters: [3, 6],
          evidence: expect.stringMatching(/^“On day 2 she .*” and “On day 5 she/),
        },
      ],
    });
  });

  it('count equal titles half, and ignore numbered titles', () => {
    const titled = (titles: (index: number) => string) =>
      withChapters(soundOutline(8), (_, index) => ({ title: titles(index) }));
    expect(
      factsOf(titled((index) => (index < 2 ? 'The Storm' : `${'abcdefgh'[index]}${index}`))).distinctness,
    ).toMatchObject({
      score: 94,
      findings: [{ code: 'title-repeated', severity: 'note', chapters: [1, 2] }],
    });
    expect(
      codesOf(
        titled((index) => `Chapter ${index + 1}`),
        'distinctness',
      ),
    ).toEqual([]);
  });

  it.each([
    ['equal words with other case and punctuation', 'The tide turns, slowly.', 'the TIDE turns — slowly', 1, 1],
    ['Chinese with one other character', '她在码头等待那艘永远不来的船', '她在码头等待那艘永远不来的鸟', 0.7, 0.9],
    ['full width', 'Ｔｉｄｅ １２', 'tide 12', 1, 1],
    ['different words', 'She sells the clock.', 'He buys a boat.', 0, 0],
    ['no words', '…', '—', 0, 0],
  ])('compare texts by words: %s', (_what, one, other, from, to) => {
    const likeness = resemblance(sketchOfWords(one), sketchOfWords(other));
    expect(likeness).toBeGreaterThanOrEqual(from);
    expect(likeness).toBeLessThanOrEqual(to);
  });

  it('estimate the similarity of long texts', () => {
    const text = (from: number) => Array.from({ length: 600 }, (_, index) => `w${from + index}`).join(' ');
    expect(resemblance(sketchOfWords(text(0)), sketchOfWords(text(200)))).toBeCloseTo(0.5, 0);
    expect(resemblance(sketchOfWords(text(0)), sketchOfWords(text(600)))).toBe(0);
    expect(resemblance(sketchOfLetters('Chapter 1'), sketchOfLetters('Chapter 11'))).toBeLessThan(0.85);
  });
});

it('an outline without chapters has one finding and no points', () => {
  const facts = factsOf({ ...sound, chapters: [] });
  expect(Object.values(facts).flatMap(({ findings }) => findings.map(({ code }) => code))).toEqual(['outline-empty']);
  expect(Object.values(facts).every(({ score }) => score === null || score === 0)).toBe(true);
});

it('a dimension lists at most 20 findings of at most 50 chapters', () => {
  const large = withChapters(soundOutline(120), () => ({
    participantIds: [],
    povCharacterId: null,
    summary: '',
    beatKeys: ['setup'],
  }));
  for (const { findings } of Object.values(factsOf(large))) {
    expect(findings.length).toBeLessThanOrEqual(20);
    expect(findings.every(({ chapters }) => chapters.length <= 50)).toBe(true);
  }
});
