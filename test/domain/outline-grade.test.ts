import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GradeInput } from '../../src/domain/making/outline/grade-input.ts';
import { gradeMessages, type Judgement, readJudgement } from '../../src/domain/making/outline/grade-prompt.ts';
import { bandOf, rubric, rubricFor } from '../../src/domain/making/outline/rubric.ts';
import { gradeOf } from '../../src/domain/making/outline/score.ts';
import { beatSheetIds, beatSheets } from '../../src/domain/story/plan/beats.ts';
import { withTables } from '../../src/scripts/tables.ts';
import fc, { codePoint } from '../support/fast-check.ts';
import { soundOutline, withChapters } from './outline.fixture.ts';

const sound = soundOutline(8);

/** A judgement that gives every dimension the same score. */
function judged(score: number, input: GradeInput = sound): Judgement {
  const dimensions = rubricFor(input.plan.beatSheetTemplate).filter((one) => one.judged !== null);
  return { dimensions: dimensions.map(({ key }) => ({ key, score, findings: [] })) };
}

describe('the rubric for outlines', () => {
  it.each([null, ...beatSheetIds])('has weights that sum to 100 for %s', (id) => {
    expect(rubricFor(id).reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  });

  it('omits stakes and conflicts for kishōtenketsu, and scales the other weights', () => {
    const scaled = rubricFor('kishotenketsu');
    expect(rubric.map(({ key }) => key).filter((key) => !scaled.some((one) => one.key === key))).toEqual([
      'stakes',
      'conflicts',
    ]);
    expect(scaled.map(({ weight }) => weight)).toEqual([18.75, 18.75, 15, 15, 7.5, 10, 7.5, 7.5]);
  });

  it.each([
    [100, 'strong'],
    [85, 'strong'],
    [84, 'workable'],
    [70, 'workable'],
    [69, 'revise'],
    [55, 'revise'],
    [54, 'rethink'],
    [0, 'rethink'],
  ])('maps a score of %i to the band %s', (score, band) => {
    expect(bandOf(score)).toBe(band);
  });

  it('matches the table in docs/outlines.md (npm run generate)', () => {
    const page = readFileSync(new URL('../../docs/outlines.md', import.meta.url), 'utf8');
    expect(withTables(page, 'docs/outlines.md')).toBe(page);
  });
});

describe('the grade of an outline', () => {
  it('without a model uses only findings, and reports their weight', () => {
    const grade = gradeOf(sound, null);
    expect(grade).toMatchObject({ score: 100, band: 'strong', isComplete: false, knownWeight: 55 });
    expect(grade.dimensions.filter(({ score }) => score === null).map(({ key }) => key)).toEqual([
      'cause',
      'stakes',
      'theme',
      'payoff',
    ]);
  });

  it('is the weighted mean of findings and judgements', () => {
    const grade = gradeOf(sound, judged(40));
    expect(grade).toMatchObject({
      isComplete: true,
      knownWeight: 100,
      score: Math.round((45 * 40 + 49 * 70 + 6 * 100) / 100),
    });
    expect(grade.dimensions.find(({ key }) => key === 'beats')).toMatchObject({
      foundScore: 100,
      judgedScore: 40,
      score: 70,
    });
    expect(grade.dimensions.find(({ key }) => key === 'viewpoint')).toMatchObject({
      foundScore: 100,
      judgedScore: null,
      score: 100,
    });
  });

  it('is incomplete if the model omitted a dimension', () => {
    const { dimensions } = judged(40);
    expect(gradeOf(sound, { dimensions: dimensions.slice(1) }).isComplete).toBe(false);
  });

  it('does not need stakes and conflicts for kishōtenketsu', () => {
    const quiet = soundOutline(8, 'kishotenketsu');
    const grade = gradeOf({ ...quiet, conflicts: [] }, judged(50, quiet));
    expect(grade.isComplete).toBe(true);
    expect(grade.dimensions).toHaveLength(8);
    expect(grade.findings).toEqual([]);
  });

  it('lists findings by severity', () => {
    const broken = {
      ...withChapters(sound, (_, index) => ({ beatKeys: index < 2 ? ['setup'] : [], summary: '' })),
      cast: [],
    };
    const order = gradeOf(broken, null).findings.map(({ severity }) => ['error', 'warning', 'note'].indexOf(severity));
    expect(order).toEqual(order.toSorted());
    expect(order.length).toBeGreaterThan(3);
  });

  it('is 0 and rethink for an empty outline', () => {
    expect(gradeOf({ ...sound, chapters: [] }, null)).toMatchObject({ score: 0, band: 'rethink' });
  });

  it('is between 0 and 100 and deterministic', () => {
    fc.assert(
      fc.property(outlines(), fc.option(fc.integer({ min: 0, max: 100 })), (input, mark) => {
        const grade = gradeOf(input, mark === null ? null : judged(mark, input));
        for (const { score } of [grade, ...grade.dimensions]) {
          if (score === null) continue;
          expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        }
        expect(JSON.stringify(gradeOf(structuredClone(input), mark === null ? null : judged(mark, input)))).toBe(
          JSON.stringify(grade),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('does not depend on the order of the cast or of the conflicts', () => {
    fc.assert(
      fc.property(
        outlines().chain((input) => fc.tuple(fc.constant(input), shuffled(input.cast), shuffled(input.conflicts))),
        ([input, cast, conflicts]) => {
          const scores = (of: GradeInput) => gradeOf(of, null).dimensions.map(({ score }) => score);
          expect(scores({ ...input, cast, conflicts })).toEqual(scores(input));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('never falls when a missing beat is added to any chapter', () => {
    fc.assert(
      fc.property(outlines(), fc.nat(), fc.nat(), (input, which, where) => {
        const sheet = beatSheets.find(({ id }) => id === input.plan.beatSheetTemplate);
        const missing =
          sheet?.beats.filter(({ key }) => !input.chapters.some(({ beatKeys }) => beatKeys.includes(key))) ?? [];
        const beat = missing[which % missing.length];
        fc.pre(beat !== undefined);
        const more = withChapters(input, ({ beatKeys }, index) =>
          index === where % input.chapters.length ? { beatKeys: [...beatKeys, beat.key] } : {},
        );
        const scoreOf = (of: GradeInput) =>
          [gradeOf(of, null).score, gradeOf(of, null).dimensions[0]?.score ?? 0] as const;
        expect(scoreOf(more)[0]).toBeGreaterThanOrEqual(scoreOf(input)[0]);
        expect(scoreOf(more)[1]).toBeGreaterThanOrEqual(scoreOf(input)[1]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the grading prompt', () => {
  it.each(['save-the-cat', 'kishotenketsu'] as const)(
    'asks for exactly the dimensions of %s that a model judges',
    (id) => {
      const input = soundOutline(8, id);
      const system = gradeMessages(input, rubricFor(id))[0]?.content ?? '';
      const judgedDimensions = rubricFor(id).filter(({ judged: question }) => question !== null);
      expect([...system.matchAll(/^- (\w+) \(/gm)].map(([, key]) => key)).toEqual(
        judgedDimensions.map(({ key }) => key),
      );
      const schema = JSON.parse(system.slice(system.indexOf('{"type"')));
      expect(schema.required).toEqual(judgedDimensions.map(({ key }) => key));
    },
  );

  it('has one line per chapter with viewpoint, beats and characters', () => {
    const user = gradeMessages(sound, rubricFor('save-the-cat'))[1]?.content ?? '';
    expect(user).toMatch(
      /^1\. <title>Salt<\/title> <summary>On day 0 .*<\/summary> <told_through>Person0 Vale<\/told_through> <beats>opening-image, .*<\/beats> <people>Person0 Vale, /m,
    );
  });

  it('stays under 500,000 characters for 1000 chapters with the longest summaries', () => {
    const large = withChapters(soundOutline(1000), () => ({ title: 'w'.repeat(200), summary: 'w'.repeat(4000) }));
    const length = gradeMessages(large, rubricFor('save-the-cat')).reduce(
      (sum, { content }) => sum + content.length,
      0,
    );
    expect(length).toBeLessThan(500_000);
  });
});

describe('parsing a judgement', () => {
  const finding = {
    severity: 'warning',
    chapters: [1],
    evidence: 'hides it from the harbour master',
    fix: 'Let him see it.',
  };
  const sent = (findings: readonly object[]) => {
    const entries = judged(60).dimensions.map(({ key, score }) => [
      key,
      { score, findings: key === 'cause' ? findings : [] },
    ]);
    return `\`\`\`json\n${JSON.stringify(Object.fromEntries(entries))}\n\`\`\``;
  };
  const findingsIn = (text: string) => {
    const read = readJudgement(text, sound);
    if ('faults' in read) throw new Error(read.faults.join('\n'));
    return read.judgement.dimensions.flatMap(({ findings }) => findings);
  };

  it('keeps a finding with evidence quoted from the outline', () => {
    expect(findingsIn(sent([finding]))).toEqual([
      {
        code: 'cause-judged',
        severity: 'warning',
        dimension: 'cause',
        chapters: [1],
        evidence: '“hides it from the harbour master”',
        fix: 'Let him see it.',
      },
    ]);
  });

  it.each([
    [
      'other quotation marks, case and spacing',
      { evidence: '"Asks the widow for  her husband\'s KEYS…"', chapters: [2] },
      [2],
    ],
    ['a chapter that does not contain it', { chapters: [5] }, [1]],
    ['unknown chapters', { chapters: [1, 77, 1.0] }, [1]],
    ['the whole book', { chapters: [] }, []],
    ['words of a title', { evidence: 'Widow', chapters: [] }, []],
  ])('accepts evidence with %s', (_what, change, chapters) => {
    expect(findingsIn(sent([{ ...finding, ...change }])).map((one) => one.chapters)).toEqual([chapters]);
  });

  it.each([
    ['words that are not in the outline', 'the butler did it'],
    ['words of the premise', 'A harbour clerk finds that the register'],
    ['too few words', 'the'],
    ['no words', ''],
  ])('drops a finding that quotes %s, and rejects a reply with no other findings', (_what, evidence) => {
    expect(findingsIn(sent([{ ...finding, evidence }, finding]))).toHaveLength(1);
    expect(readJudgement(sent([{ ...finding, evidence }]), sound)).toEqual({
      faults: [expect.stringContaining('does not stand in the outline; copy evidence from it word for word')],
    });
  });

  it('accepts no findings, and keeps at most five per dimension', () => {
    expect(findingsIn(sent([]))).toEqual([]);
    expect(findingsIn(sent(Array.from({ length: 9 }, () => finding)))).toHaveLength(5);
  });

  it.each([
    ['a dimension left out', '{"beats": {"score": 1, "findings": []}}', 'cause: Invalid input'],
    ['a score of 101', sent([]).replace('60', '101'), 'beats.score: Too big'],
    ['an unknown severity', sent([{ ...finding, severity: 'fatal' }]), 'cause.findings[0].severity: Invalid option'],
    ['no fix', sent([{ ...finding, fix: ' ' }]), 'cause.findings[0].fix: Too small'],
    ['prose', 'It is a fine outline.', 'holds no JSON object'],
  ])('reports the fault of %s', (_what, text, fault) => {
    expect(readJudgement(text, sound)).toEqual({ faults: expect.arrayContaining([expect.stringContaining(fault)]) });
  });

  it('never throws on a truncated or corrupted reply', () => {
    const whole = sent([finding]);
    for (let length = 0; length < whole.length - 5; length += 1)
      expect(readJudgement(whole.slice(0, length), sound)).toHaveProperty('faults');
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(30), fc.string({ unit: codePoint, maxLength: 6 }), (at, length, put) => {
        const read = readJudgement(whole.slice(0, at) + put + whole.slice(at + length), sound);
        expect('faults' in read ? read.faults.length > 0 : gradeOf(sound, read.judgement).isComplete).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

/** Outlines of random quality. */
function outlines(): fc.Arbitrary<GradeInput> {
  const chapter = fc.record({
    title: fc.constantFrom('Low water', 'Ebb', 'Chapter 1', '潮', ''),
    summary: fc.constantFrom(
      '',
      'She waits.',
      'Person3 Vale burns the page and Person4 Vale sees it.',
      'x'.repeat(900),
      '她在等',
    ),
    povCharacterId: fc.constantFrom(null, 'chr_0', 'chr_1', 'chr_gone'),
    beatKeys: fc.subarray(['setup', 'midpoint', 'finale', 'ki', 'ten', 'hook', 'unknown']),
    participantIds: fc.subarray(['chr_0', 'chr_1', 'chr_2', 'chr_5', 'chr_gone']),
    wordCount: fc.constantFrom(0, 900, 12_000),
  });
  return fc
    .record({
      chapters: fc.array(chapter, { minLength: 1, maxLength: 24 }),
      beatSheetTemplate: fc.constantFrom(null, ...beatSheetIds),
      povLock: fc.constantFrom(null, 'multi', 'first'),
      members: fc.nat(12),
      targetWords: fc.constantFrom(null, 1_000, 80_000),
    })
    .map(({ chapters, beatSheetTemplate, povLock, members, targetWords }) => ({
      ...sound,
      book: { ...sound.book, targetWords },
      plan: { ...sound.plan, beatSheetTemplate, povLock },
      cast: sound.cast.slice(0, members),
      chapters: chapters.map((one, index) => ({ ...one, order: index + 1 })),
    }));
}

function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}
