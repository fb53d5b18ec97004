import { describe, expect, it } from 'vitest';
import { plainProse } from '../../../bench/gate-prose.ts';
import { type JudgedText, judgeTexts } from '../../../src/domain/text/lint/judge-texts.ts';
import { genuineA } from '../gate/corpus/a-genuine.ts';
import { genuineB } from '../gate/corpus/b-genuine.ts';
import { heldOutEndings, heldOutOpenings } from '../gate/held-out.ts';
import { endings, openings } from '../gate/prose.ts';

const plain = plainProse.split('\n\n');
/** Prose that resembles remarks, placeholders and headings. */
const doubtful = [
  ...openings,
  ...endings,
  ...heldOutOpenings,
  ...heldOutEndings,
  ...[...genuineA, ...genuineB].map(({ text }) => text),
];
const titles = ['The Ferry', 'Low Water', 'Night', 'Letters', 'The Bridge', 'Winter', 'Home', 'The Harbour'];
const chapterWords = 2_600;

/** A chapter in which each `every`th paragraph is doubtful. */
function chapterOf(order: number, every: number): JudgedText & { words: number } {
  const paragraphs: string[] = [];
  let words = 0;
  for (let at = 1; words < chapterWords; at += 1) {
    const list = at % every === 0 ? doubtful : plain;
    const paragraph = list[(at * 7 + order * 13) % list.length] ?? '';
    paragraphs.push(paragraph);
    words += paragraph.split(/\s+/u).length;
  }
  const title = titles[order % titles.length] ?? '';
  const chapter = { id: `ch${order}`, order, title, status: 'complete', targetWords: 2_700 };
  return { language: 'en', content: paragraphs.join('\n\n'), lintId: chapter.id, chapter, words };
}

describe('the checks before publishing, in whole novels', () => {
  it.each([
    ['of plain prose', Number.POSITIVE_INFINITY],
    ['with doubtful prose in each tenth paragraph', 10],
    ['with doubtful prose in each third paragraph', 3],
  ])('find nothing in 80,000 words %s, and each mistake that is put there', (_what, every) => {
    const texts = Array.from({ length: 32 }, (_, at) => chapterOf(at + 1, every));
    expect(texts.reduce((sum, { words }) => sum + words, 0)).toBeGreaterThan(80_000);
    const excerptsIn = (given: readonly JudgedText[]) =>
      judgeTexts(given).flatMap(({ findings }) => findings.map(({ code, excerpt }) => `${code}: ${excerpt}`));
    expect(excerptsIn(texts)).toEqual([]);
    const mistakes = texts.map((text) => ({
      ...text,
      content: `${text.content}\n\n[Insert the letter here]\n\nSnow.`,
    }));
    expect(excerptsIn(mistakes)).toEqual(texts.map(() => 'placeholder: [Insert the letter here]'));
  });
});
