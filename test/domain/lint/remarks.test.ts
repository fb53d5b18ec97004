import { describe, expect, it } from 'vitest';
import { heldOutEndings, heldOutJunk, heldOutOpenings } from '../gate/held-out.ts';
import { junk } from '../gate/junk.ts';
import { endings, openings } from '../gate/prose.ts';
import { chapterAt, excerpts, found, skipped } from './chapter.ts';

const prose = 'The ferry came in late. Nobody stood at the rail.';
const ferry = { chapters: [chapterAt(1), chapterAt(2), chapterAt(3, { title: 'The Ferry' })], order: 3 };
const codes = ['meta_text', 'placeholder', 'heading_repeated'] as const;

describe('meta_text', () => {
  const remarks = [...junk, ...heldOutJunk].filter(({ kind }) => kind === 'announcement');

  it.each(remarks.map(({ language, reply }) => [language, reply] as const))(
    'finds an announcement before the text: %s %s',
    (language, reply) => {
      expect(found('meta_text', reply, { ...ferry, language }).length).toBeGreaterThan(0);
    },
  );

  it('finds a remark between paragraphs, but not in dialogue', () => {
    const remark = 'Would you like me to continue with the next chapter?';
    expect(excerpts('meta_text', `${prose}\n\n${remark}\n\n${prose}`)).toEqual([remark]);
    expect(found('meta_text', `${prose}\n\n“${remark}” he asked.\n\n${prose}`)).toEqual([]);
  });
});

describe('placeholder', () => {
  it.each([
    ['en', '[Insert the letter here]'],
    ['de', '[Hier einfügen: Brief]'],
    ['fr', '[Insérer la lettre]'],
    ['es', '[Insertar la carta]'],
    ['it', '[Inserire la lettera]'],
    ['pt', '[Inserir a carta]'],
    ['nl', '[Invoegen: de brief]'],
    ['sv', '[Infoga brevet]'],
    ['da', '[Indsæt brevet]'],
    ['nb', '[Sett inn brevet]'],
    ['en', 'TODO'],
    ['en', '{{hero_name}}'],
    ['es', '[TODO: la carta]'],
  ])('is found in %s: %s', (language, note) => {
    expect(excerpts('placeholder', `${prose} ${note} ${prose}`, { language })).toEqual([note]);
  });

  it('is not a bracket, a link or a Spanish word in capitals', () => {
    const fine = '[sic] [The page is torn.] [Insert coin](https://example.org) {a}';
    expect(found('placeholder', fine)).toEqual([]);
    expect(found('placeholder', '¡Lo perdió TODO!', { language: 'es' })).toEqual([]);
  });
});

describe('heading_repeated', () => {
  it.each(['# Chapter 3: The Ferry', 'The Ferry', '**Chapter 3**', '# Kapitel 3'])('is found: %s', (line) => {
    expect(excerpts('heading_repeated', `${line}\n\n${prose}`, ferry)).toEqual([line]);
  });

  it('is found inside the text only as a heading', () => {
    const text = `${prose}\n\nThe ferry\n\n## The Ferry\n\n## The Harbour\n\n${prose}`;
    expect(excerpts('heading_repeated', text, ferry)).toEqual(['## The Ferry']);
  });
});

describe('length_off', () => {
  const words = (count: number) => 'word '.repeat(count);
  const chapterOf = (targetWords: number | null) => ({ chapters: [chapterAt(1, { targetWords })] });

  it('finds a text far below or above the target', () => {
    const [short] = found('length_off', words(59), chapterOf(100));
    expect(short?.message).toBe('The chapter has 59 words; about 100 were ordered.');
    expect(found('length_off', words(161), chapterOf(100)).length).toBe(1);
    expect(found('length_off', words(60), chapterOf(100))).toEqual([]);
    expect(found('length_off', words(160), chapterOf(100))).toEqual([]);
  });

  it('counts what a run was to append from where it began, and needs both lengths to be missed', () => {
    const ordered = { words: 100, from: 200 };
    expect(found('length_off', words(240), { ...chapterOf(null), ordered }).length).toBe(1);
    expect(found('length_off', words(270), { ...chapterOf(null), ordered })).toEqual([]);
    expect(found('length_off', words(240), { ...chapterOf(250), ordered })).toEqual([]);
  });

  it('is skipped without an order', () => {
    expect(skipped('length_off', words(10))).toBe('No length was ordered.');
  });
});

it('genuine prose that resembles remarks has no finding', () => {
  const middle = 'The ferry came in an hour late, with its lamps out. Nobody stood at the rail, and nobody waited.';
  for (const line of [...openings, ...heldOutOpenings, ...endings, ...heldOutEndings])
    for (const text of [`${line}\n\n${middle}`, `${middle}\n\n${line}\n\n${middle}`, `${middle}\n\n${line}`])
      for (const code of codes) expect([line, code, found(code, text, ferry)]).toEqual([line, code, []]);
});
