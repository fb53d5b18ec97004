import { describe, expect, it } from 'vitest';
import { Gate } from '../../../src/domain/making/writing/gate/gate.ts';
import { chapterAt, found } from '../lint/chapter.ts';
import { genuineA } from './corpus/a-genuine.ts';
import { junkA } from './corpus/a-junk.ts';
import { genuineB } from './corpus/b-genuine.ts';
import { junkB } from './corpus/b-junk.ts';
import { genuineC, undecidedNumber } from './corpus/c-genuine.ts';
import { junkC, undecidedRemark } from './corpus/c-junk.ts';
import { type CorpusJunk, chapters, type Genuine } from './corpus/corpus.ts';
import { genuineD } from './corpus/d-genuine.ts';
import { junkD } from './corpus/d-junk.ts';

const allJunk = [...junkA, ...junkB, ...junkC, ...junkD];
const allGenuine = [...genuineA, ...genuineB, ...genuineC, ...genuineD];

/** What the gate makes of a reply in pieces of 1 to 40 characters; the same seed gives the same pieces. */
function filtered(reply: string, title: string, seed: number) {
  const cut: string[] = [];
  const gate = new Gate({ order: 3, title, isLast: false, isFirst: true }, (_at, text) => cut.push(text));
  const characters = Array.from(reply);
  let text = '';
  for (let turn = 0; characters.length > 0; turn += 1) {
    const size = seed === 0 ? characters.length : 1 + ((seed * 7919 + turn * turn * 31) % 40);
    text += gate.push(characters.splice(0, size).join(''));
  }
  text += gate.end();
  return { text, cut, rejection: gate.rejection };
}

const seeds = [0, 1, 2, 3, 4, 5];
const start = (text: string) => text.slice(0, 60).replaceAll('\n', ' ');
const junkName = ({ kind, language, reply, prose }: CorpusJunk) =>
  `${kind}, ${language}: ${start(reply.replace(prose ?? '', '').trim())}`;
const letters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
const codes = ['meta_text', 'placeholder', 'heading_repeated'] as const;

function findings(content: string, title: string, language: string) {
  const book = { chapters: [chapterAt(1), chapterAt(2), chapterAt(3, { title })], order: 3, language };
  return codes.flatMap((code) => found(code, content, book));
}

describe('a reply with a remark', () => {
  it.each(allJunk.map((one) => [junkName(one), one] as const))('loses it in pieces of any size: %s', (_name, junk) => {
    for (const seed of seeds) {
      const { text, cut, rejection } = filtered(junk.reply, junk.title, seed);
      expect([seed, text]).toEqual([seed, junk.prose ?? '']);
      if (junk.prose === null) expect(rejection).toBeDefined();
      else expect(rejection).toBeUndefined();
      // Escapes in JSON have letters of their own.
      if (junk.kind !== 'reasoning' && junk.kind !== 'json' && junk.prose !== null)
        expect(letters(text + cut.join(''))).toBe(letters(junk.reply));
    }
  });
});

/** A chapter with the text at its beginning or its end. */
function chapterWith({ at, language, text, title }: Genuine) {
  const chapter = chapters[language];
  const content = at === 'start' ? `${text}\n\n${chapter.prose}` : `${chapter.prose}\n\n${text}`;
  return { content, title: title ?? chapter.title, language };
}

describe('prose that resembles a remark', () => {
  it.each(allGenuine.map((one) => [one.language, start(one.text), one] as const))(
    'is kept in pieces of any size: %s, %s',
    (_language, _start, one) => {
      const { content, title, language } = chapterWith(one);
      for (const seed of seeds)
        expect(filtered(content, title, seed)).toEqual({ text: content, cut: [], rejection: undefined });
      expect(findings(content, title, language)).toEqual([]);
      expect(
        findings(`${chapters[language].prose}\n\n${content}\n\n${chapters[language].prose}`, title, language),
      ).toEqual([]);
    },
  );
});

it('a text that cannot be decided is kept, and a number alone is kept in the cut', () => {
  expect(filtered(undecidedRemark.reply, undecidedRemark.title, 0)).toMatchObject({
    text: undecidedRemark.reply,
    cut: [],
  });
  const { content, title } = chapterWith(undecidedNumber);
  expect(filtered(content, title, 0)).toMatchObject({ text: content.slice('3.\n\n'.length), cut: ['3.'] });
});

/** Kinds that lint finds by themselves, if they reach a chapter by another way than the gate. */
const linted = [
  'opening',
  'revision',
  'closing',
  'word count',
  'heading',
  'summary',
  'refusal',
  'translation',
  'warning',
];

it.each(allJunk.filter(({ kind }) => linted.includes(kind)).map((one) => [junkName(one), one] as const))(
  'lint finds a remark that did not pass the gate: %s',
  (_name, { reply, title, language }) => {
    expect(findings(reply, title, language).length).toBeGreaterThan(0);
  },
);

describe('the worst input', () => {
  const marks = 'a * _ # [ ( (1 < <| <|channel|> <think> </ “ " - — ` ~ : 第 1 v = ◁ **a'.split(' ');
  const parts = [...marks, ' ', '\n', '\n\n', '\n---\n', '. ', '* ', 'I ', 'sure ', 'Note: ', 'chapter '];
  it.each(parts)('of 100,000 characters passes without backtracking: %j', (part) => {
    const long = part.repeat(100_000 / part.length);
    for (const text of [long, `Sure! ${long}x`, `Prose.\n\n${long}x`]) {
      const gate = new Gate({ order: 3, title: 'The Pier', isLast: false, isFirst: true }, () => {});
      let passed = '';
      for (let at = 0; at < text.length; at += 4_000) passed += gate.push(text.slice(at, at + 4_000));
      passed += gate.end();
      expect(passed.length).toBeLessThanOrEqual(text.length);
    }
  });
});
