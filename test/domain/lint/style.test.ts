import { describe, expect, it } from 'vitest';
import { mannerisms, mannerismsRule, wornPhrases } from '../../../src/domain/calls/prompt/mannerisms.ts';
import { limits } from '../../../src/domain/text/lint/prose-patterns.ts';
import { novel, promptText } from '../prompt.fixture.ts';
import { excerpts, found, type Given, judged, skipped } from './chapter.ts';

const avoiding = (...avoid: string[]): Given => ({ style: { avoid } });

describe('avoided_words (docs/lint.md, "The rules")', () => {
  it('finds whole words and phrases in either case, in speech too, and names the entry', () => {
    const text = 'Suddenly the door opened. “A testament  to\nhim,” she said. *Suddenly*, rain. The suddenness of it.';
    const given = avoiding('suddenly', 'A Testament to');
    expect(excerpts('avoided_words', text, given)).toEqual([
      'Suddenly',
      'A testament  to\nhim'.slice(0, 15),
      'Suddenly',
    ]);
    expect(found('avoided_words', text, given)[1]?.message).toContain('“A Testament to”');
  });

  it.each([
    ['inside another word', 'She was verily there.', 'very'],
    ['over the end of a sentence', 'It was very. Good men came.', 'very good'],
    ['over a paragraph', 'It was very\n\ngood men came.', 'very good'],
  ])('does not find an entry %s', (_where, text, entry) => {
    expect(found('avoided_words', text, avoiding(entry))).toEqual([]);
  });

  it('treats the two apostrophes as one', () => {
    expect(excerpts('avoided_words', 'He couldn’t help but smile.', avoiding("couldn't help but"))).toEqual([
      'couldn’t help but',
    ]);
  });

  it('finds characters anywhere in scripts without spaces, and signs', () => {
    expect(excerpts('avoided_words', '她突然停下了。', { language: 'zh', ...avoiding('突然') })).toEqual(['突然']);
    expect(excerpts('avoided_words', 'Wait — no.', avoiding('—'))).toEqual(['—']);
  });

  it('takes the longest of overlapping entries, once', () => {
    expect(excerpts('avoided_words', 'very, very good', avoiding('very', 'very good'))).toEqual(['very', 'very good']);
  });

  it('is skipped without a list', () => {
    expect(skipped('avoided_words', 'Text.')).toContain('lists no words');
  });
});

/** Narration in which no pattern is dense. */
const plain = [
  'The ferry came in late that evening, and the men on the quay waited with their collars up.',
  'Emma counted the lamps along the wall until the last one went dark behind the customs house.',
  'Nobody had told her which boat would carry the letter, so every hull looked like an answer.',
  'Behind her a cart turned over on the wet stones, and apples rolled toward the water.',
  'Two boys chased them, laughing, while the owner shouted from the other side of the street.',
].join(' ');
const fill = Array.from({ length: 6 }, () => plain).join('\n\n');

const patterns: Record<keyof typeof limits, string[]> = {
  worn_phrases: ['It was a testament to hope.', 'The silence stretched.', 'She steeled herself.'],
  not_but: [
    'She walked not with anger but with care.',
    'Not in haste but in fear the old man left.',
    'It wasn’t the wind. It was the door.',
    'They came not for bread but for news.',
  ],
  triads: [
    'The cold, damp and dark cellar smelled.',
    'His face was grey, drawn, and old.',
    'Ropes, nets and buckets lay about.',
    'Rain, sleet, or hail made no difference.',
    'Tar, salt and smoke hung there.',
    'Bread, cheese, and onions were left.',
  ],
  filter_words: [
    'She saw the rope.',
    'He felt the cold.',
    'They heard a bell.',
    'I noticed the knife.',
    'She could see the shore.',
    'He watched the gulls.',
    'She realized the hour.',
    'He sensed a change.',
  ],
  echoes: ['harbour', 'lantern', 'whistle', 'gravel', 'curtain'].map(
    (word) => `Past the ${word} by her ${word} lay a ${word}.`,
  ),
  same_openings: [],
  short_paragraphs: [],
};

describe('prose_patterns', () => {
  const messages = (text: string, given?: Given) => found('prose_patterns', text, given).map(({ message }) => message);

  it('is silent in plain narration', () => {
    expect(messages(fill)).toEqual([]);
  });

  it.each(Object.entries(patterns).filter(([, sentences]) => sentences.length > 0))(
    'finds dense %s once, at their first place, and not in a text with one fewer',
    (key, sentences) => {
      const { what } = limits[key as keyof typeof limits];
      const [finding, ...others] = found('prose_patterns', `${fill}\n\n${sentences.join(' ')}`);
      expect(finding?.message).toContain(`${sentences.length} ${what}`);
      expect(finding).toMatchObject({ severity: 'note', start: expect.any(Number) });
      expect(others).toEqual([]);
      expect(messages(`${fill}\n\n${sentences.slice(1).join(' ')}`)).toEqual([]);
    },
  );

  it('finds monotonous openings and one-sentence paragraphs', () => {
    const run = 'He ran. He fell. He rose. He ran on.';
    expect(messages(`${fill}\n\n${[run, run, run].join('\n\n')}`)).toEqual([
      expect.stringContaining('begin with the same'),
    ]);
    const short = ['Rain.', 'A bell.', 'Then nothing.', 'Steps.', 'The rope.', 'Fog again.', 'No light.', 'Morning.'];
    expect(messages(`${fill}\n\n${short.join('\n\n')}`)).toEqual([expect.stringContaining('single short sentence')]);
  });

  it('leaves speech out', () => {
    const said = patterns.filter_words.map((sentence) => `“${sentence}”`).join(' ');
    expect(messages(`${fill}\n\n${said}`)).toEqual([]);
  });

  it('is skipped where it does not apply', () => {
    expect(skipped('prose_patterns', fill, { style: { prosePatterns: false } })).toContain('switches this check off');
    expect(skipped('prose_patterns', fill, { language: 'de' })).toContain('English only');
    expect(skipped('prose_patterns', plain)).toContain('Fewer than 300');
  });

  it('counts what the craft rules of prompts name', () => {
    expect(Object.keys(mannerisms).sort()).toEqual(Object.keys(limits).sort());
    const rule = mannerismsRule('en-GB');
    for (const said of [...Object.values(mannerisms), wornPhrases[1]]) expect(rule).toContain(said);
    expect(mannerismsRule('de')).not.toContain(wornPhrases[1]);
    expect(promptText(novel(2, 1))).toContain(mannerismsRule('en'));
  });

  it('reads a text of the maximum length whose words all begin entries and patterns', () => {
    const avoid = Array.from({ length: 200 }, (_, at) => `not a ${at}`);
    const { findings } = judged('not a but she saw '.repeat(20_000), { style: { avoid } });
    expect(findings.filter(({ code }) => code === 'avoided_words')).toEqual([]);
  });
});
