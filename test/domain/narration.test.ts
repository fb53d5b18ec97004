import { describe, expect, it } from 'vitest';
import { cutToFit } from '../../src/domain/making/narration/cut.ts';
import { newMp3Encoder } from '../../src/domain/making/narration/mp3.ts';
import { scriptOf } from '../../src/domain/making/narration/passages.ts';
import { packSamples, samplesOf, unpackSamples } from '../../src/domain/making/narration/pcm.ts';
import { lengthOf } from '../../src/domain/shapes.ts';
import { framesOf } from '../support/mp3.ts';
import { toneOf } from '../support/speech.ts';

describe('the spoken text of a chapter (narration.md, "What is spoken")', () => {
  it.each([
    ['markup', 'It *was* **not** `so`, [she](https://x.y) said.', ['It was not so, she said.']],
    ['broken lines', 'One\\\ntwo\nthree', ['One two three']],
    ['headings', '# Later\n\nRain.', ['Later', 'Rain.']],
    ['lists and quotes', '> Rain.\n>\n> Snow.\n\n- salt\n- rope', ['Rain.', 'Snow.', 'salt', 'rope']],
    ['comments, pictures and markup', '<!-- no -->\n\n![A boat](x.png)\n\n<b>Rain</b>', ['A boat', '<b>Rain</b>']],
    ['paragraphs without words', 'Rain.\n\n— * —\n\n…\n\nSnow.', ['Rain.', 'Snow.']],
    ['tables', '| Tide | Hour |\n| - | - |\n| high | *nine* |\n| | noon |', ['Tide, Hour', 'high, nine', 'noon']],
    ['nested lists', '- salt\n  - rope\n    more\n- *tar*\n  ***\n  oil', ['salt', 'rope more', 'tar', 'oil']],
    ['notes', 'Rain.[^1]\n\n[^1]: Ibid.\n\nSnow.', ['Rain.', 'Snow.']],
    ['scene breaks as text', 'Rain.\n\n\\* \\* \\*\n\n⁂\n\nSnow.', ['Rain.', 'Snow.']],
    ['an empty chapter', '', []],
  ])('is correct for %s', async (_what, markdown, texts) => {
    const { passages } = await scriptOf('One', markdown);
    expect(passages.map(({ text }) => text)).toEqual(['One', ...texts]);
  });

  it('leaves out notes, which it names', async () => {
    const { notes } = await scriptOf(
      'One',
      'Rain.[^b] Snow.[^a]\n\n[^a]: *Ibid.*\n\n[^b]: Two\n    lines.\n\n    - And\n    - more.\n\n[^c]: Unused.',
    );
    expect(notes).toEqual(['Two lines. And more.', 'Ibid.']);
  });

  it('has pauses after the title, between paragraphs and between scenes', async () => {
    const { passages } = await scriptOf('One', 'A.\n\nB.\n\n***\n\nC.\n\n## Two\n\nD.');
    expect(passages.map(({ pauseMs }) => pauseMs)).toEqual([0, 1200, 600, 2000, 1200, 1200]);
    expect((await scriptOf('* * *', 'A.')).passages).toEqual([{ text: 'A.', pauseMs: 0 }]);
  });
});

describe('a sentence does not end', () => {
  it.each([
    ['en', ['Mr. Venn', 'Mrs. Venn', 'Dr. Hale', 'Prof. Hale', 'Capt. Roe', 'St. Mary', 'J. Hale', 'Rev. Fenn']],
    [
      'de',
      ['Dr. Venn', 'Prof. Hale', 'Hr. Roe', 'z. B. Rom', 'Nr. Neun', 'St. Marien', 'A. Hale', 'bzw. Rom', '3. Mai'],
    ],
    ['fr', ['MM. Roe', 'Mme. Venn', 'Dr. Hale', 'Mgr. Roe', 'M. Fenn', 'St. Jean']],
    ['es', ['Sr. Roe', 'Sra. Venn', 'Srta. Hale', 'Dña. Ana', 'Ud. Mismo', 'J. Hale']],
    ['it', ['Sig. Roe', 'Dott. Hale', 'Avv. Venn', 'Mons. Fenn']],
    ['pt-BR', ['Sr. Roe', 'Sra. Venn', 'Profa. Hale', 'Sto. Fenn']],
    ['nl', ['dhr. Roe', 'mevr. Venn', 'drs. Hale']],
    ['sv', ['dr. Hale', 't.ex. Roe', 'S:t. Fenn']],
    ['no', ['hr. Roe', 'bl.a. Venn']],
    ['pl', ['inż. Roe', 'św. Jan', 'ul. Długa']],
    ['ru', ['г. Орлов', 'проф. Орлов', 'т. е. Орлов', 'ул. Садовая']],
    ['tr', ['Doç. Roe', 'Av. Venn']],
  ])('behind an abbreviation of %s', (language, names) => {
    for (const name of names) {
      const text = `Xxxxx xxxxx ${name}. Yyy.`;
      const cut = cutToFit(text, language, text.length - 4);
      expect(cut).toEqual([`Xxxxx xxxxx ${name}. `, 'Yyy.']);
      const [title = ''] = name.split(/(?<=\.) /u, 1);
      expect(cutToFit(`Xxx. Yyyyyyyyy ${name} zz.`, language, `Yyyyyyyyy ${title}`.length + 4).join('|')).not.toContain(
        `${title} |`,
      );
    }
  });

  it.each(['It was I. He left.', 'He said no. She left.', 'They had tea. Dr was a word.'])('but does in %s', (text) =>
    expect(cutToFit(text, 'en', text.length - 1)).toHaveLength(2),
  );
});

describe('a paragraph too long for one request', () => {
  it.each([
    [
      'at ends of sentences',
      'Rain came. “No,” he said. Snow fell. ',
      'en',
      30,
      ['Rain came. “No,” he said. ', 'Snow fell. '],
    ],
    [
      'at clauses if a sentence is too long',
      'When rain came, and snow fell, he slept.',
      'en',
      32,
      ['When rain came, and snow fell,', ' he slept.'],
    ],
    [
      'at a pause inside rather than in a name',
      'He met Prof. A. B. Hale, who left.',
      'en',
      30,
      ['He met Prof. A. B. Hale,', ' who left.'],
    ],
    [
      'not within a number or an hour',
      'At 10:30 he had 1,000 lamps, then none',
      'en',
      30,
      ['At 10:30 he had 1,000 lamps,', ' then none'],
    ],
    ['not within a name', 'he met old Emma Venn) at noon', 'en', 15, ['he met old ', 'Emma Venn) at ', 'noon']],
    ['within a name if it is too long', 'Emma Clara Venn', 'en', 8, ['Emma ', 'Clara ', 'Venn']],
    ['at spaces if a clause is too long', 'one two three four', 'en', 9, ['one two ', 'three ', 'four']],
    ['within a word if it is too long', 'aaaaaaaaaa', 'en', 4, ['aaaa', 'aaaa', 'aa']],
    ['between characters', '👩‍🚀👩‍🚀', 'en', 5, ['👩‍🚀', '👩‍🚀']],
    ['at Japanese sentence ends', '雨が降った。雪も降った。', 'ja', 8, ['雨が降った。', '雪も降った。']],
  ])('is cut %s', (_where, text, language, max, parts) => {
    expect(cutToFit(text, language, max)).toEqual(parts);
  });

  it('is cut into parts within the limit without losing text', () => {
    const text = `${'word, '.repeat(900)}${'x'.repeat(5000)}${'雨'.repeat(4500)}. End.`;
    const parts = cutToFit(text, 'en', 4000);
    expect(parts.join('')).toBe(text);
    expect(Math.max(...parts.map(lengthOf))).toBeLessThanOrEqual(4000);
  });
});

describe('audio samples', () => {
  it.each([
    ['no samples', []],
    ['the extremes', [32767, -32768, 32767, -32768, 0, -1, 1]],
    ['noise', Array.from({ length: 5000 }, (_, index) => ((index * 7919) % 65536) - 32768)],
  ])('are packed without loss: %s', async (_what, samples) => {
    const given = Int16Array.from(samples);
    expect(await unpackSamples(await packSamples(given))).toEqual(given);
  });

  it('give the same MP3 frames for any split', async () => {
    const samples = samplesOf(toneOf('A sentence of some length.'));
    const all = async (parts: Int16Array[]) => {
      const encoder = await newMp3Encoder();
      const frames: Uint8Array[] = [];
      for (const part of parts) for await (const bytes of encoder.encode(part)) frames.push(bytes);
      return Buffer.concat([...frames, encoder.end()]);
    };
    const whole = await all([samples]);
    expect(await all([samples.subarray(0, 7001), samples.subarray(7001, 7003), samples.subarray(7003)])).toEqual(whole);
    expect(framesOf(whole).durationMs).toBe(whole.length / 8);
  });
});
