import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintCodes, lintRules } from '../../../src/domain/text/lint/rules.ts';
import fc, { codePoint } from '../../support/fast-check.ts';
import { chapterAt, type Given, judged, member } from './chapter.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const cast = [member('Odile Farrow', { isPov: true }), member('Hester'), member('小明')];

describe('lint of a chapter', () => {
  it('finds nothing in the sample book', () => {
    const sample = JSON.parse(read('src/commands/sample-book.json'));
    const chapters = sample.chapters.map((one: object, at: number) => chapterAt(at + 1, one));
    for (const [at, { text }] of sample.chapters.entries()) {
      const previousContent = sample.chapters[at - 1]?.text.content ?? '';
      const given: Given = { cast: sample.characters, chapters, plan: sample.plan, order: at + 1, previousContent };
      expect(judged(text.content, given).findings).toEqual([]);
    }
  });

  it('gives a reason for every skipped check', () => {
    const { findings, skipped } = judged('', { cast: [], chapters: [chapterAt(1)] });
    expect(findings).toEqual([]);
    expect(skipped.map(({ code }) => code)).toEqual(lintCodes);
    for (const { reason } of skipped) expect(reason).toMatch(/^[A-Z].*\.$/);
  });

  const piece = fc.constantFrom(
    'Odile Farrow ',
    'asked Odille ',
    'said Marcus ',
    'with Marcus. ',
    'I told my mother of me. ',
    'She is here, has hope, goes on, looks up. ',
    'The old ferry came in late under the heavy rain. ',
    'and opened the old door ',
    '小明走了。',
    '🌧️👩‍🚀 ',
    '*𝒪dile* ',
    '“Hester,” ',
    '\n\n',
    '\r\n',
    '[a](b) `c` _d_ ',
    '\u0301\u200d ',
  );
  const texts = fc.array(
    fc.oneof({ weight: 9, arbitrary: piece }, { weight: 1, arbitrary: fc.string({ unit: codePoint }) }),
    { maxLength: 60 },
  );
  const given: Given = {
    cast,
    chapters: [chapterAt(1), chapterAt(2, { participantIds: ['odile farrow'] })],
    order: 2,
    plan: { povLock: 'third-limited', tenseLock: 'past', beatSheetTemplate: 'freytag' },
  };

  it('locates every finding by code points of the text', () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('en', 'de', 'fr', 'zh', 'ar'), (one, other, language) => {
        const content = one.join('').toWellFormed();
        const { findings } = judged(content, { ...given, language, previousContent: other.join('').toWellFormed() });
        const characters = [...content];
        for (const { start, end, excerpt, message } of findings) {
          expect(message.length).toBeLessThan(500);
          if (start === null || end === null) expect([start, end, excerpt]).toEqual([null, null, null]);
          else expect(characters.slice(start, Math.min(end, start + 200)).join('')).toBe(excerpt);
        }
        expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
      }),
      { numRuns: 150 },
    );
  });

  it('keeps the ids of findings when the text around them changes', () => {
    fc.assert(
      fc.property(texts, (pieces) => {
        const ids = (content: string) =>
          judged(content, given)
            .findings.filter(({ code }) => code === 'name_misspelled')
            .map(({ id }) => id);
        const text = 'They asked Odille again.';
        const [id] = ids(text);
        const before = pieces.filter((piece) => !piece.includes('Odille') && !/["'“‘`]/.test(piece)).join('');
        expect(ids(`${before.replace(/\p{L}+/gu, 'x').toWellFormed()}\n\n${text}\n\nMore.`)).toEqual([id]);
      }),
      { numRuns: 50 },
    );
  });

  it('gives equal findings distinct ids within a chapter and across chapters', () => {
    const ids = (chapters: number, order: number) =>
      judged('They asked Odille. They left Odille.', {
        cast,
        order,
        chapters: Array.from({ length: chapters }, (_, at) => chapterAt(at + 1)),
      }).findings.map(({ id }) => id);
    expect(new Set([...ids(1, 1), ...ids(2, 2)]).size).toBe(4);
    expect(ids(1, 1)).toEqual(ids(2, 1));
  });
});

describe('the rule table in docs/lint.md', () => {
  it('matches the code', () => {
    const rows = [...read('docs/lint.md').matchAll(/^\| `(\w+)` \| (\w+) \| (.+?) \|$/gm)].map(([, ...row]) => row);
    expect(rows).toEqual(lintCodes.map((code) => [code, lintRules[code].severity, lintRules[code].summary]));
  });
});
