import { describe, expect, it } from 'vitest';
import { chapterAt, excerpts, skipped } from './chapter.ts';

/** Distinct words. */
const words = (from: number, count: number) => Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ');
const second = { chapters: [chapterAt(1), chapterAt(2)], order: 2 };

describe('words of the previous chapter', () => {
  it.each([
    ['fifteen words', `${words(100, 9)} ${words(0, 15)} ${words(200, 9)}`, [words(0, 15)]],
    [
      'other case, punctuation and emphasis',
      `Oh. ${words(0, 15).toUpperCase().replaceAll(' ', ', ')}.`,
      [words(0, 15).toUpperCase().replaceAll(' ', ', ')],
    ],
    ['two places', `${words(0, 15)}. Oh. ${words(20, 16)}.`, [words(0, 15), words(20, 16)]],
    ['fourteen words', `${words(100, 9)} ${words(0, 14)} ${words(200, 9)}`, []],
    ['other words', words(500, 60), []],
  ])('are reported from fifteen in a row: %s', (_what, text, expected) => {
    expect(excerpts('previous_chapter_repeated', text, { ...second, previousContent: `*${words(0, 40)}*.` })).toEqual(
      expected,
    );
  });

  it.each([
    ['in the first chapter', {}, /first/],
    ['after a chapter without text', second, /no text/],
  ])('are skipped with a reason %s', (_what, given, why) => {
    expect(skipped('previous_chapter_repeated', 'Rain.', given)).toMatch(why);
  });
});

describe('repetitions within a chapter', () => {
  const sentence = 'The old ferry came in late under the rain.';
  it.each([
    ['a sentence of nine words', `${sentence} Nobody spoke.\n\n${sentence} It left.`, [sentence.slice(0, -1)]],
    ['a run of twenty words', `${words(0, 20)} x ${words(50, 9)} y ${words(0, 20)} z`, [words(0, 20)]],
    ['a doubled paragraph', `${words(0, 24)}.\n\n${words(0, 24)}.`, [words(0, 24)]],
    [
      'four words at a seam',
      'He rose and opened the old door and opened the old door and went.',
      ['and opened the old door'],
    ],
    ['nineteen words at a seam', `So ${words(0, 19)}\n\n${words(0, 19)} end.`, [words(0, 19)]],
    [
      'Japanese',
      '古い渡し船は雨の中を遅れて港に入ってきた。誰も話さなかった。古い渡し船は雨の中を遅れて港に入ってきた。',
      ['古い渡し船は雨の中を遅れて港に入ってきた'],
    ],
  ])('are reported: %s', (_what, text, expected) => {
    expect(excerpts('text_repeated', text)).toEqual(expected);
  });

  it.each([
    ['a short sentence', 'She did not answer him. He left. She did not answer him.'],
    ['the beginning of a sentence', `${words(0, 10)} x. Oh. ${words(0, 10)} y.`],
    ['nineteen words within sentences', `${words(0, 19)} x ${words(50, 9)} y ${words(0, 19)} z`],
    ['one repeated word', 'no no no '.repeat(60)],
    ['a refrain of few words', 'Row, row, row the boat. '.repeat(8)],
    ['three words', 'He opened the door and went out and went out and went out into the rain.'],
    ['an echo after a comma', 'He could hear the sea, he could hear the sea.'],
    ['an idiom', 'It went over and over and over and over and over and over again.'],
  ])('are accepted: %s', (_what, text) => {
    expect(excerpts('text_repeated', text)).toEqual([]);
  });
});
